import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useList, type ListPage, type PageRange } from '#web/patterns/list/useList.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';

export const NOTES_KEY = 'notes';
/** As many as can be moved at once. */
export const MOST_LINES = 500;

interface LinesQuery<Row> {
  readonly key: readonly unknown[];
  readonly ask: (page: PageRange, signal: AbortSignal) => Promise<ListPage<Row>>;
  readonly mark?: string | number | undefined;
}

/** The lines of a list, page by page, asked for anew when someone comes back to the page. */
export const useLines = <Row extends object>({ key, ask, mark }: LinesQuery<Row>) =>
  useList<ListPage<Row>>({
    key: [NOTES_KEY, ...key],
    fetchPage: ask,
    limit: MOST_LINES,
    refetchesOnFocus: true,
    mark,
  });
export type Lines<Row extends object> = ReturnType<typeof useLines<Row>>;

/** Asks for everything about notes anew, and for the requests whose state goes with them. */
export function useNotesRefresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [NOTES_KEY] }),
        client.invalidateQueries({ queryKey: requestKeys.all }),
      ]),
    [client],
  );
}
