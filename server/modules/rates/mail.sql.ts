import type { MAIL_STATES } from '#contract/rates/ibr.ts';
import type { Page } from '#contract/fields.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import { MAIL_COUNTS, MAIL_ROW } from './ibr.present.ts';

/** The retries if the mail server does not answer: about three hours, at growing intervals. */
const MAX_TRIES = 10;
export const MAIL_JOB = 'rates:mail';

const LATEST = `(select l.srno from rates.ibr_list l where l.flag <> 'D' and l.replaced_at is null
  order by l.day desc limit 1)`;

/** Adds one job for each waiting mail in a single call and returns their number. */
const addJobs = (mails: string) =>
  `select added.mails from (
     select count(*)::integer as mails, platform.add_jobs('${MAIL_JOB}',
       coalesce(array_agg(json_build_object('publication', publication, 'entity', entity, 'round', round)), '{}'), ${MAX_TRIES})
     from ${mails} where state = 'waiting'
   ) as added`;

const enqueue = statement(
  'rates.mail.enqueue',
  { mails: 'int4' },
  `with made as (
     insert into rates.mail (publication, entity, email, state)
     select c.publication, c.entity, e.email, case when e.email = '' then 'noaddress' else 'waiting' end
     from rates.card c join masters.entity_pricing e on e.srno = c.entity
     where c.publication = $1 and e.email_rate_card
     returning *
   )
   ${addJobs('made')}`,
);
/** Queues a mail for every entity that wants its card by mail, in the transaction that publishes. */
export const enqueueMails = (tx: Transaction, publication: number) => tx.one(enqueue, [publication]);

const resend = statement(
  'rates.mail.resend',
  { mails: 'int4' },
  `with again as (
     update rates.mail m set state = case when e.email = '' then 'noaddress' else 'waiting' end, email = e.email,
       round = m.round + 1, tries = 0, error = ''
     from masters.entity_pricing e
     where e.srno = m.entity and m.publication = $1 and m.state <> 'waiting' and (not $2::boolean or m.state = 'failed')
     returning m.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     values ('resend', 'ibr', $1::text, jsonb_build_object('failed_only', $2::boolean))
   )
   ${addJobs('again')}, pg_notify('rates_changed', 'mail')`,
);
/** Mails that are still waiting are skipped, because they will be sent anyway. */
export const resendMails = (tx: Transaction, publication: number, failedOnly: boolean) =>
  tx.one(resend, [publication, failedOnly]);

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
  `select m.email, l.srno = ${LATEST} as is_newest, c.entity_name, c.rows, l.made_at as published_at, k.key as card_key,
     e.type as entity_type, e.id as entity_id, y.name as business, y.licence, y.contact1, y.contact2
   from rates.mail m join rates.ibr_list l on l.srno = m.publication
   join rates.card c on c.publication = m.publication and c.entity = m.entity
   join masters.entity_ref e on e.srno = m.entity
   left join rates.card_key k on k.entity = m.entity and k.kind = 'card' and k.revoked_at is null
   cross join masters.company_ref y
   where m.publication = $1 and m.entity = $2 and m.round = $3 and m.state = 'waiting'`,
);
/** The content of a waiting mail; undefined if it is no longer waiting or belongs to an earlier round. */
export const waitingMail = (on: Executor, publication: number, entity: number, round: number) =>
  on.maybe(find, [publication, entity, round]);
export type WaitingMail = NonNullable<Awaited<ReturnType<typeof waitingMail>>>;

const settle = statement(
  'rates.mail.settle',
  {},
  `update rates.mail set state = $4, tries = $5, error = $6, sent_at = case when $4 = 'sent' then now() end
   where publication = $1 and entity = $2 and round = $3 and state = 'waiting'`,
);

export interface Outcome {
  readonly state: 'waiting' | 'sent' | 'failed' | 'dropped';
  readonly tries: number;
  readonly error: string;
}
export const settleMail = (
  tx: Transaction,
  publication: number,
  entity: number,
  round: number,
  { state, tries, error }: Outcome,
) => tx.rows(settle, [publication, entity, round, state, tries, error]);
