import { useMemo, useSyncExternalStore } from 'react';
import { displayedRateCard, type KeyedRateRow } from '#contract/rates/cards.ts';
import { fromWire, toWire } from '#contract/wire.ts';
import { DISPLAY_VIEWS, type DisplayView } from '#domain/rates/card.ts';

/** The state that a browser stores as a wall display: its key, and the last rates that it received. */
export interface StoredDisplay {
  readonly srno: number;
  readonly key: string;
  readonly entityId: string;
  readonly rows: readonly KeyedRateRow[];
  /** The time when the server last sent the rates, in milliseconds since 1970; 0 before the first time. */
  readonly refreshedAt: number;
  /** Whether the key was revoked; the display then shows no rates, also after a reload. */
  readonly isEnded: boolean;
}

/** The same as text, with the names of the wire: every version of this screen reads it. */
interface DisplayOnWire extends Omit<StoredDisplay, 'entityId' | 'rows'> {
  readonly eId: string;
  readonly rows: unknown;
}

/** The view of an address; both rates if the address has no valid view. */
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
    const display = JSON.parse(stored ?? 'null') as DisplayOnWire | null;
    if (typeof display?.key !== 'string' || !Array.isArray(display.rows)) return null;
    const { eId: entityId, rows, ...rest } = display;
    return { ...rest, entityId, rows: fromWire(displayedRateCard.reply, rows) as readonly KeyedRateRow[] };
  } catch {
    return null;
  }
}

function store(view: DisplayView, display: StoredDisplay | null): void {
  if (display === null) localStorage.removeItem(placeOf(view));
  else {
    const { entityId: eId, ...rest } = display;
    const written: DisplayOnWire = { ...rest, eId, rows: toWire(displayedRateCard.reply, display.rows) };
    localStorage.setItem(placeOf(view), JSON.stringify(written));
  }
  for (const watcher of watchers) watcher();
}

/** The display that this browser shows in a view; null if there is none. */
export function useStoredDisplay(view: DisplayView): StoredDisplay | null {
  const stored = useSyncExternalStore(watch, () => localStorage.getItem(placeOf(view)));
  return useMemo(() => parse(stored), [stored]);
}

export function beginDisplay(
  view: DisplayView,
  made: Pick<StoredDisplay, 'srno' | 'key' | 'entityId'>,
): void {
  store(view, { ...made, rows: [], refreshedAt: 0, isEnded: false });
}

export const forgetDisplay = (view: DisplayView): void => store(view, null);

/** Changes the stored display with this key. A late reply to an earlier display changes nothing. */
function change(view: DisplayView, key: string, part: Partial<StoredDisplay>): void {
  const display = parse(localStorage.getItem(placeOf(view)));
  if (display?.key === key) store(view, { ...display, ...part });
}

export const keepRates = (view: DisplayView, key: string, rows: readonly KeyedRateRow[]): void =>
  change(view, key, { rows, refreshedAt: Date.now() });

export const markEnded = (view: DisplayView, key: string): void =>
  change(view, key, { rows: [], isEnded: true });
