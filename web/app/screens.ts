import type { ComponentType } from 'react';
import { appText } from '#web/texts/app.ts';
import type { Path } from './paths.ts';

export interface Screen {
  readonly title: string;
  /** Fetches the room that holds the screen; once fetched it is there. */
  readonly load: () => Promise<ComponentType>;
}

/** The screens that are built, each in a room that is loaded when it is first opened. */
export const BUILT: Readonly<Partial<Record<Path, Screen>>> = {
  '/home': {
    title: appText.home,
    load: () => import('./HomePage.tsx').then((module) => module.HomePage),
  },
  '/changepassword': {
    title: appText.changePassword,
    load: () => import('#web/rooms/access/ChangePassword.tsx').then((room) => room.ChangePassword),
  },
  '/country-list': {
    title: appText.menu.COUNTRY,
    load: () => import('#web/rooms/masters/country.tsx').then((room) => room.CountryScreen),
  },
  '/trail': {
    title: appText.menu.TRAIL,
    load: () => import('#web/rooms/access/trail/Trail.tsx').then((room) => room.TrailScreen),
  },
};

/** Fetches a screen's room before it is asked for; a failure shows when it is. */
export function prefetch(path: string): void {
  BUILT[path as Path]?.load().catch(() => undefined);
}
