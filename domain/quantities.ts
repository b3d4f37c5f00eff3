import { formatDecimal, shortDecimal } from './numbers.ts';

/** Quantities in the ledger have two decimals, and its reports show both. */
export const formatLedgerQuantity = (decimal: string): string => formatDecimal(decimal, 2);

const decimalsOf = (short: string): number => short.split('.')[1]?.length ?? 0;

/** A quantity with Indian grouping and without trailing zeros: 1200.50 → 1,200.5. */
export function formatQuantity(decimal: string): string {
  const short = shortDecimal(decimal);
  return formatDecimal(short, decimalsOf(short));
}
