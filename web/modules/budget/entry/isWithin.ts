import type { BudgetRow } from '#contract/budget/budget.ts';
import type { BudgetSearch } from '../budgetSearch.ts';

type Whose = Pick<BudgetRow, 'finYear' | 'branch' | 'executive'>;

/** Whether a budget matches the search, by the same rule as the server. */
export function isWithin({ type, which, branch, executive, year }: BudgetSearch, row: Whose): boolean {
  if (row.finYear !== year) return false;
  if (type === 'BRANCH') return row.executive === '' && (which === 'ALL' || row.branch === branch);
  const isOfBranch = branch === '' || row.branch === branch;
  return row.executive !== '' && isOfBranch && (which === 'ALL' || row.executive === executive);
}
