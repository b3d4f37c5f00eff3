import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';
import { QUEUE_CONDITIONS } from './list.sql.ts';
import { IS_SENT_BACK } from './sent-back.sql.ts';

/** Counts the requests that wait, over the partial index of their queue and up to MOST_COUNTED. */

export type Queue = 'bm' | 'zm' | 'cm' | 'fm' | 'link';

/** The conditions are written exactly like those of the indexes (server/migrations/0015_requests.sql). */
export const QUEUES: Readonly<Record<Queue, string>> = {
  bm: QUEUE_CONDITIONS.APRBM,
  zm: QUEUE_CONDITIONS.APRZM,
  cm: QUEUE_CONDITIONS.APRCM,
  fm: QUEUE_CONDITIONS.APRFUND,
  link: QUEUE_CONDITIONS.UNSENT,
};

/** With four eyes, excludes requests that the user has made or has approved at another step. */
const forThem = `(share.account is null or (share.account <> all (r.makers)
  and ${LEVELS.map((level) => `r.${level.toLowerCase()}_by is distinct from share.account`).join(' and ')}))`;

const counted = { waiting: 'int4' } as const;

function countStatement(queue: Queue, reach: 'all' | 'branches') {
  const within = reach === 'all' ? '$1::integer[] is not null' : 'r.branch = share.branch';
  return statement(
    `requests.waiting.${queue}.${reach}`,
    counted,
    `select (select count(*)::integer from (
       select from requests.request r where ${QUEUES[queue]} and ${within} and ${forThem} limit ${MOST_COUNTED}
     ) as queue) as waiting
     from unnest($1::integer[], $2::integer[]) with ordinality as share (branch, account, n) order by n`,
  );
}

const statements = Object.fromEntries(
  (Object.keys(QUEUES) as Queue[]).map((queue) => [
    queue,
    { all: countStatement(queue, 'all'), branches: countStatement(queue, 'branches') },
  ]),
) as Readonly<Record<Queue, Record<'all' | 'branches', ReturnType<typeof countStatement>>>>;

const values = (shares: readonly Share[]) => [shares.map(({ at }) => at), shares.map(({ by }) => by)];

export async function countQueue(
  on: Executor,
  queue: Queue,
  shares: readonly Share[],
): Promise<readonly Counted[]> {
  const counts = new Map<Share, Counted>();
  const { all, branches } = statements[queue];
  for (const [counting, some] of [
    [all, shares.filter(({ at }) => at === null)],
    [branches, shares.filter(({ at }) => at !== null)],
  ] as const) {
    if (some.length === 0) continue;
    const rows = await on.rows(counting, values(some));
    for (const [index, share] of some.entries()) counts.set(share, rows[index] ?? { waiting: 0 });
  }
  return shares.map((share) => counts.get(share) ?? { waiting: 0 });
}

/** The queue is usually short, because approvals are settled. If it is not, only the oldest lines are read. */
const MOST_LOOKED_AT = 10_000;

const special = statement(
  'requests.waiting.special',
  counted,
  `with oldest as (
     select (select r.branch from requests.request r where r.srno = l.request and r.submitted) as branch
     from requests.payment_line l where l.type = 'SPR' and l.settled_at is null
     order by l.request, l.line_no limit ${MOST_LOOKED_AT}
   ), by_branch as materialized (
     select branch, count(*) as waiting from oldest where branch is not null group by branch
   )
   select least(coalesce((select sum(b.waiting) from by_branch b
     where share.branch is null or b.branch = share.branch), 0), ${MOST_COUNTED})::integer as waiting
   from unnest($1::integer[]) with ordinality as share (branch, n) order by n`,
);
export const countSpecial = (on: Executor, shares: readonly Share[]): Promise<readonly Counted[]> =>
  on.rows(special, [shares.map(({ at }) => at)]);

/** The requests sent back to a user, for each branch in scope or for all of them. */
const sentBack = statement(
  'requests.waiting.sentback',
  counted,
  `select (select count(*)::integer from (
     select from requests.request r
     where r.made_by = share.account and not r.submitted and r.submitted_at is not null and r.withdrawn_at is null
       and r.branch is not null and (share.branch is null or r.branch = share.branch) and ${IS_SENT_BACK}
     limit ${MOST_COUNTED}
   ) as own) as waiting
   from unnest($1::integer[], $2::integer[]) with ordinality as share (branch, account, n) order by n`,
);
export const countSentBack = (on: Executor, shares: readonly Share[]): Promise<readonly Counted[]> =>
  on.rows(sentBack, values(shares));
