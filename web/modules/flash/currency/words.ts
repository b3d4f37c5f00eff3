import type { FlashCurrency } from '#contract/flash/currencies.ts';
import { exact, isZero, subtractExact, type Exact } from '#domain/money.ts';
import { formatAmount, formatDecimal } from '#domain/numbers.ts';
import { formatQuantity } from '#domain/quantities.ts';
import { flashText } from '#web/texts/flash.ts';
import { differenceWords } from '../difference.ts';

const text = flashText.currency;
const { count } = flashText;

const without = (sign: string): string => sign.replace('-', '');

/** What of a difference the notes in transit do not explain, because nobody can count them. */
export const unexplained = (difference: string, transit: string): Exact =>
  transit === '' ? exact(difference) : subtractExact(exact(difference), exact(transit));

interface DifferenceCell {
  readonly figure: string;
  /** The small line below the figure. */
  readonly small: string;
  /** Whether something is missing or too much that transit does not explain. */
  readonly isWrong: boolean;
}

/** The difference of a counted currency in the table. */
export function differenceCell({ difference, inTransit: transit }: FlashCurrency): DifferenceCell {
  const rest = unexplained(difference, transit);
  const hasTransit = transit !== '' && !isZero(exact(transit));
  const isExplained = isZero(rest);
  return {
    figure: formatAmount(difference),
    small: !hasTransit ? '' : isExplained ? text.allInTransit : text.unexplained(formatAmount(without(rest))),
    isWrong: !isExplained,
  };
}

/** What the notes in transit say about a difference; empty if there are none in transit. */
export function transitWords(difference: string, transit: string): string {
  if (transit === '' || isZero(exact(transit))) return '';
  const rest = unexplained(difference, transit);
  if (isZero(rest)) return count.explained(formatQuantity(transit));
  const { amount, way } = differenceWords(rest);
  return count.without(amount, way, formatQuantity(transit));
}

/** A part of the report value, such as what is in the vault; a dash if it was not fetched. */
export const heldWords = (held: string): string =>
  held === '' ? text.notKnown : formatDecimal(held, held.endsWith('.00') || !held.includes('.') ? 0 : 2);
