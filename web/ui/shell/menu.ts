import type { ComponentType, ReactNode } from 'react';

/** One screen in the menu. */
export interface MenuEntry {
  id: string;
  label: string;
  href: string;
  /** How many things wait there. */
  waiting?: number;
}

/** A part of the product; holds only what the user may see. */
export interface MenuGroup {
  id: string;
  label: string;
  icon?: ReactNode;
  entries: readonly MenuEntry[];
}

/** How the caller's router draws a link. */
export interface ShellLinkProps {
  href: string;
  className?: string;
  'aria-current'?: 'page';
  onClick?: () => void;
  children: ReactNode;
}

export type ShellLink = ComponentType<ShellLinkProps>;

/** The entry a path belongs to: the longest address that the path is, or lies under. */
export function currentEntry(groups: readonly MenuGroup[], path: string): MenuEntry | undefined {
  return groups
    .flatMap((group) => group.entries)
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
