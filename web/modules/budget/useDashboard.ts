import { useQueryClient } from '@tanstack/react-query';
import { budgetReport, earningRequests } from '#contract/budget/dashboard.ts';
import { MONTHS, type Month } from '#domain/budget/budget.ts';
import { areSameFilters, writeFilters } from '#web/patterns/list/filters.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { useBudgetFilters, type BudgetSearch } from './budgetSearch.ts';

const KEY = 'misbudget';

/** The search and the month of the shown requests are in the address: Back returns to the level above. */
export function useDashboardAddress() {
  const { params, change } = useAddress();
  const { kinds, values, set } = useBudgetFilters(['month']);
  const asked = params.get('month');
  return {
    search: values,
    month: MONTHS.find((month) => month === asked) ?? null,
    isShown: (search: BudgetSearch) => areSameFilters(kinds, search, values),
    setSearch: (next: BudgetSearch) => set(next, { replace: false }),
    /** The address of a link to a search, on the same path. */
    linkTo: (next: BudgetSearch) => {
      const pairs = Object.entries(writeFilters(kinds, next)).filter(([, value]) => value !== null);
      return { search: new URLSearchParams(pairs as [string, string][]).toString() };
    },
    setMonth: (month: Month | null) => change({ month }, { replace: false }),
  };
}

/** Creates links to other searches. */
export type LinkTo = ReturnType<typeof useDashboardAddress>['linkTo'];

/** The report of a search: the total of all, and the rows page by page. */
export function useReport(search: BudgetSearch) {
  const { query, rows, table } = useList({
    key: [KEY, 'report', search],
    fetchPage: async (page, signal) => {
      const answer = await call(budgetReport, { asked: { ...search, mode: 'View' }, page }, { signal });
      return { ...answer.reply, reply: answer.reply.rows, next: answer.next, search };
    },
    keepsPrevious: true,
  });
  const first = query.data?.pages[0];
  // Until the reply to a new search arrives, the previous report is shown.
  return { query, rows, table, total: first?.total, answers: first?.search ?? search };
}
export type Report = ReturnType<typeof useReport>;

/** Reloads everything that the dashboard shows. */
export function useDashboardRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [KEY] });
}

export interface Behind {
  readonly year: string;
  readonly month: Month;
  readonly branch: string;
  /** Empty for the whole branch. */
  readonly executive: string;
}

/** The requests behind a figure, page by page. */
export const useEarnings = ({ year, month, branch, executive }: Behind) =>
  useList({
    key: [KEY, 'requests', year, month, branch, executive],
    fetchPage: (page, signal) =>
      call(earningRequests, { asked: { year, month, branch, executive }, page }, { signal }),
  });
