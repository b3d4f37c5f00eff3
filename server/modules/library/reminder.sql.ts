import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

export const REMINDER_JOB = 'library:reminder';
/** The retries if the mail server does not answer: about three hours, at growing intervals. */
const MAX_TRIES = 10;
/** The most documents that one mail names. */
export const MOST_NAMED = 30;

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;
const RECIPIENTS = `access.head_office_add h where h.right_key = 'GUIDELINE' and h.email <> ''`;

const enqueue = statement(
  'library.reminder.enqueue',
  { mails: 'int4' },
  `with batch as materialized (
     select nextval('library.reminder_batch')::integer as n where exists (select from ${RECIPIENTS})
   ), reminded as (
     insert into library.reminded (document, expires_on, days, batch)
     select d.srno, d.expires_on, w.days, batch.n from batch, library.document d, lateral (
       select min(days) as days from unnest($1::integer[]) as w (days) where d.expires_on <= ${TODAY} + days
     ) as w
     where d.shelf in ('on', 'bare') and w.days is not null
       and d.expires_on between ${TODAY} and ${TODAY} + (select max(days) from unnest($1::integer[]) as m (days))
     order by d.srno
     on conflict do nothing returning batch
   )
   select added.mails from (
     select count(*)::integer as mails, platform.add_jobs('${REMINDER_JOB}',
       coalesce(array_agg(json_build_object('account', h.srno, 'batch', batch.n)), '{}'), ${MAX_TRIES})
     from batch, ${RECIPIENTS} and exists (select from reminded)
   ) as added`,
);
/**
 * Queues one mail for each recipient about the documents that have come within another of the numbers of days before their
 * expiry date. The key of the table lets each reminder happen once, also if two workers ask at once.
 */
export const enqueueReminders = (tx: Transaction, days: readonly number[]) => tx.one(enqueue, [days]);

const find = statement(
  'library.reminder.find',
  { email: 'text', business: 'text', count: 'int4', first: 'jsonb' },
  `select h.email, y.name as business, found.count, found.first
   from access.head_office_add h cross join masters.company_ref y cross join lateral (
     select count(*)::integer as count, jsonb_agg(jsonb_build_object('srno', l.srno, 'name', l.name, 'branch', l.branch,
       'expires', l.expires_on) order by l.n) filter (where l.n <= ${MOST_NAMED}) as first
     from (
       select d.srno, d.name, coalesce(e.name, '') as branch, d.expires_on, row_number() over (order by d.expires_on, d.srno) as n
       from library.reminded r join library.document d on d.srno = r.document left join masters.entity_ref e on e.srno = d.branch
       where r.batch = $2::integer and d.expires_on = r.expires_on and d.active
     ) as l
   ) as found
   where h.srno = $1::integer and h.right_key = 'GUIDELINE' and h.email <> '' and found.count > 0`,
);
/** What a mail says; undefined if the recipient has lost the right or every document was renewed meanwhile. */
export const findReminder = (on: Executor, account: number, batch: number) =>
  on.maybe(find, [account, batch]);
