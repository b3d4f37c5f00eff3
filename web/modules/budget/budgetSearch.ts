import { useMemo } from 'react';
import { BUDGET_TYPES, isFinancialYear, otherFinancialYear } from '#domain/budget/budget.ts';
import { financialYearOf } from '#domain/dates.ts';
import type { FilterKinds, FilterValues } from '#web/patterns/list/filters.ts';
import { useFilters } from '#web/patterns/list/useFilters.ts';
import { today } from '#web/ui/today.ts';
import { useSession } from '#web/wire/session.ts';

const filtersFor = (usualYear: string) =>
  ({
    type: { kind: 'choice', values: BUDGET_TYPES, initial: 'BRANCH' },
    which: { kind: 'choice', values: ['ALL', 'ONE'], initial: 'ALL' },
    branch: { kind: 'choice' },
    executive: { kind: 'choice' },
    year: { kind: 'choice', accepts: isFinancialYear, initial: usualYear },
  }) as const satisfies FilterKinds;

/** The branch or executive and the year of the searched budgets; empty texts if nothing is chosen. */
export type BudgetSearch = FilterValues<ReturnType<typeof filtersFor>>;

/** The search in the address; the default is every branch in the session's financial year. */
export function useBudgetFilters(clears?: readonly string[]) {
  const session = useSession();
  const usualYear = session?.finyear ?? financialYearOf(today());
  const kinds = useMemo(() => filtersFor(usualYear), [usualYear]);
  return useFilters(kinds, clears);
}

const YEARS_BACK = 3;
const YEARS_AHEAD = 2;

/** The financial years to choose from, newest first; they include the shown one. */
export function yearsAround(shown: string): readonly string[] {
  const now = financialYearOf(today());
  const years = Array.from({ length: YEARS_BACK + 1 + YEARS_AHEAD }, (_, at) =>
    otherFinancialYear(now, YEARS_AHEAD - at),
  );
  return years.includes(shown) ? years : [...years, shown].toSorted().toReversed();
}

/** Whether the search is for one branch or executive and none is chosen. */
export const lacksOne = ({ type, which, branch, executive }: BudgetSearch): boolean =>
  which === 'ONE' && (type === 'EXECUTIVE' ? executive : branch) === '';
