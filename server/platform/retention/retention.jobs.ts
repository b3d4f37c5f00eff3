import { systemActing } from '../database.ts';
import type { ObjectStore } from '../files/store.ts';
import type { Job, JobTools } from '../jobs/jobs.ts';
import { daysKept, recordBatch } from './retention.sql.ts';
import type { Sweep } from './sweep.ts';
import { removeUnwanted } from './unwanted.ts';

/** Small enough for a short transaction. */
const BATCH = 1_000;
/** The most batches of a subject in one night. What is left goes in the next. */
const MAX_BATCHES = 1_000;
const CALL = 'job.platform.retention';

/** Sweeps one subject. Each batch commits by itself with its count, so a job that died continues where it ended. */
async function sweepSubject(database: JobTools['database'], { subject, sweep }: Sweep): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const isLast = await database.write(systemActing(CALL), async (tx) => {
      const days = await daysKept(tx, subject);
      const swept = await sweep(tx, days, BATCH);
      await recordBatch(tx, subject, days, swept, swept.removed < BATCH);
      return swept.removed < BATCH;
    });
    if (isLast) return;
  }
}

/**
 * Every night removes what is older than the rules of platform.retention allow. A subject that fails does not stop the
 * others; the job fails at the end, and is tried again.
 */
export const retentionJob = (sweeps: readonly Sweep[], store: Pick<ObjectStore, 'remove'>): Job => ({
  name: 'platform:retention',
  cron: '47 20 * * *',
  async run(_payload, { database, log }) {
    const failures: unknown[] = [];
    const attempt = (subject: string, work: Promise<void>) =>
      work.catch((error: unknown) => {
        log.error({ err: error, subject }, 'old records could not be removed');
        failures.push(error);
      });
    for (const sweep of sweeps) await attempt(sweep.subject, sweepSubject(database, sweep));
    await attempt('bytes', removeUnwanted(database, store));
    if (failures.length > 0) throw new AggregateError(failures, 'some old records could not be removed');
  },
});

/** Removes bytes as soon as the rows that named them are erased, without waiting for the night. */
export const unwantedJob = (store: Pick<ObjectStore, 'remove'>): Job => ({
  name: 'platform:unwanted',
  run: (_payload, { database }) => removeUnwanted(database, store),
});
