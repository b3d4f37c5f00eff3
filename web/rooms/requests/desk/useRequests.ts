import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { listRequests, type RequestRow } from '#contract/requests/desk.ts';
import { call, type Answer } from '#web/app/call.ts';
import { wireSearch, type DeskSearch } from './search.ts';

export const REQUESTS_KEY = 'requests';
const PAGE_ROWS = 100;

type Pages = InfiniteData<Answer<RequestRow[]>, string | null>;

/** The requests of a search, page by page; a change to one is shown in its place. */
export function useRequests(search: DeskSearch) {
  const client = useQueryClient();
  const queryKey = useMemo(() => [REQUESTS_KEY, 'list', search], [search]);
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        listRequests,
        {
          search: wireSearch(search),
          page: { limit: PAGE_ROWS, ...(pageParam === null ? {} : { after: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  /** The row stays where it is even where it no longer fits the search: whoever works through a queue keeps their place. */
  const change = useCallback(
    (srno: number, changed: Partial<RequestRow>) =>
      client.setQueryData<Pages>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              reply: page.reply.map((row) => (row.req_srno === srno ? { ...row, ...changed } : row)),
            })),
          },
      ),
    [client, queryKey],
  );
  const refresh = () => client.invalidateQueries({ queryKey: [REQUESTS_KEY] });
  return { query, rows, more, change, refresh };
}
export type Requests = ReturnType<typeof useRequests>;
