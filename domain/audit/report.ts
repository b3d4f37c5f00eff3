/** The figures of the printed report. */

/** What is printed for transactions that nobody has counted. */
export const NOT_COUNTED = 'not counted';

/** The sum of counts; null if one of them is not counted, because then nobody knows it. */
export const totalCount = (counts: readonly (number | null)[]): number | null =>
  counts.reduce<number | null>(
    (total, count) => (total === null || count === null ? null : total + count),
    0,
  );

/** The share of discrepancies in whole per cent, half rounded up; a dash without transactions or a count of them. */
export function deviation(transactions: number | null, discrepancies: number): string {
  if (transactions === null || transactions === 0) return '–';
  return `${Math.floor((discrepancies * 200 + transactions) / (transactions * 2))} %`;
}

/** The increase over the last month in rupees, and in per cent with one decimal; null where there is nothing to compare. */
export interface Increase {
  readonly amount: bigint;
  readonly percent: string | null;
}

/** Both amounts are whole rupees as text; null means that the figure is not known. */
export function increaseOf(thisMonth: string | null, lastMonth: string | null): Increase | null {
  if (thisMonth === null || lastMonth === null) return null;
  const [now, before] = [BigInt(thisMonth), BigInt(lastMonth)];
  const amount = now - before;
  if (before === 0n) return { amount, percent: null };
  const size = before < 0n ? -before : before;
  // Tenths of a per cent, half away from zero.
  const doubled = (amount < 0n ? -amount : amount) * 2_000n;
  const tenths = (doubled + size) / (size * 2n);
  const sign = amount < 0n && tenths !== 0n ? '-' : '';
  return { amount, percent: `${sign}${tenths / 10n}.${tenths % 10n}` };
}
