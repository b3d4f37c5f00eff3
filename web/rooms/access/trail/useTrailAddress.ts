import { useSearchParams } from 'react-router';
import type { TrailSearch } from '#contract/access/trail.ts';
import { readIsoDate } from '#domain/dates.ts';

/** What is searched for, by the names that the address and the call have for it. */
export const SEARCHED = ['user', 'record', 'recordid', 'action', 'from', 'to'] as const;
export type SearchField = (typeof SEARCHED)[number];
export type TrailFilter = Pick<TrailSearch, SearchField>;

const isDay = (name: SearchField) => name === 'from' || name === 'to';

/** Search and opened entry live in the address: they survive a reload, can be sent to someone, and Back closes. */
export function useTrailAddress() {
  const [params, setParams] = useSearchParams();
  const filter: TrailFilter = {};
  for (const name of SEARCHED) {
    const value = params.get(name)?.trim() ?? '';
    if (value !== '' && (!isDay(name) || readIsoDate(value) !== null)) filter[name] = value;
  }
  const written = params.get('open') ?? '';

  function change(
    values: Readonly<Partial<Record<SearchField | 'open', string | null>>>,
    replace: boolean,
  ): void {
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(values))
          if (value === null || value === '') current.delete(name);
          else current.set(name, value);
        return current;
      },
      { replace },
    );
  }

  return {
    filter,
    open: /^\d{1,15}$/.test(written) ? Number(written) : null,
    setFilter: (name: SearchField, value: string | null) => change({ [name]: value }, true),
    clear: () => change(Object.fromEntries(SEARCHED.map((name) => [name, null])), true),
    setOpen: (id: number | null) => change({ open: id === null ? null : String(id) }, id === null),
  };
}
