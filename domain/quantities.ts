import { formatDecimal, shortDecimal } from './numbers.ts';

/** A quantity or a rate grouped the Indian way, with as many places as it needs: 1200.50 → 1,200.5. */
export function formatQuantity(decimal: string): string {
  const short = shortDecimal(decimal);
  return formatDecimal(short, short.split('.')[1]?.length ?? 0);
}
