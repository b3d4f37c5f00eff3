import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

/** The most entities that one run of the daily job reminds; the next run goes on. */
const MOST_REMINDED = 5_000;

const remind = statement(
  'licences.reminder.due',
  { entity: 'int4', days: 'int4' },
  `insert into licences.reminded (entity, licence_to, days)
   select l.srno, l.licence_to, due.days
   from masters.entity_licence l join masters.entity_contact c on c.srno = l.srno and c.email <> ''
   cross join (select (now() at time zone 'Asia/Kolkata')::date as day) as today
   cross join lateral (
     select min(d.days) as days from unnest($1::integer[]) as d (days) where l.licence_to - today.day <= d.days
   ) as due
   where l.licence_to between today.day and today.day + (select max(d.days) from unnest($1) as d (days))
     and due.days is not null
     and exists (select from masters.requirement r where r.entity = l.srno and r.required)
     and not exists (select from licences.reminded m
       where m.entity = l.srno and m.licence_to = l.licence_to and m.days = due.days)
   order by l.licence_to, l.srno limit ${MOST_REMINDED}
   on conflict do nothing
   returning entity, days`,
);
/**
 * Notes which entities are reminded now: once for each of the numbers of days before the licence ends. An entity that
 * was not reminded in time gets the reminder that fits the days that are left.
 */
export const noteReminders = (tx: Transaction, days: readonly number[]) => tx.rows(remind, [days]);

const decision = statement(
  'licences.decision.find',
  {
    entity: 'int4',
    status: 'text',
    reason: 'text',
    document: 'text',
    expires_on: 'text?',
    email: 'text',
    name: 'text',
    business: 'text',
    contact1: 'text',
    contact2: 'text',
    is_required: 'bool',
  },
  `select d.entity, d.status, d.rejection_reason as reason, d.kind_name as document, to_char(d.expires_on, 'YYYY-MM-DD') as expires_on,
     c.email, c.name, y.name as business, y.contact1, y.contact2,
     exists (select from masters.requirement r where r.entity = d.entity and r.kind = d.kind and r.required) as is_required
   from masters.licence_document d join masters.entity_contact c on c.srno = d.entity cross join masters.company_ref y
   where d.srno = $1 and d.version = $2 and d.status <> 'P' and c.active and c.email <> ''`,
);
/** What a mail about a decision says; undefined if it was decided anew meanwhile, or there is no address. */
export const decisionFacts = (on: Executor, document: number, version: number) =>
  on.maybe(decision, [document, version]);

export const DECISION_JOB = 'licences:decision';
const MAX_TRIES = 10;
const queue = statement(
  'licences.decision.queue',
  { queued: 'int4' },
  `select 1 as queued from platform.add_job('${DECISION_JOB}',
     json_build_object('document', $1::integer, 'version', $2::integer), null, ${MAX_TRIES})`,
);
/** Queues the mail about a decision. */
export const queueDecisionMail = (tx: Transaction, document: number, version: number) =>
  tx.one(queue, [document, version]);
