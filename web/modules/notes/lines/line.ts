import type { NoteLineInput } from '#contract/notes/notes.ts';
import { sumNotes, type NoteSum } from '#domain/notes/notes.ts';
import { formatQuantity } from '#domain/quantities.ts';

/** The common fields of all lists of notes: the line and its request, the product, the currency and the quantity. */
export interface Line {
  readonly srno: number;
  readonly lineNo: number;
  readonly product: string;
  readonly isd: string;
  readonly flag: string;
  readonly quantity: string;
  /** The delivery executive whom the request names; undefined if the list does not show it. */
  readonly executive?: { readonly code: string; readonly name: string } | undefined;
  /** The reason why the user cannot proceed with this line; undefined if they can. */
  readonly refusal?: string | undefined;
}

export const keyOf = ({ srno, lineNo }: Pick<Line, 'srno' | 'lineNo'>): string => `${srno}-${lineNo}`;

export const written = ({ srno, lineNo, isd, quantity }: Line): NoteLineInput => ({
  srno,
  lineNo,
  isd,
  quantity,
});

/** The first reason why the user cannot proceed with these lines. */
export const refusalOf = (lines: readonly Line[]): string | undefined =>
  lines.find(({ refusal }) => refusal !== undefined)?.refusal;

/** The delivery executives whom the lines name, sorted by name, each with the lines. */
export function byExecutive(lines: readonly Line[]) {
  const named = Map.groupBy(
    lines.filter(({ executive }) => executive !== undefined && executive.code !== ''),
    ({ executive }) => executive?.code ?? '',
  );
  return [...named]
    .map(([code, own]) => ({ code, name: own[0]?.executive?.name ?? code, lines: own }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The executive whom every line names; null if they name none or several. */
export function namedByAll(lines: readonly Line[]): string | null {
  const [first, ...others] = new Set(lines.map(({ executive }) => executive?.code ?? ''));
  return first === undefined || first === '' || others.length > 0 ? null : first;
}

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
