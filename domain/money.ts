import { Decimal } from 'decimal.js';

/**
 * Exact money. Amounts travel as text, as PostgreSQL writes them; the arithmetic between is decimal, never binary.
 * Half rounds up, away from zero.
 */

/** Rupees to the paisa, always written with two digits after the point: 1234.50. Made only by this file. */
export type Rupees = string & { readonly __brand: 'Rupees' };

/** An exact number that is not money: a quantity, a rate, a percentage. Written without needless zeros. */
export type Exact = string & { readonly __brand: 'Exact' };

const PAISE_PLACES = 2;
const PAISE_PER_RUPEE = 100n;
/** Ten characters have room for eight digits after the point, so a typed rate is never rounded. */
export const RATE_PLACES = 8;
/** Longer than any amount of the business and its products; text beyond it is refused before it costs anything. */
const MAX_CHARS = 40;
const DECIMAL_TEXT = /^-?\d+(?:\.\d+)?$/;
const RUPEES_TEXT = /^(-?)0*(\d+)(?:\.(\d{1,2})0*)?$/;
const HAS_VALUE = /[1-9]/;

const Exactly = Decimal.clone({ precision: 2 * MAX_CHARS, rounding: Decimal.ROUND_HALF_UP });

const isDecimalText = (text: string) => text.length <= MAX_CHARS && DECIMAL_TEXT.test(text);
const written = (value: Decimal) => (value.isZero() ? new Exactly(0) : value).toFixed(PAISE_PLACES) as Rupees;

/** Rupees from decimal text; null when it is none, or holds a part of a paisa. */
export function readRupees(text: string): Rupees | null {
  const match = text.length <= MAX_CHARS ? RUPEES_TEXT.exec(text) : null;
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const amount = `${whole}.${fraction.padEnd(PAISE_PLACES, '0')}`;
  return (HAS_VALUE.test(amount) ? sign + amount : amount) as Rupees;
}

/** What is only added and compared with zero is counted in whole paise: a request does it a hundred times. */
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

/** A quantity, rate or percentage from decimal text; null when it is none or has more places than asked. */
export function readExact(text: string, places = RATE_PLACES): Exact | null {
  if (!isDecimalText(text)) return null;
  const value = new Exactly(text);
  return value.decimalPlaces() > places ? null : (value.toFixed() as Exact);
}

/** The same from text that is known to be one. */
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

/** Below zero, zero or above zero, as the first is less than, equal to or more than the second. */
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

/** So many per cent of an amount, rounded to the paisa. */
export const percentOf = (percent: Exact, amount: Rupees): Rupees =>
  written(new Exactly(amount).times(percent).dividedBy(100));

/** How many per cent of the whole a part is; null of nothing. */
export const percentageOf = (part: Rupees, whole: Rupees, places = 1): Exact | null =>
  isZero(whole)
    ? null
    : (new Exactly(part).times(100).dividedBy(whole).toDecimalPlaces(places).toFixed(places) as Exact);

/** Whether two rates lie further apart than so many per cent of the second. */
export const differsByMoreThan = (percent: Exact, rate: Exact, from: Exact): boolean =>
  new Exactly(rate).minus(from).abs().times(100).greaterThan(new Exactly(from).abs().times(percent));
