import type { MAIL_STATES } from '#contract/rates/ibr.ts';
import type { Page } from '#contract/fields.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import { MAIL_COUNTS, MAIL_ROW } from './ibr.present.ts';

/** The retries if the mail server does not answer: about three hours, at growing intervals. */
const MAX_TRIES = 10;
export const MAIL_JOB = 'rates:mails';
/** A worker that is stopped finishes its part first, so a part takes seconds. */
export const MAILS_PER_JOB = 50;
/** Password links and papers do not wait until tens of thousands of cards are sent. */
const PRIORITY = 10;
/** How many mails one statement sends again. */
const RESENT_AT_ONCE = 2_000;

const LATEST = `(select l.srno from rates.ibr_list l where l.flag <> 'D' and l.replaced_at is null
  order by l.day desc limit 1)`;

/** Adds jobs for the waiting mails, each for a part of them. A mail of a round is in one job only. */
const addJobs = (mails: string) =>
  `select platform.add_jobs('${MAIL_JOB}', coalesce(array_agg(json_build_object('publication', $1::integer, 'mails', part.mails)), '{}'),
     ${MAX_TRIES}, ${PRIORITY})
   from (
     select json_agg(json_build_array(entity, round) order by entity) as mails
     from (select entity, round, (row_number() over (order by entity) - 1) / ${MAILS_PER_JOB} as number
       from ${mails} where state = 'waiting') as waiting
     group by number order by number
   ) as part`;

const enqueue = statement(
  'rates.mail.enqueue',
  {},
  `with made as (
     insert into rates.mail (publication, entity, email, state)
     select c.publication, c.entity, e.email, case when e.email = '' then 'noaddress' else 'waiting' end
     from rates.card c join masters.entity_pricing e on e.srno = c.entity
     where c.publication = $1 and c.entity > $2 and c.entity <= $3 and e.email_rate_card
     returning *
   ), added as materialized (${addJobs('made')})
   select from added`,
);
/** Queues a mail for every entity of a range that wants its card by mail, in the transaction that publishes. */
export const enqueueMails = (tx: Transaction, publication: number, after: number, last: number) =>
  tx.rows(enqueue, [publication, after, last]);

const resend = statement(
  'rates.mail.resend',
  { mails: 'int4', last: 'int4?' },
  `with part as materialized (
     select m.entity from rates.mail m
     where m.publication = $1 and m.entity > $3 and m.state <> 'waiting' and (not $2::boolean or m.state = 'failed')
     order by m.entity limit ${RESENT_AT_ONCE}
   ), again as (
     update rates.mail m set state = case when e.email = '' then 'noaddress' else 'waiting' end, email = e.email,
       round = m.round + 1, tries = 0, error = ''
     from masters.entity_pricing e
     where e.srno = m.entity and m.publication = $1 and m.entity > $3 and m.entity <= (select max(entity) from part)
       and m.state <> 'waiting' and (not $2::boolean or m.state = 'failed')
     returning m.*
   ), added as materialized (${addJobs('again')})
   select (select count(*)::integer from again where state = 'waiting') as mails, (select max(entity) from part) as last
   from added`,
);
const tellResend = statement(
  'rates.mail.tell_resend',
  { told: 'text' },
  `with trailed as (
     insert into platform.trail (action, record, record_id, after)
     values ('resend', 'ibr', $1::text, jsonb_build_object('failed_only', $2::boolean))
   )
   select pg_notify('rates_changed', 'mail')::text as told`,
);
/** Sends mails again, part by part, and returns their number. Those still waiting are skipped: they will be sent anyway. */
export async function resendMails(
  tx: Transaction,
  publication: number,
  failedOnly: boolean,
): Promise<number> {
  await tx.one(tellResend, [publication, failedOnly]);
  let sent = 0;
  for (let after = 0; ;) {
    const { mails, last } = await tx.one(resend, [publication, failedOnly, after]);
    if (last === null) return sent;
    sent += mails;
    after = last;
  }
}

