import { systemActing } from '../database.ts';
import { forgetOldKeys } from '../dispatch/idempotency.sql.ts';
import type { Job } from './jobs.ts';

/** Longer than any client keeps retrying. */
const KEEP_KEYS_DAYS = 7;

/** Deletes the idempotency keys of writes that no client will repeat any more. */
export const forgetKeysJob: Job = {
  name: 'platform:forget-keys',
  cron: '41 3 * * *',
  run: async (_, { database }) => {
    await database.write(systemActing('job.platform.forget-keys'), (tx) =>
      tx.rows(forgetOldKeys, [KEEP_KEYS_DAYS]),
    );
  },
};
