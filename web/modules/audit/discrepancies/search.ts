import type { FilterKinds, FilterValues } from '#web/patterns/list/filters.ts';

/** The filters of the page in its address. The status is pending until another one is chosen. */
export const DISCREPANCY_PAGE_FILTERS = {
  branch: { kind: 'choice' },
  type: { kind: 'choice', values: ['T', 'M'], initial: 'T' },
  status: { kind: 'choice', values: ['ALL', 'PEN', 'OK', 'REV'], initial: 'PEN' },
  period: { kind: 'choice', values: ['dates', 'month'], initial: 'dates' },
  from: { kind: 'date' },
  to: { kind: 'date' },
  year: { kind: 'choice', accepts: (text) => /^\d{4}$/.test(text) },
  month: { kind: 'choice', accepts: (text) => /^(?:[1-9]|1[0-2])$/.test(text) },
  limit: { kind: 'choice', values: ['10', '20', 'ALL'], initial: 'ALL' },
} as const satisfies FilterKinds;

type Values = FilterValues<typeof DISCREPANCY_PAGE_FILTERS>;

const numberOf = (text: string): number | '' => (text === '' ? '' : Number(text));

/** The search as the count takes it, everything but type and status: either days, or the year and the month of the audit. */
export function wireWithin({ branch, period, from, to, year, month }: Values) {
  const byDates = period === 'dates';
  return {
    branch,
    from: byDates ? from : ('' as const),
    to: byDates ? to : ('' as const),
    year: byDates ? ('' as const) : numberOf(year),
    month: byDates ? ('' as const) : numberOf(month),
  };
}

/** The search as the list takes it. */
export const wireSearch = (values: Values) => ({
  ...wireWithin(values),
  kind: values.type,
  status: values.status,
  limit: values.limit,
});
