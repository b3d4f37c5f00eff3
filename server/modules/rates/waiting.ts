import { dateInIndia } from '#domain/dates.ts';
import type { WaitingSource } from '#server/platform/waiting.ts';
import { sharedByAll } from '#server/platform/waiting-branches.ts';
import { countUnpublished } from './waiting.sql.ts';

/** The rates of today wait for treasury until they are published. A new day is noticed within a minute. */
export const ratesWaiting: readonly WaitingSource[] = [
  {
    kind: 'publish',
    module: 'rates',
    needs: [
      { key: 'IBR', flag: 'query' },
      { key: 'IBR', flag: 'add' },
    ],
    sharesOf: sharedByAll,
    count: (on, shares) => countUnpublished(on, dateInIndia(Date.now()), shares),
  },
];
