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
} as const satisfies FilterKinds;

/** The search as the call takes it. */
export const wireSearch = ({
  branch,
  from,
  to,
  type,
  status,
}: FilterValues<typeof FLASH_DISCREPANCY_FILTERS>) => ({
  branch,
  frmdate: from,
  todate: to,
  type,
  status,
});
