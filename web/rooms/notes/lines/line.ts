import type { NoteLineWritten } from '#contract/notes/notes.ts';
import { sumNotes, type NoteSum } from '#domain/notes/notes.ts';
import { formatQuantity } from '#domain/quantities.ts';

/** What every list of notes has in common: which line of which request, and how much of what. */
export interface Line {
  readonly srno: number;
  readonly lno: number;
  readonly product: string;
  readonly isd: string;
  readonly flag: string;
  readonly quantity: string;
}

export const keyOf = ({ srno, lno }: Pick<Line, 'srno' | 'lno'>): string => `${srno}-${lno}`;

export const written = ({ srno, lno, isd, quantity }: Line): NoteLineWritten => ({
  srno,
  lno,
  isd,
  qty: quantity,
});

/** The lines of each currency, in the order of their codes, whatever the product. */
export const byCurrency = (lines: readonly Line[]): readonly (NoteSum & { readonly flag: string })[] =>
  sumNotes(lines.map((line) => ({ ...line, product: '' }))).map((sum) => ({
    ...sum,
    flag: lines.find(({ isd }) => isd === sum.isd)?.flag ?? '',
  }));

/** What lines come to, as a sentence has it. */
export const inWords = (lines: readonly Line[]): string =>
  byCurrency(lines)
    .map(({ isd, quantity }) => `${isd} ${formatQuantity(quantity)}`)
    .join(', ');
