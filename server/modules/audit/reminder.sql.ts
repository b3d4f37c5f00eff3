import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { PENDING_DAY } from './discrepancy-row.ts';

export const REMINDER_JOB = 'audit:reminder';
/** The retries if the mail server does not answer: about three hours, at growing intervals. */
const MAX_TRIES = 10;
/** A branch is reminded once in so many days, however many discrepancies wait for it. */
const BETWEEN_DAYS = 7;
/** The most discrepancies that one mail names. */
export const MOST_NAMED = 20;

const isLate = (days: string) =>
  `d.status = 'P' and d.removed_at is null and d.pending_since < now() - make_interval(days => ${days}::integer)`;

const enqueue = statement(
  'audit.reminder.enqueue',
  { mails: 'int4' },
  `with today as (
     select (now() at time zone 'Asia/Kolkata')::date as day
   ), reminded as (
     insert into audit.reminded (branch, week)
     select c.srno, today.day from masters.entity_contact c, today
     where c.active and c.email <> '' and exists (select from audit.discrepancy d where d.branch = c.srno and ${isLate('$1')})
       and not exists (select from audit.reminded r where r.branch = c.srno and r.week > today.day - ${BETWEEN_DAYS})
     on conflict do nothing returning branch, week
   )
   select added.mails from (
     select count(*)::integer as mails, platform.add_jobs('${REMINDER_JOB}',
       coalesce(array_agg(json_build_object('branch', branch, 'day', week)), '{}'), ${MAX_TRIES})
     from reminded
   ) as added`,
);
/** Queues one mail for each branch that has late discrepancies and was not reminded within a week. */
export const enqueueReminders = (tx: Transaction, days: number) => tx.one(enqueue, [days]);

const late = statement(
  'audit.reminder.find',
  { email: 'text', name: 'text', business: 'text', count: 'int4', oldest: 'jsonb' },
  `select c.email, c.name, y.name as business, found.count, found.oldest
   from masters.entity_contact c cross join masters.company_ref y cross join lateral (
     select count(*)::integer as count, jsonb_agg(jsonb_build_object('day', l.since, 'type', l.type, 'number', l.tran_no,
       'party', l.party_name, 'words', l.words) order by l.n) filter (where l.n <= ${MOST_NAMED}) as oldest
     from (
       select ${PENDING_DAY} as since, d.type, d.tran_no, d.party_name, d.words,
         row_number() over (order by ${PENDING_DAY}, d.line_no) as n
       from audit.discrepancy d where d.branch = c.srno and ${isLate('$2')}
     ) as l
   ) as found
   where c.srno = $1::integer and c.active and c.email <> '' and found.count > 0`,
);
/** What a mail to a branch says; undefined if everything has been answered meanwhile. */
export const lateDiscrepancies = (on: Executor, branch: number, days: number) =>
  on.maybe(late, [branch, days]);
