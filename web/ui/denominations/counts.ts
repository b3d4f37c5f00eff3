import { exact, isZero, subtractExact, sumExact, timesExact, type Exact } from '#domain/money.ts';

/** The typed number of notes of each face value. */
export type FaceCounts = Readonly<Record<string, string>>;

const entriesOf = (typed: FaceCounts): [string, number][] =>
  Object.entries(typed)
    .filter(([, count]) => count !== '' && Number(count) > 0)
    .map(([face, count]) => [face, Number(count)]);

/** The number of notes of each face value that was counted; null if nothing was counted. */
export function denominationsOf(typed: FaceCounts | undefined): Readonly<Record<string, number>> | null {
  const entries = entriesOf(typed ?? {});
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

export const sumOf = (typed: FaceCounts): Exact =>
  sumExact(entriesOf(typed).map(([face, count]) => timesExact(exact(face), count)));

/** How many notes were counted. */
export const notesOf = (typed: FaceCounts): number =>
  entriesOf(typed).reduce((sum, [, count]) => sum + count, 0);

/** The missing amount of a quantity: positive if notes are missing, negative if there are too many. */
export const missingOf = (typed: FaceCounts, quantity: string): Exact =>
  subtractExact(exact(quantity), sumOf(typed));

export const isRight = (typed: FaceCounts, quantity: string): boolean => isZero(missingOf(typed, quantity));