const latest = statement('rates.mail.latest', { srno: 'int4?' }, `select ${LATEST} as srno`);
export const latestPublication = async (on: Executor): Promise<number | null> => (await on.one(latest)).srno;

const counts = statement(
  'rates.mail.counts',
  { body: 'text' },
  `select ${jsonObject(MAIL_COUNTS)}::text as body from rates.mail m where m.publication = $1`,
);
export const countMails = async (on: Executor, publication: number): Promise<string> =>
  (await on.one(counts, [publication])).body;

const list = keysetList({
  name: 'rates.mail.list',
  from: 'rates.mail m join masters.entity_ref e on e.srno = m.entity',
  wire: MAIL_ROW,
  key: 'm.entity',
  sorts: { entity: { column: 'm.entity', type: 'integer' } },
  search: `(e.id || ' ' || e.name)`,
  always: {
    publication: (publication) => `m.publication = ${publication}::integer`,
    state: (state) => `m.state = ${state}::text`,
  },
});
export const listMails = (
  on: Executor,
  publication: number,
  state: (typeof MAIL_STATES)[number],
  page: Page | undefined,
) => list.page(on, page, { publication, state });

const find = statement(
  'rates.mail.find',
  {
    entity: 'int4',
    round: 'int4',
    email: 'text',
    is_newest: 'bool',
    entity_name: 'text',
    rows: 'jsonb',
    published_at: 'timestamptz',
    card_key: 'text?',
    entity_type: 'text',
    entity_id: 'text',
    business: 'text',
    licence: 'text',
    contact1: 'text',
    contact2: 'text',
  },
  `select m.entity, m.round, m.email, l.srno = ${LATEST} as is_newest, c.entity_name, c.rows, l.made_at as published_at, k.key as card_key,
     e.type as entity_type, e.id as entity_id, y.name as business, y.licence, y.contact1, y.contact2
   from rates.mail m
   join rates.ibr_list l on l.srno = m.publication
   join rates.card c on c.publication = m.publication and c.entity = m.entity
   join masters.entity_ref e on e.srno = m.entity
   left join rates.card_key k on k.entity = m.entity and k.kind = 'card' and k.revoked_at is null
   cross join masters.company_ref y
   where m.publication = $1 and m.entity = $2 and m.round = $3 and m.state = 'waiting'`,
);
/** A mail by its entity and its round. */
export type MailKey = readonly [entity: number, round: number];
/** The content of a mail that is still waiting, in the same round. */
export const waitingMail = (on: Executor, publication: number, [entity, round]: MailKey) =>
  on.maybe(find, [publication, entity, round]);
export type WaitingMail = NonNullable<Awaited<ReturnType<typeof waitingMail>>>;

/**
 * Each mail is looked up by its key. The statistics know nothing of a publication that was just made, so PostgreSQL takes all
 * of its mails for one and would read them for each job, if it saw that one publication is asked for.
 */
const settle = statement(
  'rates.mail.settle',
  {},
  `with part as materialized (
     select $1::integer as publication, entity, round from unnest($2::integer[], $3::integer[]) as key (entity, round)
   )
   update rates.mail m set state = $4, tries = $5, error = $6, sent_at = case when $4 = 'sent' then now() end
   from part
   where m.publication = part.publication and m.entity = part.entity and m.round = part.round and m.state = 'waiting'`,
);

export interface Outcome {
  readonly state: 'waiting' | 'sent' | 'failed' | 'dropped';
  readonly tries: number;
  readonly error: string;
}
export const settleMails = (
  tx: Transaction,
  publication: number,
  mails: readonly MailKey[],
  { state, tries, error }: Outcome,
) =>
  tx.rows(settle, [
    publication,
    mails.map(([entity]) => entity),
    mails.map(([, round]) => round),
    state,
    tries,
    error,
  ]);
