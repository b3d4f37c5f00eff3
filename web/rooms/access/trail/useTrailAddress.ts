import type { TrailSearch } from '#contract/access/trail.ts';
import { readIsoDate } from '#domain/dates.ts';
import { useAddress } from '#web/ui/useAddress.ts';

/** What is searched for, by the names that the address and the call have for it. */
export const SEARCHED = ['user', 'record', 'recordid', 'action', 'from', 'to'] as const;
export type SearchField = (typeof SEARCHED)[number];
export type TrailFilter = Pick<TrailSearch, SearchField>;

const isDay = (name: SearchField) => name === 'from' || name === 'to';

/** Search and opened entry live in the address: they survive a reload, can be sent to someone, and Back closes. */
export function useTrailAddress() {
  const { params, change } = useAddress();
  const filter: TrailFilter = {};
  for (const name of SEARCHED) {
    const value = params.get(name)?.trim() ?? '';
    if (value !== '' && (!isDay(name) || readIsoDate(value) !== null)) filter[name] = value;
  }
  const written = params.get('open') ?? '';

  return {
    filter,
    open: /^\d{1,15}$/.test(written) ? Number(written) : null,
    setFilter: (name: SearchField, value: string | null) => change({ [name]: value }, { replace: true }),
    clear: () => change(Object.fromEntries(SEARCHED.map((name) => [name, null])), { replace: true }),
    setOpen: (id: number | null) =>
      change({ open: id === null ? null : String(id) }, { replace: id === null }),
  };
}
