import { useMemo } from 'react';
import { financialYearOf } from '#domain/dates.ts';
import { useSession } from '#web/app/session.ts';
import { readBudgetSearch, writeBudgetSearch, type BudgetSearch } from '#web/pickers/budgetSearch.ts';
import { today } from '#web/ui/today.ts';
import { useAddress } from '#web/ui/useAddress.ts';

/** The search lives in the address; without one it is every branch in the year of the session. */
export function useBudgetAddress() {
  const { params, change } = useAddress();
  const session = useSession();
  const usual = session?.finyear ?? financialYearOf(today());
  const written = params.toString();
  const search = useMemo(() => readBudgetSearch(new URLSearchParams(written), usual), [written, usual]);
  return {
    search,
    setSearch: (next: BudgetSearch) => change(writeBudgetSearch(next, usual), { replace: false }),
  };
}
