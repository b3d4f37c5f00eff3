import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Page } from '#contract/fields.ts';
import type { Answer } from '#web/app/call.ts';

export const NOTES_KEY = 'notes';
/** As many as can be moved at once. */
export const MOST_LINES = 500;

interface Asked<Row> {
  readonly key: readonly unknown[];
  readonly ask: (page: Page, signal: AbortSignal) => Promise<Answer<Row[]>>;
  readonly enabled: boolean;
}

/** The lines of a list, page by page, asked for anew when someone comes back to the page. */
export function useLines<Row>({ key, ask, enabled }: Asked<Row>) {
  const query = useInfiniteQuery({
    queryKey: [NOTES_KEY, ...key],
    enabled,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      ask({ limit: MOST_LINES, ...(pageParam === null ? {} : { after: pageParam }) }, signal),
    getNextPageParam: (last) => last.next,
    refetchOnWindowFocus: 'always',
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ reply }) => reply), [query.data]);
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return { query, rows, more };
}
export type Lines<Row> = ReturnType<typeof useLines<Row>>;

/** Asks for everything about notes anew, and for the requests whose state goes with them. */
export function useNotesRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [NOTES_KEY] }),
        client.invalidateQueries({ queryKey: ['requests'] }),
      ]),
    [client],
  );
}
