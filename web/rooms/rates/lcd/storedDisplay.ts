import { useMemo, useSyncExternalStore } from 'react';
import type { KeyedRateRow } from '#contract/rates/cards.ts';
import { DISPLAY_VIEWS, type DisplayView } from '#domain/rates/card.ts';

/** What a browser keeps of the wall display it is: its key, and the last rates that it was given. */
export interface StoredDisplay {
  readonly srno: number;
  readonly key: string;
  readonly eId: string;
  readonly rows: readonly KeyedRateRow[];
  /** When the server last gave them, in milliseconds since 1970; 0 before the first time. */
  readonly refreshedAt: number;
  /** The key was revoked; nothing is shown any more, also after a reload. */
  readonly isEnded: boolean;
}

/** The view of an address; without one, or with one that does not exist, both rates. */
export const displayViewOf = (id: string | undefined): DisplayView =>
  DISPLAY_VIEWS.find((view) => view === id) ?? 'A';

const watchers = new Set<() => void>();
const placeOf = (view: DisplayView) => `bureau.display.${view}`;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  // Another tab of this browser may end the display.
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}

function parse(stored: string | null): StoredDisplay | null {
  try {
    const display = JSON.parse(stored ?? 'null') as StoredDisplay | null;
    return typeof display?.key === 'string' && Array.isArray(display.rows) ? display : null;
  } catch {
    return null;
  }
}

function store(view: DisplayView, display: StoredDisplay | null): void {
  if (display === null) localStorage.removeItem(placeOf(view));
  else localStorage.setItem(placeOf(view), JSON.stringify(display));
  for (const watcher of watchers) watcher();
}

/** The display that this browser is in a view; null where it is none. */
export function useStoredDisplay(view: DisplayView): StoredDisplay | null {
  const stored = useSyncExternalStore(watch, () => localStorage.getItem(placeOf(view)));
  return useMemo(() => parse(stored), [stored]);
}

export function beginDisplay(view: DisplayView, made: Pick<StoredDisplay, 'srno' | 'key' | 'eId'>): void {
  store(view, { ...made, rows: [], refreshedAt: 0, isEnded: false });
}

export const forgetDisplay = (view: DisplayView): void => store(view, null);

/** Changes what is kept of the display with this key; a late answer to an earlier one changes nothing. */
function change(view: DisplayView, key: string, part: Partial<StoredDisplay>): void {
  const display = parse(localStorage.getItem(placeOf(view)));
  if (display?.key === key) store(view, { ...display, ...part });
}

export const keepRates = (view: DisplayView, key: string, rows: readonly KeyedRateRow[]): void =>
  change(view, key, { rows, refreshedAt: Date.now() });

export const markEnded = (view: DisplayView, key: string): void =>
  change(view, key, { rows: [], isEnded: true });
