import { REQUEST_FILTERS, type RequestFilter, type RequestSearch } from '#contract/requests/desk.ts';
import { readIsoDate } from '#domain/dates.ts';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/requests/codes.ts';

/** What the list is narrowed to; empty texts narrow nothing. */
export interface DeskSearch {
  readonly status: RequestFilter;
  readonly number: string;
  /** Days count only with status ALL. */
  readonly from: string;
  readonly to: string;
  readonly type: TransactionType | '';
  readonly branch: string;
}

export const NO_SEARCH: DeskSearch = { status: 'ALL', number: '', from: '', to: '', type: '', branch: '' };
const NAMES = Object.keys(NO_SEARCH) as readonly (keyof DeskSearch)[];

const dayOf = (text: string) => readIsoDate(text) ?? '';
const typeOf = (text: string) => (Object.hasOwn(TRANSACTION_TYPES, text) ? (text as TransactionType) : '');

/** A search as an address or a stored view holds it; what is not understood is left out. */
export function readSearch(given: (name: keyof DeskSearch) => string | null | undefined): DeskSearch {
  const text = (name: keyof DeskSearch) => (given(name) ?? '').trim();
  const status = REQUEST_FILTERS.find((each) => each === text('status')) ?? 'ALL';
  return {
    status,
    number: /^\d{1,9}$/.test(text('number')) ? text('number') : '',
    from: status === 'ALL' ? dayOf(text('from')) : '',
    to: status === 'ALL' ? dayOf(text('to')) : '',
    type: typeOf(text('type')),
    branch: text('branch').slice(0, 20),
  };
}

/** The same as pairs for an address: only what differs from no search at all. */
export const writeSearch = (search: DeskSearch): [string, string][] =>
  NAMES.filter((name) => search[name] !== NO_SEARCH[name]).map((name) => [name, search[name]]);

export const isSameSearch = (one: DeskSearch, other: DeskSearch): boolean =>
  NAMES.every((name) => one[name] === other[name]);

export const wireSearch = ({ status, number, from, to, type, branch }: DeskSearch): RequestSearch => ({
  srchStatus: status,
  srchRef: number,
  srchFromDate: status === 'ALL' ? from : '',
  srchToDate: status === 'ALL' ? to : '',
  srchBranch: branch,
  srchTranType: type,
});
