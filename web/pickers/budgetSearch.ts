import { isFinancialYear, otherFinancialYear, type BudgetType } from '#domain/budget/budget.ts';
import { financialYearOf } from '#domain/dates.ts';
import { today } from '#web/ui/today.ts';

/** Whose budgets are meant, and of which year; empty texts where nothing is chosen. */
export interface BudgetSearch {
  readonly type: BudgetType;
  readonly which: 'ALL' | 'ONE';
  readonly branch: string;
  readonly executive: string;
  readonly year: string;
}

const YEARS_BACK = 3;
const YEARS_AHEAD = 2;

/** The financial years that can be chosen, the newest first; one that is shown is among them. */
export function yearsAround(shown: string): readonly string[] {
  const now = financialYearOf(today());
  const years = Array.from({ length: YEARS_BACK + 1 + YEARS_AHEAD }, (_, at) =>
    otherFinancialYear(now, YEARS_AHEAD - at),
  );
  return years.includes(shown) ? years : [...years, shown].toSorted().toReversed();
}

/** The search that an address holds; without one it is every branch in the usual year. */
export function readBudgetSearch(address: URLSearchParams, usualYear: string): BudgetSearch {
  const year = address.get('year') ?? '';
  return {
    type: address.get('type') === 'EXECUTIVE' ? 'EXECUTIVE' : 'BRANCH',
    which: address.get('which') === 'ONE' ? 'ONE' : 'ALL',
    branch: address.get('branch') ?? '',
    executive: address.get('executive') ?? '',
    year: isFinancialYear(year) ? year : usualYear,
  };
}

/** How it stands in the address; what is usual is left out. */
export const writeBudgetSearch = (search: BudgetSearch, usualYear: string) => ({
  type: search.type === 'BRANCH' ? null : search.type,
  which: search.which === 'ALL' ? null : search.which,
  branch: search.branch,
  executive: search.executive,
  year: search.year === usualYear ? null : search.year,
});

export const isSameBudgetSearch = (one: BudgetSearch, other: BudgetSearch): boolean =>
  one.type === other.type &&
  one.which === other.which &&
  one.branch === other.branch &&
  one.executive === other.executive &&
  one.year === other.year;

/** Whether one is asked for and it is not said which. */
export const lacksOne = ({ type, which, branch, executive }: BudgetSearch): boolean =>
  which === 'ONE' && (type === 'EXECUTIVE' ? executive : branch) === '';
