import { MOST_AMOUNT } from '#domain/budget/budget.ts';
import { formatRupees } from '#domain/numbers.ts';

/** The reasons why a budget is not allowed at a branch or executive. */
export const PLACE_TEXTS = {
  branchInactive: 'This branch is not active.',
  otherBranch: 'This executive belongs to another branch.',
  sellsNot: 'This employee is not an active sales executive.',
} as const;

/** The reason why a year is not copied: the amount that would be too large, and the number of others. */
export function tooLargeText(name: string, monthName: string, count: number): string {
  const others = count === 1 ? '' : `, and so would ${count === 2 ? 'one other' : `${count - 1} others`}`;
  return `The amount of ${name} for ${monthName} would be more than ${formatRupees(MOST_AMOUNT)}${others}. Nothing was copied.`;
}
