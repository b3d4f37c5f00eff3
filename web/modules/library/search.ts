import { CATEGORIES, EXPIRY_FILTERS, LIST_LIMITS } from '#domain/library/codes.ts';
import type { FilterKinds, FilterValues } from '#web/patterns/list/filters.ts';

/** The filters of the library in its address. */
export const LIBRARY_FILTERS = {
  search: { kind: 'choice', values: ['ALL', 'PERIOD'], initial: 'ALL' },
  from: { kind: 'date' },
  to: { kind: 'date' },
  category: { kind: 'choice', values: ['ALL', ...CATEGORIES], initial: 'ALL' },
  active: { kind: 'choice', values: ['ALL', '1', '0'], initial: 'ALL' },
  limit: { kind: 'choice', values: ['ALL', ...LIST_LIMITS], initial: 'ALL' },
  expiry: { kind: 'choice', values: EXPIRY_FILTERS },
  q: { kind: 'text' },
} as const satisfies FilterKinds;

export type LibraryFilterValues = FilterValues<typeof LIBRARY_FILTERS>;

/** The search as the call takes it. Dates count only in a period. */
export function searchOf(values: LibraryFilterValues, mayAdd: boolean) {
  const isPeriod = values.search === 'PERIOD';
  return {
    period: values.search,
    from: isPeriod ? values.from : ('' as const),
    to: isPeriod ? values.to : ('' as const),
    category: values.category,
    limit: values.limit === 'ALL' ? ('' as const) : values.limit,
    status: mayAdd ? values.active : ('' as const),
    addRight: mayAdd ? ('1' as const) : ('0' as const),
    expiry: values.expiry,
  };
}
