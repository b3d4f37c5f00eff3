import { compareExact, readExact, sumExact, timesExact, type Exact } from '../money.ts';

const QUANTITY_PLACES = 2;
const MAX_QUANTITY_CHARS = 13;

/** A valid quantity of notes: not negative, at most two decimals; null if it is not valid. */
export function readQuantity(text: string): Exact | null {
  const quantity = text.length > MAX_QUANTITY_CHARS ? null : readExact(text.trim(), QUANTITY_PLACES);
  return quantity !== null && !quantity.startsWith('-') ? quantity : null;
}

/** The number of notes of each face value. */
export type Denominations = Readonly<Record<string, number>>;

/** The error in a count by denominations; null if it adds up to the quantity. */
export function denominationsFault(denominations: Denominations, quantity: Exact): string | null {
  const faces = Object.entries(denominations);
  const values = faces.map(([face, count]) => {
    const value = readQuantity(face);
    return value === null || !Number.isSafeInteger(count) || count < 0 ? null : timesExact(value, count);
  });
  if (values.includes(null)) return 'A denomination is a face value and how many notes of it.';
  return compareExact(sumExact(values as Exact[]), quantity) === 0
    ? null
    : 'The denominations do not come to the quantity.';
}
