import type { TrailSearch } from '#contract/access/trail.ts';
import type { FilterKinds } from '#web/patterns/list/filters.ts';

/** The search fields, by the names that the address and the call use. */
export const TRAIL_FILTERS = {
  user: { kind: 'choice' },
  record: { kind: 'choice' },
  recordid: { kind: 'text' },
  action: { kind: 'choice' },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies FilterKinds;

export type TrailFilter = Pick<TrailSearch, keyof typeof TRAIL_FILTERS>;
