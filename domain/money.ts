import { Decimal } from 'decimal.js';

/**
 * Exact money. Amounts are stored and sent as text in PostgreSQL's format; the arithmetic is decimal, never binary.
 * Rounding is half up, away from zero.
 */

/** Rupees to the paisa, always with two decimals: 1234.50. Only this file creates them. */
export type Rupees = string & { readonly __brand: 'Rupees' };

/** An exact number that is not money: a quantity, a rate or a percentage, without trailing zeros. */
export type Exact = string & { readonly __brand: 'Exact' };

const PAISE_PLACES = 2;
const PAISE_PER_RUPEE = 100n;
/** Ten characters can hold eight decimals, so a typed rate is never rounded. */
export const RATE_PLACES = 8;
/**
 * Longer than any amount of the business or product of two amounts. Longer text is refused before it costs anything.
 */
const MAX_CHARS = 40;
const DECIMAL_TEXT = /^-?\d+(?:\.\d+)?$/;
const RUPEES_TEXT = /^(-?)0*(\d|[1-9]\d+)(?:\.(\d{1,2})0*)?$/;
const HAS_VALUE = /[1-9]/;

const Exactly = Decimal.clone({ precision: 2 * MAX_CHARS, rounding: Decimal.ROUND_HALF_UP });

const isDecimalText = (text: string) => text.length <= MAX_CHARS && DECIMAL_TEXT.test(text);
const written = (value: Decimal) => (value.isZero() ? new Exactly(0) : value).toFixed(PAISE_PLACES) as Rupees;

/** Rupees from decimal text; null if it is not an amount or has a fraction of a paisa. */
export function readRupees(text: string): Rupees | null {
  const match = text.length <= MAX_CHARS ? RUPEES_TEXT.exec(text) : null;
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const amount = `${whole}.${fraction.padEnd(PAISE_PLACES, '0')}`;
  return (HAS_VALUE.test(amount) ? sign + amount : amount) as Rupees;
}

/** Sums and comparisons with zero use whole paise, because a request does about a hundred of them. */
const paiseOf = (amount: Rupees): bigint => BigInt(amount.replace('.', ''));

function ofPaise(paise: bigint): Rupees {
  const digits = String(paise < 0n ? -paise : paise).padStart(PAISE_PLACES + 1, '0');
  const amount = `${digits.slice(0, -PAISE_PLACES)}.${digits.slice(-PAISE_PLACES)}`;
  return (paise < 0n ? `-${amount}` : amount) as Rupees;
}

/** Rupees from text that is known to be an amount, such as a column of the database. */
export function rupees(text: string): Rupees {
  const amount = readRupees(text);
  if (amount === null) throw new RangeError('Not an amount in rupees');
  return amount;
}

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

export const NO_RUPEES = rupees('0');

export const sumRupees = (amounts: readonly Rupees[]): Rupees =>
  ofPaise(amounts.reduce((sum, amount) => sum + paiseOf(amount), 0n));

export const addRupees = (...amounts: readonly Rupees[]): Rupees => sumRupees(amounts);

export const subtractRupees = (from: Rupees, amount: Rupees): Rupees =>
  ofPaise(paiseOf(from) - paiseOf(amount));

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export const compareExact = (first: Rupees | Exact, second: Rupees | Exact): number =>
  new Exactly(first).comparedTo(second);

export const isZero = (amount: Rupees | Exact): boolean => !HAS_VALUE.test(amount);
export const isAboveZero = (amount: Rupees | Exact): boolean => !amount.startsWith('-') && !isZero(amount);

export const largerOf = (first: Rupees, second: Rupees): Rupees =>
  compareExact(first, second) < 0 ? second : first;
export const smallerOf = (first: Rupees, second: Rupees): Rupees =>
  compareExact(first, second) > 0 ? second : first;

export const sumExact = (values: readonly Exact[]): Exact =>
  values.reduce((sum, value) => sum.plus(value), new Exactly(0)).toFixed() as Exact;
export const subtractExact = (from: Exact, value: Exact): Exact =>
  new Exactly(from).minus(value).toFixed() as Exact;
export const timesExact = (value: Exact, times: number): Exact =>
  new Exactly(value).times(times).toFixed() as Exact;

/** Rounded to a whole rupee. */
export function toWholeRupees(amount: Rupees): Rupees {
  const paise = paiseOf(amount);
  const half = PAISE_PER_RUPEE / 2n;
  const whole = (paise < 0n ? paise - half : paise + half) / PAISE_PER_RUPEE;
  return ofPaise(whole * PAISE_PER_RUPEE);
}

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
