import { dateInIndia, formatDateTime } from '#domain/dates.ts';
import { rupees } from '#domain/money.ts';
import { formatMoney } from '#domain/numbers.ts';
import {
  PAID,
  whyToReturn,
  type GatewayPayment,
  type Ordered,
  type Owing,
} from '#domain/payments/settlement.ts';
import { systemActing, type Database, type Transaction } from '#server/platform/database.ts';
import {
  creditGatewayPayment,
  lockRequest,
  markLinkLapsed,
  noteActivity,
  requestForLink,
  type Credited,
} from '#server/modules/requests/index.ts';
import type { Gateway, LinkStatus } from './gateway.ts';
import {
  decidePayments,
  liveOrder,
  lockOrder,
  notePayments,
  replaceOrder,
  requestOfOrder,
  settleOrder,
  undecidedPayments,
  type Decision,
} from './payments.sql.ts';

const BY_GATEWAY = 'Payment gateway';
const MAX_ID_CHARS = 100;
const MAX_STATUS_CHARS = 30;
const MAX_CURRENCY_CHARS = 10;

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
type Undecided = Awaited<ReturnType<typeof undecidedPayments>>[number];

/** States in which the payer may have a usable link. */
const LIVE: readonly string[] = ['new', 'open'];

/** States of a link that ended unpaid, by expiry or by cancellation at the gateway. */
const LAPSED: readonly string[] = ['cancelled', 'expired'];

/**
 * Asks the gateway about an order and acts on the answer: a successful payment is credited to the request once, or kept
 * as money to return. The content of the webhook that caused this call is not used.
 */
export async function settle(
  orderId: string,
  {
    database,
    gateway,
    call,
  }: { readonly database: Database; readonly gateway: Gateway; readonly call: string },
): Promise<void> {
  const known = await gateway.findLink(orderId);
  await database.write(systemActing(call), async (tx) => {
    const request = await requestOfOrder(tx, orderId);
    if (request === null) return;
    await lockRequest(tx, request);
    const found = await requestForLink(tx, request, 'all');
    const order = await lockOrder(tx, orderId);
    if (found === undefined || order === undefined) return;
    const owing: Owing = {
      round: found.link_round,
      grandTotal: rupees(found.grand_total),
      paid: rupees(found.paid),
      withdrawn: found.withdrawn,
    };
    if (known !== null) {
      await notePayments(tx, orderId, request, known.payments.map(withinBounds));
      if (await decide(tx, order, owing)) await closeOther(tx, order);
    }
    const state = stateAfter(order, owing, known);
    await settleOrder(tx, orderId, known?.state ?? 'not known to the gateway', state);
    if (LIVE.includes(order.state) && LAPSED.includes(state))
      await markLinkLapsed(tx, request, { round: order.link_round, order: orderId }, BY_GATEWAY);
  });
}

/** The texts of the gateway, cut to the lengths of the columns. */
const withinBounds = (payment: GatewayPayment): GatewayPayment => ({
  ...payment,
  id: payment.id.slice(0, MAX_ID_CHARS),
  status: payment.status.slice(0, MAX_STATUS_CHARS),
  currency: payment.currency.slice(0, MAX_CURRENCY_CHARS),
  bankReference: payment.bankReference.slice(0, MAX_ID_CHARS),
});

/** Returns whether a payment of the order has been credited now. */
async function decide(tx: Transaction, order: Order, owing: Owing): Promise<boolean> {
  const payments = await undecidedPayments(tx, order.order_id);
  if (payments.length === 0) return false;
  const ordered: Ordered = {
    amount: rupees(order.amount),
    round: order.link_round,
    isReplaced: order.is_replaced,
    isCredited: order.is_credited,
  };
  const judge = ({ amount, currency }: Undecided, isCredited: boolean): string | null =>
    whyToReturn({ amount: rupees(amount), currency }, { ...ordered, isCredited }, owing);
  // All acceptable payments are alike, so the outcome of the first one decides the others.
  const good = payments.find((payment) => judge(payment, ordered.isCredited) === null);
  const notTaken = good === undefined ? null : NOT_TAKEN[await credit(tx, order, good)];
  const isTaken = good !== undefined && notTaken === null;
  const decisions = payments.map((payment): Decision => {
    const why = judge(payment, ordered.isCredited || (isTaken && payment !== good));
    return { id: payment.id, why: why ?? notTaken };
  });
  await decidePayments(tx, decisions);
  await noteReturns(tx, order, payments, decisions);
  return isTaken;
}

/** If a link that had ended is paid after all, the link that was sent in its place is no longer needed. */
async function closeOther(tx: Transaction, order: Order): Promise<void> {
  const live = await liveOrder(tx, order.request, order.link_round);
  if (live !== undefined && live.order_id !== order.order_id) await replaceOrder(tx, live.order_id);
}

/** The requests module makes the final decision. These are the reasons for its results. */
const NOT_TAKEN: Readonly<Record<Credited, string | null>> = {
  credited: null,
  already: 'the link was paid before',
  exceeds: 'less than that is left to pay',
  gone: 'the request is withdrawn',
};

const credit = (tx: Transaction, order: Order, payment: Undecided): Promise<Credited> =>
  creditGatewayPayment(tx, {
    request: order.request,
    order: order.order_id,
    amount: order.amount,
    reference: payment.bank_reference === '' ? payment.id : payment.bank_reference,
    day: dateInIndia((payment.completed_at ?? new Date()).getTime()),
  });

/** Adds a remark to the request, because somebody must send the money back. */
async function noteReturns(
  tx: Transaction,
  order: Order,
  payments: readonly Undecided[],
  decisions: readonly Decision[],
): Promise<void> {
  const sentences = payments.flatMap((payment, index) => {
    const why = decisions[index]?.why ?? null;
    const when = payment.completed_at === null ? '' : ` on ${formatDateTime(payment.completed_at.getTime())}`;
    return why === null
      ? []
      : [
          `Money to return: ${formatMoney(payment.amount, payment.currency)} came${when} by payment link ${order.order_id} (payment ${payment.id}, bank reference ${payment.bank_reference || 'none'}) and was not received, because ${why}.`,
        ];
  });
  if (sentences.length > 0) await noteActivity(tx, order.request, BY_GATEWAY, sentences.join('\n'));
}

function stateAfter(order: Order, owing: Owing, known: LinkStatus | null): string {
  const isDone = order.is_replaced || owing.round !== order.link_round;
  if (known === null) return isDone ? 'cancelled' : order.state;
  const isPaid = known.payments.some(({ status }) => status === PAID);
  if (known.state === 'PAID' && isPaid) return 'paid';
  if (known.state === 'CANCELLED') return 'cancelled';
  if (known.state === 'EXPIRED') return 'expired';
  return order.state;
}
