import type { WaitingSource } from '#server/platform/waiting.ts';
import { sharedByAll } from '#server/platform/waiting-branches.ts';
import { countFailed } from './job.sql.ts';

/** Jobs that failed for good wait for whoever can start them again. */
export const jobsWaiting: readonly WaitingSource[] = [
  {
    kind: 'job',
    module: 'jobs',
    needs: [
      { key: 'JOBS', flag: 'query' },
      { key: 'JOBS', flag: 'edit' },
    ],
    sharesOf: sharedByAll,
    count: countFailed,
  },
];
