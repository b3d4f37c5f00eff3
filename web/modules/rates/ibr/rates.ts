import type { IbrRow } from '#contract/rates/ibr.ts';
import { formatDecimal, shortDecimal } from '#domain/numbers.ts';
import { readRate } from '#domain/rates/ibr.ts';
import { changePercent, isUnusualChange } from '#domain/rates/pricing.ts';

/** The rates in the grid, by currency. */
export type Rates = Readonly<Record<string, string>>;

export const ratesOf = (rows: readonly { readonly isd: string; readonly ibr: string }[]): Rates =>
  Object.fromEntries(rows.map(({ isd, ibr }) => [isd, ibr]));

/** Enough decimals for nearly every currency, so that the figures of a column align. */
const USUAL_PLACES = 4;

export function shownRate(rate: string): string {
  const places = rate.split('.')[1]?.length ?? 0;
  return formatDecimal(rate, Math.max(USUAL_PLACES, places));
}

/** +0.48 %, with a typographic minus sign for negative values. */
export function shownPercent(percent: string): string {
  const sign = Number(percent) > 0 ? '+' : Number(percent) < 0 ? '−' : '';
  return `${sign}${percent.replace('-', '')} %`;
}

/** The change of a rate against the last published one; null if either is missing. */
export function changeOf(typed: string, last: string): string | null {
  const rate = readRate(typed);
  return rate === null ? null : changePercent(rate, last);
}

/** The rate without trailing zeros and commas. */
const exact = (typed: string) => shortDecimal(readRate(typed) ?? typed.trim());

export interface Change {
  readonly row: IbrRow;
  readonly rate: string;
  readonly percent: string;
  readonly isUnusual: boolean;
}

/** Every rate that differs from the last published one, the largest change first. */
export const changesOf = (rows: readonly IbrRow[], rates: Rates): Change[] =>
  rows
    .flatMap((row) => {
      const rate = rates[row.isd] ?? '';
      const percent = changeOf(rate, row.lastibr);
      if (percent === null || exact(rate) === exact(row.lastibr)) return [];
      return [{ row, rate, percent, isUnusual: isUnusualChange(percent) }];
    })
    .sort((a, b) => Math.abs(Number(b.percent)) - Math.abs(Number(a.percent)));

/** The currencies without a valid rate, in the order of the grid. */
export const invalidOf = (rows: readonly IbrRow[], rates: Rates): string[] =>
  rows.filter(({ isd }) => readRate(rates[isd] ?? '') === null).map(({ isd }) => isd);

/** Whether two sets of rates are equal by value: 83.5 equals 83.50. */
export const sameRates = (rows: readonly IbrRow[], a: Rates, b: Rates): boolean =>
  rows.every(({ isd }) => exact(a[isd] ?? '') === exact(b[isd] ?? ''));
