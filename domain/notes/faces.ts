/** The common notes of each currency, largest first. The business does not trade coins. */
const FACES: Readonly<Record<string, readonly number[]>> = {
  AED: [1000, 500, 200, 100, 50, 20, 10, 5],
  AUD: [100, 50, 20, 10, 5],
  CAD: [100, 50, 20, 10, 5],
  CHF: [1000, 200, 100, 50, 20, 10],
  EUR: [500, 200, 100, 50, 20, 10, 5],
  GBP: [50, 20, 10, 5],
  HKD: [1000, 500, 100, 50, 20, 10],
  INR: [500, 200, 100, 50, 20, 10],
  JPY: [10000, 5000, 2000, 1000],
  SAR: [500, 200, 100, 50, 20, 10, 5],
  SGD: [1000, 100, 50, 10, 5, 2],
  THB: [1000, 500, 100, 50, 20],
  USD: [100, 50, 20, 10, 5, 2, 1],
};
const ANY_FACES: readonly number[] = [1000, 500, 200, 100, 50, 20, 10, 5, 1];

/** The face values of a currency's notes. */
export const facesOf = (isd: string): readonly number[] => FACES[isd] ?? ANY_FACES;
