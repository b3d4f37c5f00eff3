/**
 * Amounts in rupees, stored and sent as text in PostgreSQL's format. Sums and comparisons use whole paise, because a request
 * does about a hundred of them. money.ts has the arithmetic with rates and percentages, and a library for it that a list
 * need not load.
 */

/** Rupees to the paisa, always with two decimals: 1234.50. Only this file and money.ts create them. */
export type Rupees = string & { readonly __brand: 'Rupees' };

/** An exact number that is not money: a quantity, a rate or a percentage, without trailing zeros. */
export type Exact = string & { readonly __brand: 'Exact' };

export const PAISE_PLACES = 2;
const PAISE_PER_RUPEE = 100n;
/**
 * Longer than any amount of the business or product of two amounts. Longer text is refused before it costs anything.
 */
export const MAX_CHARS = 40;
const RUPEES_TEXT = /^(-?)0*(\d|[1-9]\d+)(?:\.(\d{1,2})0*)?$/;
const HAS_VALUE = /[1-9]/;

/** Rupees from decimal text; null if it is not an amount or has a fraction of a paisa. */
export function readRupees(text: string): Rupees | null {
  const match = text.length <= MAX_CHARS ? RUPEES_TEXT.exec(text) : null;
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const amount = `${whole}.${fraction.padEnd(PAISE_PLACES, '0')}`;
  return (HAS_VALUE.test(amount) ? sign + amount : amount) as Rupees;
}

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

export const NO_RUPEES = rupees('0');

export const sumRupees = (amounts: readonly Rupees[]): Rupees =>
  ofPaise(amounts.reduce((sum, amount) => sum + paiseOf(amount), 0n));

export const addRupees = (...amounts: readonly Rupees[]): Rupees => sumRupees(amounts);

export const subtractRupees = (from: Rupees, amount: Rupees): Rupees =>
  ofPaise(paiseOf(from) - paiseOf(amount));

/** Negative, zero or positive if the first is less than, equal to or greater than the second. */
export const compareRupees = (first: Rupees, second: Rupees): number => {
  const difference = paiseOf(first) - paiseOf(second);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const isZero = (amount: Rupees | Exact): boolean => !HAS_VALUE.test(amount);
export const isAboveZero = (amount: Rupees | Exact): boolean => !amount.startsWith('-') && !isZero(amount);

export const largerOf = (first: Rupees, second: Rupees): Rupees =>
  compareRupees(first, second) < 0 ? second : first;
export const smallerOf = (first: Rupees, second: Rupees): Rupees =>
  compareRupees(first, second) > 0 ? second : first;

/** Rounded to a whole rupee. */
export function toWholeRupees(amount: Rupees): Rupees {
  const paise = paiseOf(amount);
  const half = PAISE_PER_RUPEE / 2n;
  const whole = (paise < 0n ? paise - half : paise + half) / PAISE_PER_RUPEE;
  return ofPaise(whole * PAISE_PER_RUPEE);
}
