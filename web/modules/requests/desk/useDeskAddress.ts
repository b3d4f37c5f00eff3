import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { ListNews } from '#web/patterns/list/FilteredList.tsx';
import type { FilterValues } from '#web/patterns/list/filters.ts';
import type { Filters } from '#web/patterns/list/useFilters.ts';
import { readSerial } from '#web/ui/useAddress.ts';
import { DESK_FILTERS, isSameSearch, NO_SEARCH, readSearch, writeSearch, type DeskSearch } from './search.ts';

/** The state that a return passes to the list: the request that was open, and its result. */
export interface ReturnNote {
  readonly left: number;
  readonly news: ListNews | null;
}

/** The state that the list passes to another screen: the search to return to, as an address. */
export interface CameFrom {
  readonly list: string;
}

/** The status in the address for the requests that wait for this user, whatever the step is. */
const WAITING = 'WAITING';

/** Search and opened request are in the address: they survive a reload, can be shared, and Back closes the request. */
export function useDeskAddress() {
  const [params, setParams] = useSearchParams();
  const written = params.toString();
  const search = useMemo(() => {
    const given = new URLSearchParams(written);
    return readSearch((name) => given.get(name));
  }, [written]);
  const here = useMemo(
    (): CameFrom => ({ list: new URLSearchParams(writeSearch(search)).toString() }),
    [search],
  );
  const opened = readSerial(params.get('srno'));
  const { state } = useLocation() as { state: ReturnNote | null };

  function change(next: DeskSearch, number: number | null, replace: boolean, left?: ReturnNote): void {
    const pairs = writeSearch(next);
    if (number !== null) pairs.push(['srno', String(number)]);
    setParams(pairs, { replace, state: left });
  }

  const [resets, setResets] = useState(0);
  const list = (next: DeskSearch, replace: boolean) => change(next, null, replace);
  /** Lists another search, in the place of everything that is typed. */
  function setSearch(next: DeskSearch): void {
    setResets((times) => times + 1);
    list(next, false);
  }
  // Not useFilters: a change removes the opened request, and the history entry stores which request was open.
  const filters: Filters<typeof DESK_FILTERS> = {
    kinds: DESK_FILTERS,
    values: search as FilterValues<typeof DESK_FILTERS>,
    isInitial: isSameSearch(search, NO_SEARCH),
    set: (some, { replace }) => list({ ...search, ...some }, replace),
    resets,
    reset: () => setSearch(NO_SEARCH),
  };

  return {
    search,
    filters,
    isWaiting: params.get('status') === WAITING,
    opened,
    left: opened === null ? state : null,
    here,
    setSearch,
    open: (number: number, replace = false) => change(search, number, replace),
    close: (news: ListNews | null = null) =>
      change(search, null, false, opened === null ? undefined : { left: opened, news }),
  };
}
