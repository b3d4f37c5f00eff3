import { exact, isZero, subtractExact, sumExact, timesExact, type Exact } from '#domain/money.ts';
import { denominationsFault, type Denominations } from '#domain/notes/denominations.ts';
import { keyOf, type Line } from '../lines/line.ts';

/** How many notes of each face, as typed; by line where there are several. */
export type FaceCounts = Readonly<Record<string, string>>;
export type Counts = Readonly<Record<string, FaceCounts>>;

const entriesOf = (typed: FaceCounts): [string, number][] =>
  Object.entries(typed)
    .filter(([, count]) => count !== '' && Number(count) > 0)
    .map(([face, count]) => [face, Number(count)]);

/** What was counted, as the wire has it; null where nothing was. */
export function denominationsOf(typed: FaceCounts | undefined): Denominations | null {
  const entries = entriesOf(typed ?? {});
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The same as a part of what is sent. */
export function countedOf(typed: FaceCounts | undefined): { denominations?: Record<string, number> } {
  const counted = denominationsOf(typed);
  return counted === null ? {} : { denominations: { ...counted } };
}

export const sumOf = (typed: FaceCounts): Exact =>
  sumExact(entriesOf(typed).map(([face, count]) => timesExact(exact(face), count)));

/** What is missing (above zero) or too much (below) of a quantity. */
export const missingOf = (typed: FaceCounts, quantity: string): Exact =>
  subtractExact(exact(quantity), sumOf(typed));

export const isRight = (typed: FaceCounts, quantity: string): boolean => isZero(missingOf(typed, quantity));

export const fieldOf = (line: Pick<Line, 'srno' | 'lno'>): string => `count-${keyOf(line)}`;

/** The first line whose count does not come to its quantity. */
export function firstFault(lines: readonly Line[], counts: Counts) {
  for (const line of lines) {
    const counted = denominationsOf(counts[keyOf(line)]);
    const message = counted === null ? null : denominationsFault(counted, exact(line.quantity));
    if (message !== null) return { message, field: fieldOf(line) };
  }
  return null;
}
