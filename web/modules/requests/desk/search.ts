import { ALL_FILTERS, type RequestSearch } from '#contract/requests/desk.ts';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/requests/codes.ts';
import {
  areSameFilters,
  initialFilters,
  readFilters,
  writeFilters,
  type FilterKinds,
  type TypedFilters,
} from '#web/patterns/list/filters.ts';

const MAX_BRANCH_CHARS = 20;
const TYPES = Object.keys(TRANSACTION_TYPES) as readonly TransactionType[];

/** The filters of the list; empty texts are no filters. */
export const DESK_FILTERS = {
  status: { kind: 'choice', values: ALL_FILTERS, initial: 'ALL' },
  number: { kind: 'text', accepts: (text) => /^\d{1,9}$/.test(text) },
  // Days apply only with status ALL.
  from: { kind: 'date' },
  to: { kind: 'date' },
  type: { kind: 'choice', values: TYPES },
  branch: { kind: 'choice', accepts: (text) => text.length <= MAX_BRANCH_CHARS },
} as const satisfies FilterKinds;

export type DeskSearch = TypedFilters<typeof DESK_FILTERS>;

export const NO_SEARCH: DeskSearch = initialFilters(DESK_FILTERS);

/** Reads a search from an address or a stored view; invalid values are omitted. */
export function readSearch(given: (name: keyof DeskSearch) => string | null | undefined): DeskSearch {
  const search = readFilters(DESK_FILTERS, given);
  return search.status === 'ALL' ? search : { ...search, from: '', to: '' };
}

/** Writes a search as pairs for an address: only values that differ from the default. */
export const writeSearch = (search: DeskSearch): [string, string][] =>
  Object.entries(writeFilters(DESK_FILTERS, search)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );

export const isSameSearch = (one: DeskSearch, other: DeskSearch): boolean =>
  areSameFilters(DESK_FILTERS, one, other);

export const wireSearch = ({ status, number, from, to, type, branch }: DeskSearch): RequestSearch => ({
  srchStatus: status,
  srchRef: number,
  srchFromDate: status === 'ALL' ? from : '',
  srchToDate: status === 'ALL' ? to : '',
  srchBranch: branch,
  srchTranType: type,
});

export const PAGE_ROWS = 100;

/** What the list asks for when its address names no search. */
export const FIRST_PAGE = { search: wireSearch(NO_SEARCH), page: { limit: PAGE_ROWS } } as const;

const FEWEST_DIGITS = 4;

/**
 * Whether the text of the quick filter is a number that the server finds: a serial number, PAN, ID number, mobile or
 * the end of one. Other texts filter the rows that are loaded.
 */
export const isNumberText = (text: string): boolean =>
  text.replace(/\D/g, '').length >= FEWEST_DIGITS && !/[₹,/]/.test(text);
