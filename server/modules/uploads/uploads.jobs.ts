import { BATCH_REFUSALS } from '#domain/uploads/batches.ts';
import { systemActing } from '#server/platform/database.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { refuseSilent } from './batch.sql.ts';

/** Refuses the batches of processes that have died. */
export const sweepUploadsJob: Job = {
  name: 'uploads:sweep',
  cron: '*/10 * * * *',
  async run(_payload, { database, log }) {
    const batches = await database.write(systemActing('job.uploads.sweep'), (tx) =>
      refuseSilent(tx, BATCH_REFUSALS.interrupted),
    );
    if (batches > 0) log.warn({ batches }, 'uploads were interrupted and are refused');
  },
};
