import { exact, isZero, subtractExact, sumExact, timesExact, type Exact } from '#domain/money.ts';
import { denominationsFault, type Denominations } from '#domain/notes/denominations.ts';
import { keyOf, type Line } from '../lines/line.ts';

/** The typed number of notes of each face value; keyed by line if there are several lines. */
export type FaceCounts = Readonly<Record<string, string>>;
export type Counts = Readonly<Record<string, FaceCounts>>;

const entriesOf = (typed: FaceCounts): [string, number][] =>
  Object.entries(typed)
    .filter(([, count]) => count !== '' && Number(count) > 0)
    .map(([face, count]) => [face, Number(count)]);

/** The counted notes in the wire format; null if nothing was counted. */
export function denominationsOf(typed: FaceCounts | undefined): Denominations | null {
  const entries = entriesOf(typed ?? {});
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The counted notes as a part of the request body. */
export function countedOf(typed: FaceCounts | undefined): { denominations?: Record<string, number> } {
  const counted = denominationsOf(typed);
  return counted === null ? {} : { denominations: { ...counted } };
}

export const sumOf = (typed: FaceCounts): Exact =>
  sumExact(entriesOf(typed).map(([face, count]) => timesExact(exact(face), count)));

/** The missing amount of a quantity: positive if notes are missing, negative if there are too many. */
export const missingOf = (typed: FaceCounts, quantity: string): Exact =>
  subtractExact(exact(quantity), sumOf(typed));

export const isRight = (typed: FaceCounts, quantity: string): boolean => isZero(missingOf(typed, quantity));

export const fieldOf = (line: Pick<Line, 'srno' | 'lno'>): string => `count-${keyOf(line)}`;

/** The first line whose count does not add up to its quantity. */
export function firstFault(lines: readonly Line[], counts: Counts) {
  for (const line of lines) {
    const counted = denominationsOf(counts[keyOf(line)]);
    const message = counted === null ? null : denominationsFault(counted, exact(line.quantity));
    if (message !== null) return { message, field: fieldOf(line) };
  }
  return null;
}
