import { formatBriefly, formatRupees } from '#domain/numbers.ts';

/** An amount in a column that has no room for its every digit; those are told where the mouse rests. */
export const briefAmount = (amount: string) => (
  <span title={formatRupees(amount)}>{formatBriefly(amount)}</span>
);
