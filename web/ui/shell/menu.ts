import type { ComponentType, ReactNode } from 'react';

/** One screen in the menu. */
export interface MenuEntry {
  id: string;
  label: string;
  href: string;
  /** The number of items that wait there. */
  waiting?: number;
  /** The kinds of items that wait there, if there are several: each opens its own list. */
  kinds?: readonly Omit<MenuEntry, 'kinds'>[];
}

/** A part of the product; it holds only the screens that the user may see. */
export interface MenuGroup {
  id: string;
  label: string;
  icon?: ReactNode;
  entries: readonly MenuEntry[];
}

/** An item beside the groups of the menu: a screen, or an action. */
export type MenuSingle = { id: string; label: string; icon?: ReactNode } & (
  | { href: string; waiting?: number }
  | { onPress: () => void }
);

export type MenuItem = MenuGroup | MenuSingle;

/** The properties of the link component of the caller's router. */
export interface ShellLinkProps {
  href: string;
  className?: string;
  'aria-current'?: 'page';
  onClick?: () => void;
  children: ReactNode;
}

export type ShellLink = ComponentType<ShellLinkProps>;

const pathOf = (href: string): string => href.split('?')[0] ?? '';

/** The entry of a path: the one with the longest address that equals the path or is a parent of it. */
export function currentEntry(items: readonly MenuItem[], path: string): MenuEntry | undefined {
  return items
    .flatMap((item) => ('entries' in item ? item.entries : 'href' in item ? [item] : []))
    .filter(({ href }) => path === pathOf(href) || path.startsWith(`${pathOf(href)}/`))
    .sort((a, b) => pathOf(b.href).length - pathOf(a.href).length)[0];
}
