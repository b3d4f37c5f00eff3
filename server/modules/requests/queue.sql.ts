import { LEVELS } from '#domain/requests/approval.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';
import { MOST_READ, type QueueRow } from '#server/platform/queue.ts';
import { QUEUE_ROW } from './queue-row.ts';
import { inReach, reachOf } from './reach.sql.ts';
import { IS_SENT_BACK } from './sent-back.sql.ts';
import { AGREED, LACKING, OPEN, PAYMENT_SUMS } from './payment-amounts.sql.ts';
import { QUEUES, type Queue } from './waiting.sql.ts';

/** The rows of home about requests. Each statement walks the index of its queue and stops after MOST_READ rows. */

type Rows = Statement<{ readonly rows: unknown }>;

const ROW = { ...QUEUE_ROW, agreed: AGREED, due: OPEN };

/** The rows of the numbers in `page`, in their order `n`. */
const rowsOf = (name: string, page: string, row: Partial<Record<keyof typeof ROW, string>>) =>
  statement(
    `requests.queue.${name}`,
    { rows: 'json' },
    `with page as materialized (${page})
     select coalesce(json_agg(${jsonObject({ ...ROW, ...row })} order by page.n), '[]') as rows
     from page join requests.request r on r.srno = page.srno ${PAYMENT_SUMS}`,
  );

const read = async (on: Executor, rows: Rows, values: readonly unknown[]) =>
  (await on.one(rows, values)).rows as readonly QueueRow[];

/** The requests of a maker that are not submitted, in reach. Parameters: branches, the caller. */
const OWN_OPEN = `not r.submitted and r.withdrawn_at is null and r.made_by = $2::integer and ${inReach('$1', '$2')}`;

const sentBack = rowsOf(
  'sentback',
  `select r.srno, r.srno as n from requests.request r
   where ${OWN_OPEN} and r.submitted_at is not null and ${IS_SENT_BACK} order by r.srno limit ${MOST_READ}`,
  { by: 'r.sent_back_by_name', reason: 'r.sent_back_reason', since: momentOrEmpty('r.sent_back_at') },
);
export const readSentBack = (on: Executor, caller: Caller) => read(on, sentBack, reachOf(caller));

/** Newest first, because a maker goes on with what they began last. */
const drafts = rowsOf(
  'draft',
  `select r.srno, -r.srno as n from requests.request r
   where ${OWN_OPEN} and (r.submitted_at is null or not ${IS_SENT_BACK})
   order by r.srno desc limit ${MOST_READ}`,
  {
    due: `${LACKING}::text`,
    state: `case when r.type = '' then 'begun' when ${LACKING} > 0 then 'short' when ${LACKING} < 0 then 'over'
      when not exists (select from requests.document d where d.request = r.srno and d.removed_at is null) then 'nodocuments'
      else '' end`,
  },
);
export const readDrafts = (on: Executor, caller: Caller) => read(on, drafts, reachOf(caller));

/** The warnings of the request, one on each line; empty if there are none. */
const WARNINGS = `array_to_string(r.warnings, E'\\n')`;

const STEP_ROWS: Readonly<Record<Queue, Partial<Record<keyof typeof ROW, string>>>> = {
  bm: { by: 'r.made_by_name', since: momentOrEmpty('r.submitted_at'), reason: WARNINGS },
  zm: { by: 'r.bm_by_name', since: momentOrEmpty('r.bm_at'), reason: WARNINGS },
  cm: { by: 'r.zm_by_name', since: momentOrEmpty('r.zm_at'), reason: WARNINGS },
  fm: { by: 'r.zm_by_name', since: momentOrEmpty('r.zm_at'), reason: WARNINGS },
  link: { by: 'r.made_by_name' },
};

/** With four eyes, excludes requests that the caller has made or has approved at another step. */
const FOR_CALLER = `($2::integer is null or ($2 <> all (r.makers)
  and ${LEVELS.map((level) => `r.${level.toLowerCase()}_by is distinct from $2`).join(' and ')}))`;

/**
 * A step's requests, oldest first. Each branch is one ordered index range, and the ranges are merged. Parameters:
 * branches, the caller with four eyes.
 */
function stepStatement(queue: Queue, reach: 'all' | 'branches'): Rows {
  const stretch = (within: string) =>
    `select r.srno from requests.request r where ${QUEUES[queue]} and ${within} and ${FOR_CALLER}
     order by r.srno limit ${MOST_READ}`;
  const page =
    reach === 'all'
      ? stretch('$1::integer[] is null')
      : `select s.srno from unnest($1::integer[]) as b (branch)
         cross join lateral (${stretch('r.branch = b.branch')}) as s order by s.srno limit ${MOST_READ}`;
  return rowsOf(`${queue}.${reach}`, `select srno, srno as n from (${page}) as oldest`, STEP_ROWS[queue]);
}
const steps = Object.fromEntries(
  (Object.keys(QUEUES) as Queue[]).map((queue) => [
    queue,
    { all: stepStatement(queue, 'all'), branches: stepStatement(queue, 'branches') },
  ]),
) as Readonly<Record<Queue, Record<'all' | 'branches', Rows>>>;

export const readStep = (on: Executor, queue: Queue, { scope, account }: Caller, fourEyes: boolean) =>
  read(on, steps[queue][scope === 'all' ? 'all' : 'branches'], [
    entitiesIn(scope),
    fourEyes ? account : null,
  ]);

/** Like the list of special approvals, but in the order of their index. Parameter: branches. */
const special: Rows = statement(
  'requests.queue.special',
  { rows: 'json' },
  `with page as materialized (
     select l.request, l.line_no from requests.payment_line l join requests.request r on r.srno = l.request
     where l.type = 'SPR' and l.settled_at is null and r.submitted
       and ($1::integer[] is null or r.branch = any ($1))
     order by l.request, l.line_no limit ${MOST_READ}
   )
   select coalesce(json_agg(${jsonObject({
     ...ROW,
     key: `r.srno || '.' || l.line_no`,
     amount: 'l.amount::text',
     since: momentOrEmpty('r.submitted_at'),
     by: 'r.made_by_name',
     reason: 'l.reference',
   })} order by l.request, l.line_no), '[]') as rows
   from page join requests.payment_line l using (request, line_no) join requests.request r on r.srno = l.request
     ${PAYMENT_SUMS}`,
);
export const readSpecial = (on: Executor, { scope }: Caller) => read(on, special, [entitiesIn(scope)]);
