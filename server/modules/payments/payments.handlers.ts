import { timingSafeEqual } from 'node:crypto';
import { sendPaymentLink, verifyPayment } from '#contract/payments/payments.ts';
import { GATEWAY_CURRENCY } from '#domain/payments/settlement.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { findResult } from './events.sql.ts';
import { makeSending, type SendingOptions } from './sending.ts';
import { hashOf } from './signature.ts';

/** The status shown for an order that has no payment. */
const STATUS_OF: Readonly<Record<string, string>> = {
  cancelled: 'CANCELLED',
  replaced: 'VOID',
  expired: 'EXPIRED',
};
const PENDING = 'PENDING';
const NO_TOKEN = Buffer.alloc(32);

export function paymentHandlers(options: SendingOptions): readonly Bound[] {
  const send = makeSending(options);
  return [
    handle(sendPaymentLink, ({ db, caller, requestId, address, log }, { srno }) =>
      send(srno, {
        db,
        caller,
        log,
        acting: {
          scope: caller.scope,
          actor: caller.account,
          branch: caller.entity.srno,
          call: 'fxrequest.sendpaymentlink',
          request: requestId,
          address,
        },
      }),
    ),

    handle(verifyPayment, async ({ db }, { orderid, ordertoken }) => {
      const found = await findResult(db.read, orderid);
      // The comparison also runs if there is no such order, so that both answers take the same time.
      const isRight = timingSafeEqual(hashOf(ordertoken), found?.token_hash ?? NO_TOKEN);
      if (!isRight || found === undefined) return [];
      return [
        {
          order_id: found.order_id,
          payment_amount: found.payment_amount ?? found.amount,
          payment_completion_time: found.completed_at?.toISOString() ?? '',
          payment_status: found.payment_status ?? STATUS_OF[found.state] ?? PENDING,
          payment_currency: found.payment_currency ?? GATEWAY_CURRENCY,
          bank_reference: found.bank_reference ?? '',
          cf_payment_id: found.payment_id ?? '',
        },
      ];
    }),
  ];
}
