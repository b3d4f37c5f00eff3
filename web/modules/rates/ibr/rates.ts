import type { IbrRow } from '#contract/rates/ibr.ts';
import { shortDecimal } from '#domain/numbers.ts';
import { shownRate, typedRate } from '#domain/rates/card.ts';
import { readRate } from '#domain/rates/ibr.ts';
import { changePercent, isUnusualChange } from '#domain/rates/pricing.ts';

/** The rates in the grid, by currency. */
export type Rates = Readonly<Record<string, string>>;

export const ratesOf = (rows: readonly { readonly isd: string; readonly ibr: string }[]): Rates =>
  Object.fromEntries(rows.map(({ isd, ibr }) => [isd, ibr]));

/** A rate of a row, with the decimals of its currency. */
export const rateOf = ({ isd, ratePlaces }: Pick<IbrRow, 'isd' | 'ratePlaces'>, rate: string): string =>
  shownRate(isd, rate, ratePlaces);

/** A typed rate with the decimals of its currency, as the field shows it. */
export const tidyRate = ({ isd, ratePlaces }: IbrRow, typed: string): string =>
  typedRate(isd, typed, ratePlaces);

/** The stored rates as they stand in the fields. */
export const fieldsOf = (rows: readonly IbrRow[]): Rates =>
  Object.fromEntries(rows.map((row) => [row.isd, tidyRate(row, row.ibr)]));

/** +0.48 %, with a typographic minus sign for negative values. */
export function shownPercent(percent: string): string {
  const sign = Number(percent) > 0 ? '+' : Number(percent) < 0 ? '−' : '';
  return `${sign}${percent.replace('-', '')} %`;
}

/** The change of a rate against the one in force; null if either is missing. */
export function changeOf(typed: string, inForce: string): string | null {
  const rate = readRate(typed);
  return rate === null ? null : changePercent(rate, inForce);
}

/** The rate without trailing zeros and commas. */
const exact = (typed: string) => shortDecimal(readRate(typed) ?? typed.trim());

export interface Change {
  readonly row: IbrRow;
  readonly rate: string;
  readonly percent: string;
  readonly isUnusual: boolean;
}

/** Every rate that differs from the one in force, the largest change first. */
export const changesOf = (rows: readonly IbrRow[], rates: Rates): Change[] =>
  rows
    .flatMap((row) => {
      const rate = rates[row.isd] ?? '';
      const percent = changeOf(rate, row.inForceIbr);
      if (percent === null || exact(rate) === exact(row.inForceIbr)) return [];
      return [{ row, rate, percent, isUnusual: isUnusualChange(percent) }];
    })
    .sort((a, b) => Math.abs(Number(b.percent)) - Math.abs(Number(a.percent)));

/** The currencies without a valid rate, in the order of the grid. */
export const invalidOf = (rows: readonly IbrRow[], rates: Rates): string[] =>
  rows.filter(({ isd }) => readRate(rates[isd] ?? '') === null).map(({ isd }) => isd);

/** Whether two sets of rates are equal by value: 83.5 equals 83.50. */
export const sameRates = (rows: readonly IbrRow[], a: Rates, b: Rates): boolean =>
  rows.every(({ isd }) => exact(a[isd] ?? '') === exact(b[isd] ?? ''));
