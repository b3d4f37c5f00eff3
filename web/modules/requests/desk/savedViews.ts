import { readSearch, writeSearch, type DeskSearch } from './search.ts';

/** A search with a name. */
export interface SavedView {
  readonly name: string;
  readonly search: DeskSearch;
}

/** The user whose views are stored, and the key that the server gives to this user alone. */
export interface ViewOwner {
  readonly srno: number;
  readonly id: string;
  readonly key: string;
}

const PREFIX = 'bureau.searches.requests.';
/** Earlier versions stored the views in the clear under this prefix and the id of the user. */
const CLEAR_PREFIX = 'bureau.views.requests.';
export const MAX_VIEW_NAME_CHARS = 40;

const placeOf = ({ srno }: ViewOwner): string => `${PREFIX}${srno}`;

/** Views can be stored only encrypted, and a browser encrypts only over TLS. */
export const canSaveViews = (): boolean => isSecureContext;

/** Encryption comes after the list, which does not wait for it. */
const loadSeal = () => import('../unsent/seal.ts');

/** Views by name; empty if what was stored is not valid. */
function viewsOf(stored: unknown): readonly SavedView[] {
  if (typeof stored !== 'object' || stored === null) return [];
  return Object.entries(stored)
    .flatMap(([name, pairs]: [string, unknown]) =>
      typeof pairs === 'object' && pairs !== null
        ? [{ name, search: readSearch((field) => (pairs as Record<string, string>)[field]) }]
        : [],
    )
    .sort((one, other) => one.name.localeCompare(other.name));
}

function readClear(id: string): readonly SavedView[] {
  try {
    return viewsOf(JSON.parse(localStorage.getItem(CLEAR_PREFIX + id) ?? 'null'));
  } catch {
    return [];
  }
}

/** The user's views on this machine. Those that an earlier version stored in the clear are encrypted now. */
export async function readViews(owner: ViewOwner): Promise<readonly SavedView[]> {
  if (!canSaveViews()) return [];
  const { unseal } = await loadSeal();
  const sealed = localStorage.getItem(placeOf(owner));
  const views = sealed === null ? [] : viewsOf(await unseal(sealed, owner.key));
  if (localStorage.getItem(CLEAR_PREFIX + owner.id) === null) return views;
  return writeViews(owner, readClear(owner.id).reduce(withView, views));
}

/** Stores the views, and returns them in their order. A view with the same name is replaced. */
export async function writeViews(
  owner: ViewOwner,
  views: readonly SavedView[],
): Promise<readonly SavedView[]> {
  const stored = Object.fromEntries(
    views.map(({ name, search }) => [name, Object.fromEntries(writeSearch(search))]),
  );
  const { seal } = await loadSeal();
  localStorage.setItem(placeOf(owner), await seal(stored, owner.key));
  localStorage.removeItem(CLEAR_PREFIX + owner.id);
  return viewsOf(stored);
}

export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] => [
  ...views.filter(({ name }) => name !== view.name),
  view,
];
