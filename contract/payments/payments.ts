import * as z from 'zod/mini';
import { LINK_PROGRESS } from '#domain/payments/link-state.ts';
import { defineCall } from '../define.ts';
import { srno, text } from '../fields.ts';
import { named } from '../wire.ts';

/** Payment links of the gateway, and their results. */

export const sendPaymentLink = defineCall({
  endpoint: 'fxrequest_a.php',
  action: 'sendpaymentlink',
  summary:
    'Makes an order at the gateway for what is left to pay, logs it, and mails its link. Pressed again after a failure it uses the same order.',
  session: 'first',
  right: { key: 'PAYMENTGATEWAY', flag: 'edit' },
  effect: 'outside',
  source: '001 §4, §5, §7, §8',
  args: { srno: srno() },
  reply: named('', {
    err: z.string(),
    /** ORDERLOGED if the order is logged. */
    logMsg: z.string(),
    /** MAILSENT if the mail server accepted the mail. */
    mailMsg: z.string(),
  }),
});

export const paymentLinkState = defineCall({
  endpoint: 'fxrequest_a.php',
  action: 'paymentlink',
  summary:
    'What became of the payment link of a request: sent, opened, paid or expired. Its address only for users who may send it.',
  session: 'first',
  right: { key: 'TRANREQUESTDETAIL', flag: 'query' },
  effect: 'read',
  assumed: true,
  source: 'docs/readings.md: progress of a link',
  args: { srno: srno() },
  reply: named('', {
    progress: z.enum(LINK_PROGRESS),
    /** The amount of the newest link; empty if there is none. */
    amount: z.string(),
    email: z.string(),
    /** Empty without the right to send it, and while nobody can pay by it. */
    url: z.string(),
    sentAt: z.string(),
    openedAt: z.string(),
    paidAt: z.string(),
  }),
});
export type PaymentLinkState = z.output<typeof paymentLinkState.reply>;

export const verifyPayment = defineCall({
  endpoint: 'cashfree_a.php',
  action: 'paymentverify',
  summary: 'What became of a payment, by the order and its token; changes nothing.',
  session: 'none',
  right: 'public',
  effect: 'read',
  source: '001 §2, §3, §7',
  args: { orderid: text(100), ordertoken: text(200) },
  reply: z.array(
    named('payment_', {
      orderId: ['order_id', z.string()],
      amount: z.string(),
      completedAt: ['payment_completion_time', z.string()],
      status: z.string(),
      currency: z.string(),
      bankReference: ['bank_reference', z.string()],
      paymentId: ['cf_payment_id', z.string()],
    }),
  ),
});

export const payeeOfOrder = defineCall({
  endpoint: 'cashfree_a.php',
  action: 'payee',
  summary:
    'Whom a payment goes to, by the order and its token: the company, its logo and the branch. Empty for a wrong token.',
  session: 'none',
  right: 'public',
  effect: 'read',
  source: 'docs/readings.md: payee of an order',
  assumed: true,
  args: { orderid: text(100), ordertoken: text(200) },
  reply: z.array(
    named('', {
      company: z.string(),
      /** The lines of the letterhead: address, licence and contact. */
      lines: z.array(z.string()),
      contact1: z.string(),
      contact2: z.string(),
      branch: z.string(),
      branchAddress: z.string(),
      /** The number of the request that is paid. */
      request: z.int(),
      /** PNG in base64; empty if there is none. */
      logo: z.string(),
    }),
  ),
});
