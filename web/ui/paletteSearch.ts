/** The headings of the palette, in display order. */
export const PALETTE_KINDS = ['customer', 'request', 'action', 'screen', 'help'] as const;
export type PaletteKind = (typeof PALETTE_KINDS)[number];

/** A destination in the palette. */
export interface PaletteEntry {
  id: string;
  /** The heading it stands under; a screen if it is omitted. */
  kind?: PaletteKind;
  label: string;
  /** The part of the product that it belongs to, or what tells it from others. */
  group: string;
  /** Other words that people use for it. */
  keywords?: string;
}

const MAX_FOUND = 50;

/** Lower is better: the start of the name, the start of a word in it, a part of it, a keyword. */
function rank(entry: PaletteEntry, term: string): number {
  const label = entry.label.toLowerCase();
  if (label.startsWith(term)) return 0;
  if (label.includes(` ${term}`)) return 1;
  if (label.includes(term)) return 2;
  const others = `${entry.group} ${entry.keywords ?? ''}`.toLowerCase();
  return others.includes(term) ? 3 : Infinity;
}

/** The entries that contain every typed word, best match first, otherwise in their own order. */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => ({ entry, rank: terms.reduce((sum, term) => sum + rank(entry, term), 0) }))
    .filter((found) => found.rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND)
    .map((found) => found.entry);
}

export const kindOf = ({ kind = 'screen' }: PaletteEntry): PaletteKind => kind;

/** The entries under their headings, so that the arrow keys visit them in display order. */
export const byKind = (entries: readonly PaletteEntry[]): readonly PaletteEntry[] =>
  entries.toSorted((a, b) => PALETTE_KINDS.indexOf(kindOf(a)) - PALETTE_KINDS.indexOf(kindOf(b)));
