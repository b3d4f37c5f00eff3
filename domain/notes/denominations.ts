import { compareExact, readExact, sumExact, timesExact, type Exact } from '../money.ts';

const QUANTITY_PLACES = 2;
const MAX_QUANTITY_CHARS = 13;

/** A quantity of notes that can be: not below zero, to two places; null where it cannot. */
export function readQuantity(text: string): Exact | null {
  const quantity = text.length > MAX_QUANTITY_CHARS ? null : readExact(text.trim(), QUANTITY_PLACES);
  return quantity !== null && !quantity.startsWith('-') ? quantity : null;
}

/** Notes by their face value: how many of each. */
export type Denominations = Readonly<Record<string, number>>;

/** What is wrong with a count by denominations; null where it comes to the quantity. */
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
