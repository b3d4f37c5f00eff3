import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { budgetReport, earningRequests, type ReportRow } from '#contract/budget/dashboard.ts';
import { MONTHS, type Month } from '#domain/budget/budget.ts';
import { financialYearOf } from '#domain/dates.ts';
import { call } from '#web/app/call.ts';
import { useSession } from '#web/app/session.ts';
import { readBudgetSearch, writeBudgetSearch, type BudgetSearch } from '#web/pickers/budgetSearch.ts';
import { today } from '#web/ui/today.ts';
import { useAddress } from '#web/ui/useAddress.ts';

const KEY = 'misbudget';
const PAGE_ROWS = 100;
const firstPage = null as string | null;
const pageAt = (after: string | null) => ({ limit: PAGE_ROWS, ...(after === null ? {} : { after }) });

export const wireReport = (search: BudgetSearch, mode: 'View' | 'Download') => ({
  finyear: search.year,
  mode,
  srchType: search.type,
  srchOneAll: search.which,
  srchBran: search.branch,
  srchSalesExecutive: search.executive,
});

/** What is shown, and of which month the requests, live in the address: Back goes up again. */
export function useDashboardAddress() {
  const { params, change } = useAddress();
  const session = useSession();
  const usual = session?.finyear ?? financialYearOf(today());
  const written = params.toString();
  const search = useMemo(() => readBudgetSearch(new URLSearchParams(written), usual), [written, usual]);
  const asked = params.get('month');
  return {
    search,
    month: MONTHS.find((month) => month === asked) ?? null,
    setSearch: (next: BudgetSearch) =>
      change({ ...writeBudgetSearch(next, usual), month: null }, { replace: false }),
    /** Where a link to a search leads, on this same path. */
    linkTo: (next: BudgetSearch) => {
      const pairs = Object.entries(writeBudgetSearch(next, usual)).filter(
        ([, value]) => (value ?? '') !== '',
      );
      return { search: new URLSearchParams(pairs as [string, string][]).toString() };
    },
    setMonth: (month: Month | null) => change({ month }, { replace: false }),
  };
}

/** How a part of the screen makes links to other searches. */
export type LinkTo = ReturnType<typeof useDashboardAddress>['linkTo'];

/** The report of a search: the sum of all, and the rows page by page. */
export function useReport(search: BudgetSearch, isWanted = true) {
  const query = useInfiniteQuery({
    queryKey: [KEY, 'report', search],
    enabled: isWanted,
    initialPageParam: firstPage,
    queryFn: async ({ pageParam, signal }) => {
      const asked = wireReport(search, 'View');
      const answer = await call(budgetReport, { asked, page: pageAt(pageParam) }, { signal });
      return { ...answer, search };
    },
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(
    (): readonly ReportRow[] | undefined => query.data?.pages.flatMap(({ reply }) => reply.rows),
    [query.data],
  );
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const first = query.data?.pages[0];
  // Until the answer to another search is there, what is shown is that to the one before.
  return { query, rows, more, total: first?.reply.total, answers: first?.search ?? search };
}
export type Report = ReturnType<typeof useReport>;

/** Asks anew for everything that the dashboard shows. */
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
export function useEarnings({ year, month, branch, executive }: Behind) {
  const query = useInfiniteQuery({
    queryKey: [KEY, 'requests', year, month, branch, executive],
    initialPageParam: firstPage,
    queryFn: ({ pageParam, signal }) =>
      call(
        earningRequests,
        {
          asked: { finyear: year, month, srchBran: branch, srchSalesExecutive: executive },
          page: pageAt(pageParam),
        },
        { signal },
      ),
    getNextPageParam: (last) => last.next,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return { query, rows, more };
}
