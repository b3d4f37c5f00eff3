import { readSearch, writeSearch, type DeskSearch } from './search.ts';

/** A search with a name. */
export interface SavedView {
  readonly name: string;
  readonly search: DeskSearch;
}

const STORE_PREFIX = 'bureau.views.requests.';
export const MAX_VIEW_NAME_CHARS = 40;

/** The user's views on this machine, by name; empty if nothing valid is stored. */
export function readViews(user: string): readonly SavedView[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORE_PREFIX + user) ?? '{}') as unknown;
    if (typeof stored !== 'object' || stored === null) return [];
    return Object.entries(stored as Record<string, Record<string, string>>)
      .map(([name, pairs]) => ({ name, search: readSearch((field) => pairs[field]) }))
      .sort((one, other) => one.name.localeCompare(other.name));
  } catch {
    return [];
  }
}

/** Stores the views; a view with the same name is replaced. */
export function writeViews(user: string, views: readonly SavedView[]): void {
  const stored = Object.fromEntries(
    views.map(({ name, search }) => [name, Object.fromEntries(writeSearch(search))]),
  );
  localStorage.setItem(STORE_PREFIX + user, JSON.stringify(stored));
}

export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] => [
  ...views.filter(({ name }) => name !== view.name),
  view,
];
