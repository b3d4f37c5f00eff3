import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Meaning } from '#web/ui/theme.ts';
import { readSearch, writeSearch, type DeskSearch } from './search.ts';

export interface News {
  readonly meaning: Meaning;
  readonly text: string;
}

/** What the list is told when one comes back to it: which request was left, and what happened to it. */
export interface Left {
  readonly left: number;
  readonly news: News | null;
}

/** What another screen is told of the list that it was opened from: the search to come back to, as an address has it. */
export interface CameFrom {
  readonly list: string;
}

/** In the address where the list of what waits for this user is meant, whatever step that is. */
const WAITING = 'WAITING';

/** Search and opened request live in the address: they survive a reload, can be sent to someone, and Back closes. */
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
  const srno = params.get('srno') ?? '';

  const opened = /^[1-9]\d{0,8}$/.test(srno) ? Number(srno) : null;
  const { state } = useLocation() as { state: Left | null };

  function change(next: DeskSearch, number: number | null, replace: boolean, left?: Left): void {
    const pairs = writeSearch(next);
    if (number !== null) pairs.push(['srno', String(number)]);
    setParams(pairs, { replace, state: left });
  }

  return {
    search,
    isWaiting: params.get('status') === WAITING,
    opened,
    left: opened === null ? state : null,
    here,
    setSearch: (next: DeskSearch, replace = false) => change(next, null, replace),
    open: (number: number, replace = false) => change(search, number, replace),
    close: (news: News | null = null) =>
      change(search, null, false, opened === null ? undefined : { left: opened, news }),
  };
}
