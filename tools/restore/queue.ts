import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';

/** Jobs of one kind that a worker would begin with at once. */
export interface DueJobs {
  readonly task: string;
  readonly jobs: number;
  readonly oldest: Date;
  readonly newest: Date;
}

const DUE = 'run_at <= now() and attempts < max_attempts';

const LIST_DUE = `
  select task_identifier as task, count(*)::integer as jobs, min(created_at) as oldest, max(created_at) as newest
  from graphile_worker.jobs where ${DUE} group by 1 order by 1`;

/** A failed job stays on the screen of jobs, where somebody can start it again or remove it. */
const SET_ASIDE = `
  select count(*)::integer as jobs from graphile_worker.permanently_fail_jobs(array(
    select id from graphile_worker.jobs
    where ${DUE} and ($1::text[] is null or task_identifier = any ($1))), $2)`;

/** The restored queue may hold jobs that a worker had begun with at the moment. */
const FREE = 'select platform.free_jobs_of(platform.silent_workers())';

/** Sessions of the worker's login besides this one. */
const WORKERS = `select count(*)::integer as sessions from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and backend_type = 'client backend'`;

const ALL = 'all';

const withQueue = <T>(jobsUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: jobsUrl, application_name: 'bureau restore' }, work);

/** The jobs that were waiting at the moment of the restore. Most of them were done after it, and would be done again. */
export const listDueJobs = (jobsUrl: string): Promise<readonly DueJobs[]> =>
  withQueue(jobsUrl, async (client) => (await client.query<DueJobs>(LIST_DUE)).rows);

/** Sets due jobs aside, all or those of some kinds; returns their number. */
export const setJobsAside = (jobsUrl: string, which: string): Promise<number> =>
  withQueue(jobsUrl, async (client) => {
    const { rows: workers } = await client.query<{ sessions: number }>(WORKERS);
    if ((workers[0]?.sessions ?? 0) > 0)
      throw new Error('A worker is connected to the database. Stop it, and then set jobs aside.');
    await client.query(FREE);
    const tasks = which === ALL ? null : which.split(',');
    const reason = `Set aside after the restore of ${new Date().toISOString()}.`;
    const { rows } = await client.query<{ jobs: number }>(SET_ASIDE, [tasks, reason]);
    return rows[0]?.jobs ?? 0;
  });
