import { MOST_AMOUNT } from '#domain/budget/budget.ts';
import { formatRupees } from '#domain/numbers.ts';

/** Why a budget cannot be put where it is to be. */
export const PLACE_TEXTS = {
  branchInactive: 'This branch is not active.',
  otherBranch: 'This executive belongs to another branch.',
  sellsNot: 'This employee is not an active sales executive.',
} as const;

/** Why a year is not copied: whose amount would be too large, and how many more would. */
export function tooLargeText(name: string, monthName: string, count: number): string {
  const others = count === 1 ? '' : `, and so would ${count === 2 ? 'one other' : `${count - 1} others`}`;
  return `The amount of ${name} for ${monthName} would be more than ${formatRupees(MOST_AMOUNT)}${others}. Nothing was copied.`;
}
