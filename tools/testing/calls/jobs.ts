import type pg from 'pg';
import * as jobs from '#contract/access/jobs.ts';
import { sample, type ModuleSamples } from './sample.ts';

/** Jobs belong to no branch: only head office sees them. */
const HEAD_OFFICE = { named: ['A'] } as const;

async function failedJob(database: pg.Client, task: string): Promise<number> {
  const added = await database.query<{ id: string }>(
    `select id from graphile_worker.add_job($1, '{}', max_attempts => 1)`,
    [task],
  );
  await database.query('select graphile_worker.permanently_fail_jobs($1, $2)', [
    [added.rows[0]?.id],
    'As asked.',
  ]);
  return Number(added.rows[0]?.id);
}

export const jobSamples: ModuleSamples = {
  samples: [
    sample(jobs.jobList, HEAD_OFFICE, () => ({ search: { state: 'failed' as const, limit: 10 } })),
    sample(jobs.jobCounts, HEAD_OFFICE, () => ({})),
    sample(jobs.jobRetry, HEAD_OFFICE, async ({ database, word }) => ({
      which: { ids: [await failedJob(database, word)] },
    })),
    sample(jobs.jobDrop, HEAD_OFFICE, async ({ database, word }) => ({
      which: { ids: [await failedJob(database, word)] },
    })),
  ],
};
