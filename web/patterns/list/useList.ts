import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { userMessage } from '#web/wire/problems.ts';

const PAGE_ROWS = 100;

/** The page of a list to fetch. */
export interface PageRange {
  readonly limit: number;
  readonly after?: string;
}

/** One page of a list, with the key of the next one; null on the last page. */
export interface ListPage<Row> {
  readonly reply: readonly Row[];
  readonly next: string | null;
}

interface ListQuery<FetchedPage> {
  readonly key: QueryKey;
  readonly fetchPage: (page: PageRange, signal: AbortSignal) => Promise<FetchedPage>;
  /** The number of rows per page. */
  readonly limit?: number;
  readonly enabled?: boolean;
  /** Shows the rows of the previous filters until those of the new ones have arrived. */
  readonly keepsPrevious?: boolean;
  /** Fetches again when the user returns to the window. */
  readonly refetchesOnFocus?: boolean;
  /**
   * Never fetches the loaded rows again by itself, so that a user who works through them keeps the place. Another key
   * always fetches.
   */
  readonly staysAsLoaded?: boolean;
  /** Fetches again when this value changes, such as the mark by which the server reports that the list has changed. */
  readonly mark?: string | number | undefined;
}

/** A list fetched page by page, by key. `table` holds the properties for a DataTable. */
export function useList<FetchedPage extends ListPage<object>>(list: ListQuery<FetchedPage>) {
  type Row = FetchedPage['reply'][number];
  const { key, fetchPage, limit = PAGE_ROWS, mark } = list;
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: key,
    enabled: list.enabled ?? true,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ limit, ...(pageParam === null ? {} : { after: pageParam }) }, signal),
    getNextPageParam: (last) => last.next,
    ...(list.keepsPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(list.staysAsLoaded === true ? { staleTime: Infinity, gcTime: 0 } : {}),
    ...(list.refetchesOnFocus === true ? { refetchOnWindowFocus: 'always' as const } : {}),
  });
  const rows = useMemo(
    (): readonly Row[] | undefined => query.data?.pages.flatMap(({ reply }): readonly Row[] => reply),
    [query.data],
  );
  const { fetchNextPage, refetch } = query;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  const seenMark = useRef(mark);
  useEffect(() => {
    if (seenMark.current === mark) return;
    seenMark.current = mark;
    void refetch();
  }, [mark, refetch]);

  /** Changes loaded rows in their place, without a call to the server. */
  function changeRows(change: (row: Row) => Row): void {
    client.setQueryData<InfiniteData<FetchedPage, string | null>>(
      key,
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, reply: page.reply.map(change) })) },
    );
  }

  return {
    query,
    rows,
    changeRows,
    table: {
      rows,
      hasMore: query.hasNextPage,
      loadingMore: query.isFetchingNextPage,
      onMore,
      error: userMessage(query.error) ?? undefined,
      onRetry: () => void refetch(),
    },
  };
}

/** The properties of a DataTable that come from a list. */
export type ListTable<Row> = Omit<ReturnType<typeof useList>['table'], 'rows'> & {
  readonly rows: readonly Row[] | undefined;
};
