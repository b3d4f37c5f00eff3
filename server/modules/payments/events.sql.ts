import type { Rupees } from '#domain/money.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

export const SETTLE_JOB = 'payments:settle';

/** Adds one job for each order. The job key merges repeated requests. */
export const addSettleJob = (order: string) =>
  `platform.add_job('${SETTLE_JOB}', json_build_object('order', ${order}), '${SETTLE_JOB} ' || ${order})`;

const keep = statement(
  'payments.event.keep',
  { why: 'text' },
  `with named as (
     select order_id, case when amount <> $7::numeric then 'It names another amount than was asked for.'
       when $8::text <> 'INR' then 'It names another currency than was asked for.' else '' end as why
     from payments.link_order where order_id = $6
   ), judged as (
     select case when $5::text <> '' then $5::text else coalesce((select why from named), 'It names no order of ours.') end as why
   ), kept as (
     insert into payments.event (address, signature, sent_at, body, believed, why, order_id, signature_hash)
     select nullif($1::text, '')::inet, $2, $3, $4, judged.why = '', judged.why, $6, sha256(convert_to($2, 'UTF8')) from judged
     on conflict (signature_hash) do nothing returning believed, why, order_id
   ), told as (
     select ${addSettleJob('order_id')} from kept where believed
   )
   select kept.why from kept left join told on true`,
);

export interface Event {
  readonly address: string | null;
  readonly signature: string;
  readonly sentAt: string;
  readonly body: Buffer;
  /** The reason why it is not believed; empty if it may be believed. */
  readonly why: string;
  readonly orderId: string | null;
  readonly amount: Rupees | null;
  readonly currency: string;
}
/**
 * Stores a signed webhook as it arrived. If it is believed, a job asks the gateway about the order. Returns undefined
 * if a webhook with the same signature is stored already, so that a replay leaves no trace.
 */
export const keepEvent = (tx: Transaction, event: Event) =>
  tx.maybe(keep, [
    event.address ?? '',
    event.signature,
    event.sentAt,
    event.body,
    event.why,
    event.orderId,
    event.amount,
    event.currency,
  ]);

const DUE_AT_ONCE = 500;

const askDue = statement(
  'payments.order.askdue',
  { asked: 'int4' },
  `with over as (
     select order_id from payments.link_order where ask_until <= now() and asked_at >= ask_until
     order by asked_at limit ${DUE_AT_ONCE} for update skip locked
   ), done as (
     update payments.link_order o set ask_until = null from over where o.order_id = over.order_id
   ), due as (
     select order_id from payments.link_order
     where ask_until is not null and asked_at < case when ask_until <= now() then ask_until
       else now() - least(greatest(interval '4 minutes', (now() - made_at) / 24), interval '6 hours') end
     order by asked_at limit ${DUE_AT_ONCE}
   ), told as (
     select ${addSettleJob('order_id')} from due
   )
   select count(*)::integer as asked from told`,
);
/**
 * Asks about orders whose webhook never arrived: often while they are new, less often later, and once more when no
 * money can arrive any more. After that they leave the queue. A partial index holds only the queue.
 */
export const askAboutDue = (tx: Transaction) => tx.one(askDue);

const result = statement(
  'payments.result.find',
  {
    token_hash: 'bytea',
    order_id: 'text',
    state: 'text',
    amount: 'text',
    payment_id: 'text?',
    payment_status: 'text?',
    payment_amount: 'text?',
    payment_currency: 'text?',
    bank_reference: 'text?',
    completed_at: 'timestamptz?',
  },
  `select o.token_hash, o.order_id, o.state, o.amount::text as amount, p.id as payment_id, p.status as payment_status,
     p.amount::text as payment_amount, p.currency as payment_currency, p.bank_reference, p.completed_at
   from payments.link_order o
   left join lateral (
     select * from payments.payment p where p.order_id = o.order_id
     order by p.status = 'SUCCESS' desc, p.first_seen_at desc, p.id desc limit 1
   ) as p on true
   where o.order_id = $1 and o.made_at > now() - interval '180 days'`,
);
/** The order and its most relevant payment. It expires after 180 days, because its URL may remain in many mailboxes. */
export const findResult = (on: Executor, orderId: string) => on.maybe(result, [orderId]);
