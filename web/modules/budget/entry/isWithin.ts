import type { BudgetRow } from '#contract/budget/budget.ts';
import type { BudgetSearch } from '../budgetSearch.ts';

type Whose = Pick<BudgetRow, 'misb_finyear' | 'misb_brancode' | 'misb_empcode'>;

/** Whether a budget matches the search, by the same rule as the server. */
export function isWithin({ type, which, branch, executive, year }: BudgetSearch, row: Whose): boolean {
  if (row.misb_finyear !== year) return false;
  if (type === 'BRANCH') return row.misb_empcode === '' && (which === 'ALL' || row.misb_brancode === branch);
  const isOfBranch = branch === '' || row.misb_brancode === branch;
  return row.misb_empcode !== '' && isOfBranch && (which === 'ALL' || row.misb_empcode === executive);
}
