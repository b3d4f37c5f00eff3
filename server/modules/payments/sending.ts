import { randomBytes } from 'node:crypto';
import { TEXTS } from '#domain/messages.ts';
import { isZero, rupees, type Rupees } from '#domain/money.ts';
import { canSendLink } from '#domain/requests/approval.ts';
import { isSale, type TransactionType } from '#domain/requests/codes.ts';
import { linkAmount, linkMessage } from '#domain/requests/payment-link.ts';
import type { Acting, Database, Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { notFound, Problem, Refusal } from '#server/platform/dispatch/problems.ts';
import type { Log } from '#server/platform/log.ts';
import type { Mailer } from '#server/platform/mail/mail.ts';
import { lockRequest, markLinkSent, requestForLink } from '#server/modules/requests/index.ts';
import { linkBody } from './cashfree.ts';
import { GatewayError, type Gateway, type NewLink } from './gateway.ts';
import { letterheadOf } from './letterhead.sql.ts';
import { paymentLinkMail } from './mails.ts';
import {
  addOrder,
  cancelOrder,
  holdOrder,
  liveOrder,
  orderMade,
  orderMailed,
  releaseOrder,
  replaceOrder,
} from './payments.sql.ts';
import { payerUrl } from './payer-link.ts';
import { hashOf, resultToken } from './signature.ts';

export const NO_GATEWAY = 'Payment links cannot be sent: no payment gateway is set up.';
export const BEING_SENT = 'The payment link is being sent just now.';
const CHANGED = 'The request has changed meanwhile. Please look at it again before sending.';

const ID_BYTES = 6;
const ACCOUNT_END_CHARS = 4;

type LinkRequest = NonNullable<Awaited<ReturnType<typeof requestForLink>>>;

export interface SendingOptions {
  readonly gateway: Gateway | null;
  readonly mailer: Mailer;
  /** The key from which the tokens of result pages are derived. */
  readonly secret: string;
  /** The public URL of this installation, for users and for the gateway. */
  readonly publicUrl: string;
}

/** The context of one attempt to send a link. */
export interface Press {
  readonly db: Database;
  readonly caller: Caller;
  readonly acting: Acting;
  readonly log: Log;
}

export interface LinkResult {
  readonly err: string;
  readonly logMsg: '' | 'ORDERLOGED';
  readonly mailMsg: '' | 'MAILSENT';
}

/** An order that this attempt has logged and holds. */
interface HeldOrder {
  readonly gateway: Gateway;
  readonly request: number;
  readonly round: number;
  readonly asked: NewLink;
}

/**
 * Sends the payment link of a request: logs the order, creates the link at the gateway, mails it and marks it as sent.
 * Each step is committed before the next one begins. A failure leaves an order with which the next attempt continues.
 */
export function makeSending({ gateway, mailer, secret, publicUrl }: SendingOptions) {
  const base = publicUrl.replace(/\/$/, '');

  return async (request: number, press: Press): Promise<LinkResult> => {
    const held = await logOrder(request, press);
    if (held === null) return { err: TEXTS.logNotWritten, logMsg: '', mailMsg: '' };
    if (!(await makeAndMail(held, press)))
      return { err: TEXTS.linkNotSent, logMsg: 'ORDERLOGED', mailMsg: '' };
    const err = (await noteSent(held, press)) ? '' : TEXTS.logNotWritten;
    return { err, logMsg: 'ORDERLOGED', mailMsg: 'MAILSENT' };
  };

  /** Null if the order could not be written. The user must learn this before anything is sent. */
  async function logOrder(request: number, { db, caller, acting, log }: Press): Promise<HeldOrder | null> {
    try {
      return await db.write(acting, async (tx) => {
        await lockRequest(tx, request);
        const found = await requestForLink(tx, request, caller.scope);
        // Only the maker of a draft without a branch can see it.
        if (found === undefined || (found.branch === null && found.made_by !== caller.account))
          throw notFound();
        const amount = linkAmount(rupees(found.grand_total), rupees(found.paid));
        refuseUnlessSendable(found, amount, caller);
        if (gateway === null) throw new Refusal(NO_GATEWAY);
        const asked = await holdFor(tx, found, amount, caller);
        return { gateway, request, round: found.link_round, asked };
      });
    } catch (error) {
      if (error instanceof Refusal || error instanceof Problem) throw error;
      log.error({ err: error, record: request }, 'the order of a payment link was not logged');
      return null;
    }
  }

  /** The order of an earlier attempt if its content is the same; otherwise a new one. */
  async function holdFor(
    tx: Transaction,
    found: LinkRequest,
    amount: Rupees,
    caller: Caller,
  ): Promise<NewLink> {
    const { srno: request, link_round: round } = found;
    const contentHash = hashOf(linkBody(askedFor(found, amount, '')));
    const live = await liveOrder(tx, request, round);
    if (live?.is_being_sent === true) throw new Refusal(BEING_SENT);
    if (live?.content_hash.equals(contentHash) === true) {
      await holdOrder(tx, live.order_id);
      return askedFor(found, amount, live.order_id);
    }
    if (live !== undefined) await replaceOrder(tx, live.order_id);
    const orderId = `R${request}-${round}-${randomBytes(ID_BYTES).toString('hex')}`;
    const tokenHash = hashOf(resultToken(secret, orderId));
    const order = { orderId, request, round, amount, contentHash, tokenHash };
    if ((await addOrder(tx, order, caller)) === undefined) throw new Refusal(BEING_SENT);
    return askedFor(found, amount, orderId);
  }

  function askedFor(found: LinkRequest, amount: Rupees, orderId: string): NewLink {
    return {
      orderId,
      amount,
      purpose: `Transaction request ${found.srno}`,
      payer: {
        name: found.customer,
        email: found.email.trim(),
        mobile: found.mobile,
        bankCode: found.remitter_bank,
        accountNumber: found.account_number.trim(),
        ifsc: found.ifsc.trim().toUpperCase(),
      },
      returnUrl: orderId === '' ? '' : `${base}/cf/${orderId}/${resultToken(secret, orderId)}`,
      notifyUrl: `${base}/hooks/cashfree`,
    };
  }

  /** Whether the mail was sent. If not, the attempt ends and leaves the order for the next one. */
  async function makeAndMail(held: HeldOrder, { db, acting, log }: Press): Promise<boolean> {
    const { orderId } = held.asked;
    try {
      await mailLink(db, held, await makeLink(db, acting, held));
      return true;
    } catch (error) {
      log.warn({ err: error, record: orderId }, 'a payment link was not sent');
      const isRefused = error instanceof GatewayError && error.kind === 'refused';
      const answer = error instanceof GatewayError ? error.message : 'not mailed';
      // If this write fails as well, the hold expires by itself.
      await db
        .write(acting, (tx) => releaseOrder(tx, orderId, answer, isRefused))
        .catch((failure: unknown) => log.error({ err: failure }, 'an order was not released'));
      if (error instanceof Refusal) throw error;
      return false;
    }
  }

  async function makeLink(
    db: Database,
    acting: Acting,
    { gateway: open, asked }: HeldOrder,
  ): Promise<string> {
    const { gatewayId, url } = await open.makeLink(asked);
    const standing = await db.write(acting, async (tx) => {
      const found = await orderMade(tx, asked.orderId, gatewayId, url);
      if (found === undefined) await cancelOrder(tx, asked.orderId);
      return found;
    });
    if (standing === undefined) throw new Refusal(CHANGED);
    return url;
  }

  async function mailLink(db: Database, { request, asked }: HeldOrder, link: string): Promise<void> {
    const head = await letterheadOf(db.read);
    await mailer.send({
      to: asked.payer.email,
      messageId: `<link-${asked.orderId}@bureau>`,
      ...paymentLinkMail({
        business: head.name === '' ? 'Bureau' : head.name,
        contacts: [head.contact1, head.contact2],
        name: asked.payer.name,
        amount: asked.amount,
        request,
        orderId: asked.orderId,
        accountEnd: asked.payer.accountNumber.slice(-ACCOUNT_END_CHARS),
        link: payerUrl(publicUrl, secret, asked.orderId),
        gatewayLink: link,
      }),
    });
  }

  /** Whether the sent mail could be recorded. */
  async function noteSent({ request, round, asked }: HeldOrder, press: Press): Promise<boolean> {
    const { orderId } = asked;
    try {
      await press.db.write(press.acting, async (tx) => {
        const isSent = await markLinkSent(tx, request, round, press.caller);
        if (!isSent || (await orderMailed(tx, orderId)) === undefined) throw new Refusal(CHANGED);
      });
      return true;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      press.log.error({ err: error, record: orderId }, 'a mailed payment link was not noted');
      return false;
    }
  }
}

function refuseUnlessSendable(found: LinkRequest, amount: Rupees, caller: Caller): void {
  if (found.withdrawn) throw new Refusal('The request has been withdrawn.');
  const state = {
    hasBranch: found.branch !== null,
    sale: found.type !== '' && isSale(found.type as TransactionType),
    linkRequested: found.link_requested,
    linkSent: found.link_sent,
    received: rupees(found.received),
    grandTotal: rupees(found.grand_total),
  };
  const answer = canSendLink(state, { user: String(caller.account), rights: caller.rights });
  if (!answer.ok) throw new Refusal(answer.why);
  // The payment lines of a draft count as paid here, although they are not received yet.
  if (isZero(amount)) throw new Refusal('Nothing is left to pay.');
  const missing = linkMessage({
    email: found.email,
    remitterBank: found.remitter_bank,
    accountNumber: found.account_number,
    ifsc: found.ifsc,
  });
  if (missing !== null) throw new Refusal(missing);
}
