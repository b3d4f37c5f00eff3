import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { srno, text } from '../fields.ts';

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
  reply: z.object({
    err: z.string(),
    /** ORDERLOGED if the order is logged. */
    logmsg: z.string(),
    /** MAILSENT if the mail server accepted the mail. */
    mailmsg: z.string(),
  }),
});

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
    z.object({
      order_id: z.string(),
      payment_amount: z.string(),
      payment_completion_time: z.string(),
      payment_status: z.string(),
      payment_currency: z.string(),
      bank_reference: z.string(),
      cf_payment_id: z.string(),
    }),
  ),
});
