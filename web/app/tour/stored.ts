import { useSyncExternalStore } from 'react';

/**
 * The first steps of a user on home, kept in this browser for each user: which are done, and whether the list is hidden.
 * It is a help and not a record, so the server does not know of it.
 */
const HIDDEN = 'hidden';
const placeOf = (user: number) => `bureau.tour.${user}`;

const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function write(user: number, value: string): void {
  localStorage.setItem(placeOf(user), value);
  for (const watcher of watchers) watcher();
}

const read = (user: number): string => localStorage.getItem(placeOf(user)) ?? '';

export const hideTour = (user: number): void => write(user, HIDDEN);
export const showTour = (user: number): void => write(user, '');

/** Notes that a step is done. */
export function doTourStep(user: number, step: string): void {
  const done = read(user).split(' ');
  if (!done.includes(step)) write(user, [...done, step].join(' ').trim());
}

/** The steps that the user has done; null if the user has hidden them. */
export function useTour(user: number): readonly string[] | null {
  const stored = useSyncExternalStore(watch, () => read(user));
  return stored === HIDDEN ? null : stored.split(' ');
}
