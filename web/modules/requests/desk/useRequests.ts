import { useQueryClient } from '@tanstack/react-query';
import { listRequests, type RequestRow } from '#contract/requests/desk.ts';
import { useList } from '#web/patterns/list/useList.ts';
import { call } from '#web/wire/call.ts';
import { requestKeys } from '#web/wire/requestKeys.ts';
import { PAGE_ROWS, wireSearch, type DeskSearch } from './search.ts';

/** The requests of a search, and with a number only those that have it, page by page. A change of one is shown in its
 * row. */
export function useRequests(search: DeskSearch, text = '') {
  const client = useQueryClient();
  const { query, rows, table, changeRows } = useList({
    key: requestKeys.list(text === '' ? search : { ...search, text }),
    fetchPage: (page, signal) =>
      call(
        listRequests,
        { search: wireSearch(search), page: text === '' ? page : { ...page, q: text } },
        { signal },
      ),
    // The page's own script fetches the first page early, by the same body (FIRST_PAGE).
    limit: PAGE_ROWS,
    keepsPrevious: true,
  });

  /**
   * A changed row stays in its place even if it no longer matches the search, so that a user who works through a queue keeps
   * the position.
   */
  const changeAll = (srnos: readonly number[], changed: Partial<RequestRow>) =>
    changeRows((row) => (srnos.includes(row.srno) ? { ...row, ...changed } : row));
  const refresh = () => client.invalidateQueries({ queryKey: requestKeys.all });
  return { query, rows, table: { ...table, onRetry: () => void refresh() }, changeAll, refresh };
}
export type Requests = ReturnType<typeof useRequests>;
