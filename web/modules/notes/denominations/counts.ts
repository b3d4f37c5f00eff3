import { exact } from '#domain/money.ts';
import { denominationsFault } from '#domain/notes/denominations.ts';
import { denominationsOf, type FaceCounts } from '#web/ui/denominations/counts.ts';
import { keyOf, type Line } from '../lines/line.ts';

/** The counts of several lines, by line. */
export type Counts = Readonly<Record<string, FaceCounts>>;

/** The counted notes as a part of the request body. */
export function countedOf(typed: FaceCounts | undefined): { denominations?: Record<string, number> } {
  const counted = denominationsOf(typed);
  return counted === null ? {} : { denominations: { ...counted } };
}

export const fieldOf = (line: Pick<Line, 'srno' | 'lineNo'>): string => `count-${keyOf(line)}`;

/** The first line whose count does not add up to its quantity. */
export function firstFault(lines: readonly Line[], counts: Counts) {
  for (const line of lines) {
    const counted = denominationsOf(counts[keyOf(line)]);
    const message = counted === null ? null : denominationsFault(counted, exact(line.quantity));
    if (message !== null) return { message, field: fieldOf(line) };
  }
  return null;
}
