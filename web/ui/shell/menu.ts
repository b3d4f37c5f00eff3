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

/** What stands alone in the menu, beside the groups: a screen, or something that is done at once. */
export type MenuSingle = { id: string; label: string; icon?: ReactNode } & (
  { href: string; waiting?: number } | { onPress: () => void }
);

export type MenuItem = MenuGroup | MenuSingle;

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
export function currentEntry(items: readonly MenuItem[], path: string): MenuEntry | undefined {
  return items
    .flatMap((item) => ('entries' in item ? item.entries : 'href' in item ? [item] : []))
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
}
