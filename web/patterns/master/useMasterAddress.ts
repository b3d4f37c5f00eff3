import type { Page } from '#contract/fields.ts';
import type { Sort } from '#web/ui/table/columns.ts';
import { readSerial, useAddress } from '#web/ui/useAddress.ts';

/** The record in the form: one by its number, a new one, or none. */
export type OpenRecord = number | 'new' | null;

const readOpen = (text: string | null): OpenRecord => (text === 'new' ? 'new' : readSerial(text));

function readSort(text: string | null): Sort | null {
  const found = /^(-?)([a-z]{1,30})$/.exec(text ?? '');
  return found?.[2] === undefined ? null : { column: found[2], descending: found[1] === '-' };
}

const writeSort = (sort: Sort | null) =>
  sort === null ? null : `${sort.descending ? '-' : ''}${sort.column}`;

/** Filter, order and open record are in the address: they survive a reload, and Back closes the form. */
export function useMasterAddress() {
  const { params, change } = useAddress();
  const q = params.get('q') ?? '';
  const sort = readSort(params.get('sort'));
  const written = writeSort(sort);
  const page: Page = { ...(q === '' ? {} : { q }), ...(written === null ? {} : { sort: written }) };
  return {
    page,
    q,
    sort,
    open: readOpen(params.get('open')),
    setQ: (text: string) => change({ q: text }, { replace: true }),
    setSort: (next: Sort | null) => change({ sort: writeSort(next) }, { replace: true }),
    setOpen: (next: OpenRecord) => change({ open: next === null ? null : String(next) }, { replace: false }),
  };
}
