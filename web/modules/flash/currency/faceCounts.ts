import type { FlashDenomination } from '#contract/flash/currencies.ts';
import { countedDifference, countedTotal, readFace } from '#domain/flash/count.ts';
import { rupees, type Rupees } from '#domain/money.ts';
import { facesOf } from '#domain/notes/faces.ts';
import { shortDecimal } from '#domain/numbers.ts';
import { denominationsOf, type FaceCounts } from '#web/ui/denominations/counts.ts';

/** The typed counts as the server has them saved. */
export const countsOf = (saved: readonly FlashDenomination[]): FaceCounts =>
  Object.fromEntries(
    saved.map(({ denomination, quantity }) => [shortDecimal(denomination), String(quantity)]),
  );

/** The rows of a count: the currency's common notes, and whatever else was counted, the largest first. */
export const facesShown = (isd: string, counts: FaceCounts): readonly string[] =>
  [...new Set([...facesOf(isd).map(String), ...Object.keys(counts)])].toSorted(
    (one, other) => Number(other) - Number(one),
  );

/** A count as it is sent, and as a text that is the same for the same count. */
export const linesOf = (counts: FaceCounts) =>
  Object.entries(denominationsOf(counts) ?? {})
    .toSorted(([one], [other]) => Number(other) - Number(one))
    .map(([denomination, quantity]) => ({ denomination, quantity: String(quantity) }));

export const isSameCount = (one: FaceCounts, other: FaceCounts): boolean =>
  JSON.stringify(linesOf(one)) === JSON.stringify(linesOf(other));

/** The counted value and the difference to the books while somebody types. */
export function liveDifference(report: string, counts: FaceCounts): { actual: Rupees; difference: Rupees } {
  const faces = linesOf(counts).flatMap(({ denomination, quantity }) => {
    const face = readFace(denomination);
    return face === null ? [] : [{ face, quantity: Number(quantity) }];
  });
  const actual = countedTotal(faces);
  return { actual, difference: countedDifference(rupees(report), actual) };
}

/** Adding a face that is there adds to its quantity. */
export function withFace(counts: FaceCounts, face: string, quantity: string): FaceCounts {
  const key = shortDecimal(readFace(face) ?? face);
  return { ...counts, [key]: String(Number(counts[key] ?? '') + Number(quantity)) };
}
