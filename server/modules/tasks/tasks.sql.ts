import { taskRow } from '#contract/tasks/tasks.ts';
import { moment } from '#server/platform/moment.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { isKeyMoment, isKeyNumber, keyMoment, readKey, writeKey } from '#server/platform/db/key.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';

/** The trail records that a task was written and how long its text is. The text itself is private to its author. */
const add = statement(
  'tasks.task.add',
  { srno: 'int4' },
  `with added as (
     insert into tasks.task (account, task) values ($1, $2) returning srno, length(task) as characters
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add', 'task', srno::text, jsonb_build_object('characters', characters) from added
   )
   select srno from added`,
);
export const insertTask = (tx: Transaction, task: string, { account }: Caller) =>
  tx.one(add, [account, task]);

const page = statement(
  'tasks.task.list',
  { body: 'text', last_at: 'text?', last_key: 'int4?' },
  `with found as materialized (
     select row_number() over (order by t.created_at desc, t.srno desc) as n, t.srno, t.task, t.created_at
     from tasks.task t
     where t.account = $2::integer
       and t.created_at >= $3::date::timestamp at time zone 'Asia/Kolkata'
       and t.created_at < ($4::date + 1)::timestamp at time zone 'Asia/Kolkata'
       and ($5::timestamptz is null or (t.created_at, t.srno) < ($5, $6::integer))
     order by t.created_at desc, t.srno desc limit $1::integer + 1
   ), one_more as (select count(*) > $1 as exists from found)
   select coalesce(json_agg(${jsonObject(
     onWire(taskRow, { srno: 'f.srno', task: 'f.task', createdAt: moment('f.created_at') }),
   )} order by f.n) filter (where f.n <= $1), '[]')::text as body,
     ${keyMoment('max(f.created_at) filter (where f.n = $1 and (select exists from one_more))')} as last_at,
     max(f.srno) filter (where f.n = $1 and (select exists from one_more)) as last_key
   from found f`,
);

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

export interface TasksQuery {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly after: string | undefined;
  readonly limit: number | undefined;
}

/** One page of the caller's own tasks, newest first. */
export async function taskPage(on: Executor, { from, to, after, limit }: TasksQuery, { account }: Caller) {
  const { body, last_at, last_key } = await on.one(page, [
    limit ?? MAX_LIST_ROWS,
    account,
    from ?? FIRST_DAY,
    to ?? LAST_DAY,
    ...(after === undefined ? [null, null] : readKey(after, [isKeyMoment, isKeyNumber])),
  ]);
  return { body, next: last_key === null ? null : writeKey(last_at, last_key) };
}
