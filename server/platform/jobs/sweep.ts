import { systemActing } from '../database.ts';
import { forgetOldKeys } from '../dispatch/idempotency.sql.ts';
import type { Job } from './jobs.ts';

/** Longer than any client goes on trying. */
const KEEP_KEYS_DAYS = 7;

/** Forgets the keys of writes that nobody will repeat any more. */
export const forgetKeysJob: Job = {
  name: 'platform:forget-keys',
  cron: '41 3 * * *',
  run: async (_, { database }) => {
    await database.write(systemActing('job.platform.forget-keys'), (tx) =>
      tx.rows(forgetOldKeys, [KEEP_KEYS_DAYS]),
    );
  },
};
