import type { WaitingSource } from '#server/platform/waiting.ts';
import { countWaiting } from './waiting.sql.ts';

/** Pending licence documents wait for everyone who decides about them. */
export const licencesWaiting: readonly WaitingSource[] = [
  {
    kind: 'licence',
    module: 'licences',
    needs: [{ key: 'FRANCHISEDOC', flag: 'add' }],
    sharesOf: ({ scope }) =>
      scope === 'all' ? [{ at: null, by: null }] : scope.map((at) => ({ at, by: null })),
    count: countWaiting,
  },
];
