import type { NoteLineWritten } from '#contract/notes/notes.ts';
import { sumNotes, type NoteSum } from '#domain/notes/notes.ts';
import { formatQuantity } from '#domain/quantities.ts';

/** The common fields of all lists of notes: the line and its request, the product, the currency and the quantity. */
export interface Line {
  readonly srno: number;
  readonly lno: number;
  readonly product: string;
  readonly isd: string;
  readonly flag: string;
  readonly quantity: string;
  /** The reason why the user cannot proceed with this line; undefined if they can. */
  readonly refusal?: string | undefined;
}

export const keyOf = ({ srno, lno }: Pick<Line, 'srno' | 'lno'>): string => `${srno}-${lno}`;

export const written = ({ srno, lno, isd, quantity }: Line): NoteLineWritten => ({
  srno,
  lno,
  isd,
  qty: quantity,
});

/** The first reason why the user cannot proceed with these lines. */
export const refusalOf = (lines: readonly Line[]): string | undefined =>
  lines.find(({ refusal }) => refusal !== undefined)?.refusal;

/** The lines of each currency, sorted by code, over all products. */
export const byCurrency = (lines: readonly Line[]): readonly (NoteSum & { readonly flag: string })[] =>
  sumNotes(lines.map((line) => ({ ...line, product: '' }))).map((sum) => ({
    ...sum,
    flag: lines.find(({ isd }) => isd === sum.isd)?.flag ?? '',
  }));

/** The totals of lines as text in a sentence. */
export const inWords = (lines: readonly Line[]): string =>
  byCurrency(lines)
    .map(({ isd, quantity }) => `${isd} ${formatQuantity(quantity)}`)
    .join(', ');
