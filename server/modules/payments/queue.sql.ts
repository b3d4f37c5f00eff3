import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { AGREED, LACKING, PAYMENT_SUMS, QUEUE_ROW } from '#server/modules/requests/index.ts';
import { entitiesIn, type Executor } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';
import { MOST_READ, type QueueRow } from '#server/platform/queue.ts';
import type { Counted, Share } from '#server/platform/waiting.ts';

/** The rows of home about payments: links of a maker that are not paid, and money to return. */

const unpaid = statement(
  'payments.queue.unpaid',
  { rows: 'json' },
  `with page as materialized (
     select * from requests.unpaid_ref r
     where r.made_by = $2::integer and ($1::integer[] is null or r.branch = any ($1))
     order by r.srno limit ${MOST_READ}
   )
   select coalesce(json_agg(${jsonObject({
     ...QUEUE_ROW,
     agreed: AGREED,
     due: `${LACKING}::text`,
     since: momentOrEmpty('coalesce(o.mailed_at, o.made_at, r.changed_at)'),
     state: `coalesce(o.state, '')`,
   })} order by r.srno), '[]') as rows
   from page r ${PAYMENT_SUMS} left join lateral (
     select l.state, l.mailed_at, l.made_at from payments.link_order l
     where l.request = r.srno and l.link_round = r.link_round and l.replaced_at is null
     order by l.made_at desc limit 1
   ) as o on true`,
);
export const readUnpaid = async (on: Executor, { scope, account }: Caller) =>
  (await on.one(unpaid, [entitiesIn(scope), account])).rows as readonly QueueRow[];

const countOfUnpaid = statement(
  'payments.waiting.unpaid',
  { waiting: 'int4' },
  `select (select count(*)::integer from (
     select from requests.unpaid_ref r
     where r.made_by = share.account and (share.branch is null or r.branch = share.branch) limit ${MOST_COUNTED}
   ) as own) as waiting
   from unnest($1::integer[], $2::integer[]) with ordinality as share (branch, account, n) order by n`,
);
export const countUnpaid = (on: Executor, shares: readonly Share[]): Promise<readonly Counted[]> =>
  on.rows(countOfUnpaid, [shares.map(({ at }) => at), shares.map(({ by }) => by)]);

const refunds = statement(
  'payments.queue.refund',
  { rows: 'json' },
  `with page as materialized (
     select p.srno, p.amount, p.completed_at, p.first_seen_at, p.why, p.request
     from payments.payment p join requests.request_ref r on r.srno = p.request
     where p.outcome = 'to return' and p.returned_at is null and ($1::integer[] is null or r.branch = any ($1))
     order by p.srno limit ${MOST_READ}
   )
   select coalesce(json_agg(${jsonObject({
     ...QUEUE_ROW,
     key: `r.srno || '.' || p.srno`,
     lines: `'[]'::json`,
     morelines: '0',
     amount: 'p.amount::text',
     since: momentOrEmpty('coalesce(p.completed_at, p.first_seen_at)'),
     reason: 'p.why',
   })} order by p.srno), '[]') as rows
   from page p join requests.request_ref r on r.srno = p.request`,
);
export const readRefunds = async (on: Executor, { scope }: Caller) =>
  (await on.one(refunds, [entitiesIn(scope)])).rows as readonly QueueRow[];
