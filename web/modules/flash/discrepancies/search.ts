import { ANSWER_STATUSES, DISCREPANCY_KINDS } from '#domain/flash/codes.ts';
import { FIRST_DISCREPANCY_DAY } from '#domain/flash/flash.ts';
import type { FilterKinds, FilterValues } from '#web/patterns/list/filters.ts';
import { today } from '#web/ui/today.ts';

/** The filters of the page in its address. Pending currencies are shown until something else is chosen. */
export const FLASH_DISCREPANCY_FILTERS = {
  branch: { kind: 'choice' },
  from: { kind: 'date', initial: () => FIRST_DISCREPANCY_DAY },
  to: { kind: 'date', initial: today },
  type: { kind: 'choice', values: DISCREPANCY_KINDS, initial: 'C' },
  status: { kind: 'choice', values: ANSWER_STATUSES, initial: 'P' },
  open: { kind: 'flag' },
} as const satisfies FilterKinds;

type Values = FilterValues<typeof FLASH_DISCREPANCY_FILTERS>;

/** The search as the count takes it: everything but type and status. */
export const wireReach = ({ branch, from, to, open }: Values) => ({
  branch,
  from,
  to,
  ...(open && { open: '1' as const }),
});

/** The search as the list takes it. */
export const wireSearch = (values: Values) => ({
  ...wireReach(values),
  kind: values.type,
  status: values.status,
});
