import type { Rupees } from '#domain/money.ts';
import type { GatewayPayment } from '#domain/payments/settlement.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { addSettleJob } from './events.sql.ts';

/** An attempt that takes longer has died, because the timeouts of the gateway and the mail server are shorter. */
const SENDING = `interval '3 minutes'`;
/** The gateway keeps a link for thirty days. */
const ASKED_FOR = `interval '31 days'`;
/** A payment that is under way when the link ends or is paid may take one more day. */
const ASKED_AFTERWARDS = `interval '1 day'`;
const LIVE = `('new', 'open')`;

/** Adds a trail entry with the branch of the request. */
const trailed = (action: string, from: string, after: string) =>
  `insert into platform.trail (action, record, record_id, branch, after)
   select '${action}', 'payment link', ${from}.order_id, r.branch, ${after}
   from ${from} join requests.request_ref r on r.srno = ${from}.request`;

const live = statement(
  'payments.order.live',
  { order_id: 'text', content_hash: 'bytea', is_being_sent: 'bool' },
  `select order_id, content_hash, coalesce(sending_until > now(), false) as is_being_sent
   from payments.link_order where request = $1 and link_round = $2 and state in ${LIVE} for update`,
);
/** The order for the outstanding amount of this round, if there is one. */
export const liveOrder = (tx: Transaction, request: number, round: number) =>
  tx.maybe(live, [request, round]);

const add = statement(
  'payments.order.add',
  { order_id: 'text' },
  `with made as (
     insert into payments.link_order (order_id, request, link_round, amount, content_hash, token_hash, made_by, made_by_name, sending_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + ${SENDING})
     on conflict (request, link_round) where state in ${LIVE} do nothing
     returning *
   ), trailed as (${trailed('add', 'made', `jsonb_build_object('request', made.request, 'round', made.link_round, 'amount', made.amount)`)})
   select order_id from made`,
);

export interface NewOrder {
  readonly orderId: string;
  readonly request: number;
  readonly round: number;
  readonly amount: Rupees;
  readonly contentHash: Buffer;
  readonly tokenHash: Buffer;
}
/** Logs the order and holds it for this attempt. Returns undefined if another attempt was faster. */
export const addOrder = (tx: Transaction, order: NewOrder, by: Caller) =>
  tx.maybe(add, [
    order.orderId,
    order.request,
    order.round,
    order.amount,
    order.contentHash,
    order.tokenHash,
    by.account,
    by.name,
  ]);

const hold = statement(
  'payments.order.hold',
  {},
  `with held as (
     update payments.link_order set sending_until = now() + ${SENDING}
     where order_id = $1 returning *
   ), trailed as (${trailed('try again', 'held', `jsonb_build_object('request', held.request, 'round', held.link_round, 'amount', held.amount)`)})
   select from held`,
);
/** Holds an existing order for another attempt. The transaction must have locked the order. */
export const holdOrder = (tx: Transaction, orderId: string) => tx.rows(hold, [orderId]);

const replace = statement(
  'payments.order.replace',
  {},
  `with replaced as (
     update payments.link_order set state = 'replaced', replaced_at = now() where order_id = $1 and state in ${LIVE} returning *
   ), cancelled as (
     select platform.add_job('payments:cancel', json_build_object('order', order_id)) from replaced
   ), trailed as (${trailed('replace', 'replaced', `jsonb_build_object('request', replaced.request)`)})
   select from cancelled`,
);
/** Marks the order as replaced, so that it accepts no money, and cancels its link in the background. */
export const replaceOrder = (tx: Transaction, orderId: string) => tx.rows(replace, [orderId]);

const made = statement(
  'payments.order.made',
  { order_id: 'text' },
  `update payments.link_order o set state = 'open', gateway_id = $2, link_url = $3, last_answer = 'ACTIVE',
     asked_at = now(), ask_until = now() + ${ASKED_FOR}
   from requests.request_ref r
   where o.order_id = $1 and o.state in ${LIVE} and r.srno = o.request and r.link_round = o.link_round
   returning o.order_id`,
);
/**
 * Returns undefined if the order is no longer live or the request has another round by now. The thirty days count from
 * the moment when the gateway created the link. That may be long after the order was logged, and it is never later than
 * now.
 */
export const orderMade = (tx: Transaction, orderId: string, gatewayId: string, url: string) =>
  tx.maybe(made, [orderId, gatewayId, url]);

const cancelLater = statement(
  'payments.order.cancellater',
  {},
  `select from platform.add_job('payments:cancel', json_build_object('order', $1::text))`,
);
/** Cancels a link in the background that the gateway created but nobody needs. */
export const cancelOrder = (tx: Transaction, orderId: string) => tx.rows(cancelLater, [orderId]);

const release = statement(
  'payments.order.release',
  {},
  `with released as (
     update payments.link_order set sending_until = null, last_answer = $2,
       state = case when $3::boolean and state = 'new' then 'refused' else state end
     where order_id = $1 returning order_id, state
   ), told as (
     select ${addSettleJob('order_id')} from released where $3 and state = 'open'
   )
   select from told`,
);
/**
 * Ends an attempt without a mail. A new order that the gateway refused is closed. If the link of a refused order exists
 * already, it may have ended, so a job asks the gateway about it. Any other order is used again.
 */
export const releaseOrder = (tx: Transaction, orderId: string, answer: string, isRefused: boolean) =>
  tx.rows(release, [orderId, answer, isRefused]);

