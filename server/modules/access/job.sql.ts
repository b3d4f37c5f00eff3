import { moment, momentOrEmpty } from '#server/platform/moment.ts';
import { jobCountsSchema, jobRowSchema, MAX_JOB_PAGE_ROWS, type JobSearch } from '#contract/access/jobs.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';

const JOB_ROW = onWire(jobRowSchema, {
  id: 'id',
  task: 'task',
  state: 'state',
  runAt: moment('run_at'),
  attempts: 'attempts',
  maxAttempts: 'max_attempts',
  error: `coalesce(last_error, '')`,
  created: moment('created_at'),
  since: momentOrEmpty('locked_at'),
});
const COUNTS = onWire(jobCountsSchema, {
  task: 'task',
  waiting: 'waiting',
  running: 'running',
  failed: 'failed',
});

const list = statement(
  'access.job.list',
  { body: 'text', next: 'text?' },
  `with found as materialized (
     select row_number() over (order by id desc) as n, page.* from (
       select * from platform.job
       where ($2::bigint is null or id < $2) and ($3::text is null or state = $3) and ($4::text is null or task = $4)
       order by id desc limit $1::integer + 1) as page
   )
   select coalesce(json_agg(${jsonObject(JOB_ROW)} order by n) filter (where n <= $1::integer), '[]')::text as body,
     (max(id) filter (where n = $1::integer and (select count(*) from found) > $1::integer))::text as next
   from found`,
  { isReplanned: true },
);
/** One page, newest first, and the key of the next one. */
export const jobPage = (on: Executor, { state = 'all', task, after, limit = MAX_JOB_PAGE_ROWS }: JobSearch) =>
  on.one(list, [limit, after ?? null, state === 'all' ? null : state, task ?? null]);

const counts = statement(
  'access.job.counts',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(COUNTS)} order by task), '[]')::text as body
   from (select task, count(*) filter (where state = 'waiting') as waiting,
       count(*) filter (where state = 'running') as running, count(*) filter (where state = 'failed') as failed
     from platform.job group by task) as counted`,
);
export const jobCountsOf = (on: Executor) => on.one(counts);

const failed = statement(
  'access.job.failed',
  { waiting: 'int4' },
  `select count(*)::integer as waiting from (
     select from platform.job where state = 'failed' limit ${MOST_COUNTED}) as queue`,
);
/** Counts the failed jobs for the one share. */
export const countFailed = async (on: Executor, shares: readonly Share[]): Promise<readonly Counted[]> => {
  const counted = await on.one(failed);
  return shares.map(() => counted);
};

/** Writes one trail entry for each named job. */
const changeNamed = (name: string, action: string, change: string) =>
  statement(
    `access.job.${name}`,
    { count: 'int4' },
    `with before as materialized (
       select id, task, state, attempts, last_error from platform.job where id = any ($1::bigint[])
     ), changed as materialized (
       select id from ${change}(array(select id from before)) as id
     ), trailed as (
       insert into platform.trail (action, record, record_id, before)
       select '${action}', 'job', before.id::text, to_jsonb(before) - 'id' from before join changed using (id)
     )
     select count(*)::integer as count from changed`,
  );
const retryNamed = changeNamed('retry', 'retry', 'platform.retry_jobs');
const dropNamed = changeNamed('drop', 'drop', 'platform.drop_failed_jobs');

/** Writes one trail entry for all jobs, because an outage of the mail server may leave thousands. */
const retryTask = statement(
  'access.job.retry_task',
  { count: 'int4' },
  `with changed as materialized (
     select id from platform.retry_jobs(array(
       select id from platform.job where task = $1 and state = 'failed')) as id
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'retry', 'job', $1, jsonb_build_object('jobs', count(*)) from changed having count(*) > 0
   )
   select count(*)::integer as count from changed`,
);

export const retryJobs = (
  tx: Transaction,
  which: { readonly ids: readonly number[] } | { readonly task: string },
) => ('ids' in which ? tx.one(retryNamed, [which.ids]) : tx.one(retryTask, [which.task]));
export const dropJobs = (tx: Transaction, ids: readonly number[]) => tx.one(dropNamed, [ids]);
