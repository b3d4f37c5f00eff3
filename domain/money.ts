import { Decimal } from 'decimal.js';
import { isZero, MAX_CHARS, PAISE_PLACES, type Exact, type Rupees } from './rupees.ts';

export * from './rupees.ts';

/**
 * Exact money. Amounts are stored and sent as text in PostgreSQL's format; the arithmetic is decimal, never binary.
 * Rounding is half up, away from zero.
 */

/** Ten characters can hold eight decimals, so a typed rate is never rounded. */
export const RATE_PLACES = 8;
const DECIMAL_TEXT = /^-?\d+(?:\.\d+)?$/;

const Exactly = Decimal.clone({ precision: 2 * MAX_CHARS, rounding: Decimal.ROUND_HALF_UP });

const isDecimalText = (text: string) => text.length <= MAX_CHARS && DECIMAL_TEXT.test(text);
const written = (value: Decimal) => (value.isZero() ? new Exactly(0) : value).toFixed(PAISE_PLACES) as Rupees;

/** A quantity, rate or percentage from decimal text; null if it is not a number or has too many decimals. */
export function readExact(text: string, places = RATE_PLACES): Exact | null {
  if (!isDecimalText(text)) return null;
  const value = new Exactly(text);
  return value.decimalPlaces() > places ? null : (value.toFixed() as Exact);
}

/** Like readExact, for text that is known to be an exact number. */
export function exact(text: string): Exact {
  const value = readExact(text);
  if (value === null) throw new RangeError('Not an exact number');
  return value;
}

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export const compareExact = (first: Rupees | Exact, second: Rupees | Exact): number =>
  new Exactly(first).comparedTo(second);

export const sumExact = (values: readonly Exact[]): Exact =>
  values.reduce((sum, value) => sum.plus(value), new Exactly(0)).toFixed() as Exact;
export const subtractExact = (from: Exact, value: Exact): Exact =>
  new Exactly(from).minus(value).toFixed() as Exact;
export const timesExact = (value: Exact, times: number): Exact =>
  new Exactly(value).times(times).toFixed() as Exact;

/** Quantity × rate, rounded to the paisa. */
export const valueAt = (quantity: Exact, rate: Exact): Rupees => written(new Exactly(quantity).times(rate));

/** Quantity × rate, rounded once, to a whole rupee. */
export const wholeValueAt = (quantity: Exact, rate: Exact): Rupees =>
  written(new Exactly(quantity).times(rate).toDecimalPlaces(0));

/** A percentage of an amount, rounded to the paisa. */
export const percentOf = (percent: Exact, amount: Rupees): Rupees =>
  written(new Exactly(amount).times(percent).dividedBy(100));

/** The percentage that a part is of the whole; null if the whole is zero. */
export const percentageOf = (part: Rupees, whole: Rupees, places = 1): Exact | null =>
  isZero(whole)
    ? null
    : (new Exactly(part).times(100).dividedBy(whole).toDecimalPlaces(places).toFixed(places) as Exact);

/** Whether two rates differ by more than the given percentage of the second. */
export const differsByMoreThan = (percent: Exact, rate: Exact, from: Exact): boolean =>
  new Exactly(rate).minus(from).abs().times(100).greaterThan(new Exactly(from).abs().times(percent));