const mailed = statement(
  'payments.order.mailed',
  { order_id: 'text' },
  `with sent as (
     update payments.link_order set mailed_at = now(), sending_until = null
     where order_id = $1 and state in ('new', 'open', 'paid') returning *
   ), trailed as (${trailed('send', 'sent', `jsonb_build_object('request', sent.request, 'amount', sent.amount)`)})
   select order_id from sent`,
);
/** Returns undefined if the link ended while the mail was being sent. */
export const orderMailed = (tx: Transaction, orderId: string) => tx.maybe(mailed, [orderId]);

const ORDER = {
  order_id: 'text',
  request: 'int4',
  link_round: 'int4',
  amount: 'numeric',
  state: 'text',
} as const;

const lock = statement(
  'payments.order.lock',
  { ...ORDER, is_replaced: 'bool', is_credited: 'bool' },
  `select o.order_id, o.request, o.link_round, o.amount, o.state, o.replaced_at is not null as is_replaced,
     exists (select from payments.payment p where p.order_id = o.order_id and p.outcome = 'credited') as is_credited
   from payments.link_order o where o.order_id = $1 for update`,
);
export const lockOrder = (tx: Transaction, orderId: string) => tx.maybe(lock, [orderId]);

const requestOf = statement(
  'payments.order.request',
  { request: 'int4' },
  'select request from payments.link_order where order_id = $1',
);
/** The request of an order. A request is always locked before its orders. */
export const requestOfOrder = async (on: Executor, orderId: string): Promise<number | null> =>
  (await on.maybe(requestOf, [orderId]))?.request ?? null;

const note = statement(
  'payments.payment.note',
  {},
  `insert into payments.payment as p (id, order_id, request, status, amount, currency, bank_reference, completed_at)
   select n.id, $1, $2, n.status, n.amount, n.currency, n."bankReference", n."completedAt"
   from jsonb_to_recordset($3) as n (id text, status text, amount numeric, currency text, "bankReference" text, "completedAt" timestamptz)
   on conflict (id) do update set status = excluded.status, amount = excluded.amount, currency = excluded.currency,
     bank_reference = excluded.bank_reference, completed_at = excluded.completed_at
   where p.order_id = excluded.order_id and p.outcome is null`,
);
/** Stores the payments that the gateway reports. A payment with an outcome is not changed. */
export const notePayments = (
  tx: Transaction,
  orderId: string,
  request: number,
  payments: readonly GatewayPayment[],
) =>
  tx.rows(note, [
    orderId,
    request,
    JSON.stringify(
      payments.map((payment) => ({ ...payment, completedAt: momentOrNull(payment.completedAt) })),
    ),
  ]);

const momentOrNull = (written: string): string | null =>
  Number.isNaN(Date.parse(written)) ? null : new Date(written).toISOString();

const undecided = statement(
  'payments.payment.undecided',
  { id: 'text', amount: 'numeric', currency: 'text', bank_reference: 'text', completed_at: 'timestamptz?' },
  `select id, amount, currency, bank_reference, completed_at from payments.payment
   where order_id = $1 and status = 'SUCCESS' and outcome is null order by completed_at, id for update`,
);
export const undecidedPayments = (tx: Transaction, orderId: string) => tx.rows(undecided, [orderId]);

const decide = statement(
  'payments.payment.decide',
  {},
  `with decided as (
     update payments.payment p set outcome = case when d.why is null then 'credited' else 'to return' end, why = coalesce(d.why, '')
     from jsonb_to_recordset($1) as d (id text, why text)
     where p.id = d.id and p.outcome is null
     returning p.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select case decided.outcome when 'credited' then 'credit' else 'return' end, 'payment', decided.id, r.branch,
       jsonb_build_object('order', decided.order_id, 'request', decided.request, 'amount', decided.amount, 'why', decided.why)
     from decided join requests.request_ref r on r.srno = decided.request
   )
   select from decided`,
);
export interface Decision {
  readonly id: string;
  /** The reason to return the payment; null if it is credited. */
  readonly why: string | null;
}
export const decidePayments = (tx: Transaction, decisions: readonly Decision[]) =>
  tx.rows(decide, [JSON.stringify(decisions)]);

const settle = statement(
  'payments.order.settle',
  {},
  `with settled as (
     update payments.link_order o set asked_at = now(), last_answer = $2, state = $3,
       ask_until = case when $3 <> o.state or ($2 = 'ACTIVE' and o.ask_until <= now()) then now() + ${ASKED_AFTERWARDS}
         else o.ask_until end
     from payments.link_order before
     where o.order_id = $1 and before.order_id = o.order_id
     returning o.*, before.state as earlier
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'settle', 'payment link', settled.order_id, r.branch, jsonb_build_object('state', settled.earlier),
       jsonb_build_object('state', settled.state, 'request', settled.request)
     from settled join requests.request_ref r on r.srno = settled.request where settled.state <> settled.earlier
   )
   select from settled`,
);
/** Extends the queries by a day if the state has changed, or if the link is active beyond its normal term. */
export const settleOrder = (tx: Transaction, orderId: string, answer: string, state: string) =>
  tx.rows(settle, [orderId, answer, state]);

const ofRound = statement(
  'payments.order.ofround',
  { order_id: 'text' },
  `select order_id from payments.link_order where request = $1 and link_round = $2 and state in ('new', 'open', 'replaced')`,
);
/** Returns few orders: the live one and those that it replaced. */
export const ordersOfRound = async (on: Executor, request: number, round: number): Promise<string[]> =>
  (await on.rows(ofRound, [request, round])).map(({ order_id }) => order_id);
