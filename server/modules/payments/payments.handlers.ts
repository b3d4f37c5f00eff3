import { timingSafeEqual } from 'node:crypto';
import { letterheadLines } from '#domain/masters/company.ts';
import {
  payeeOfOrder,
  paymentLinkState,
  sendPaymentLink,
  verifyPayment,
} from '#contract/payments/payments.ts';
import { canBePaid, linkProgress } from '#domain/payments/link-state.ts';
import { GATEWAY_CURRENCY } from '#domain/payments/settlement.ts';
import { mayDo } from '#domain/rights.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import type { Executor } from '#server/platform/database.ts';
import { branchOfOrder } from './letterhead.sql.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { findResult } from './events.sql.ts';
import { newestLink } from './links.sql.ts';
import { payerUrl } from './payer-link.ts';
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

/** The result of an order for whoever has its token; undefined for any other token. */
async function resultFor(on: Executor, orderId: string, token: string) {
  const found = await findResult(on, orderId);
  // The comparison also runs if there is no such order, so that both answers take the same time.
  const isRight = timingSafeEqual(hashOf(token), found?.token_hash ?? NO_TOKEN);
  return isRight ? found : undefined;
}

export function paymentHandlers(options: SendingOptions, letterheads: Letterheads): readonly Bound[] {
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

    handle(paymentLinkState, async ({ db, caller }, { srno }) => {
      const link = await newestLink(db.read, srno, caller.scope);
      if (link === undefined) throw notFound();
      const progress =
        link.order_id === null
          ? linkProgress(undefined)
          : linkProgress({
              state: link.state ?? '',
              isMailed: link.mailed_at !== null,
              isOpened: link.opened_at !== null,
            });
      const showsUrl = canBePaid(progress) && mayDo(caller.rights, 'PAYMENTGATEWAY', 'edit');
      return {
        progress,
        amount: link.amount ?? '',
        email: link.email,
        url: showsUrl ? payerUrl(options.publicUrl, options.secret, link.order_id ?? '') : '',
        sentAt: link.mailed_at?.toISOString() ?? '',
        openedAt: link.opened_at?.toISOString() ?? '',
        paidAt: link.paid_at?.toISOString() ?? '',
      };
    }),

    handle(verifyPayment, async ({ db }, { orderid, ordertoken }) => {
      const found = await resultFor(db.read, orderid, ordertoken);
      if (found === undefined) return [];
      return [
        {
          orderId: found.order_id,
          amount: found.payment_amount ?? found.amount,
          completedAt: found.completed_at?.toISOString() ?? '',
          status: found.payment_status ?? STATUS_OF[found.state] ?? PENDING,
          currency: found.payment_currency ?? GATEWAY_CURRENCY,
          bankReference: found.bank_reference ?? '',
          paymentId: found.payment_id ?? '',
        },
      ];
    }),

    handle(payeeOfOrder, async ({ db }, { orderid, ordertoken }) => {
      const found = await resultFor(db.read, orderid, ordertoken);
      if (found === undefined) return [];
      const [{ company, logo }, branch] = await Promise.all([
        letterheads(db.read),
        branchOfOrder(db.read, found.order_id),
      ]);
      return [
        {
          company: company.name,
          lines: letterheadLines(company),
          contact1: company.contact1,
          contact2: company.contact2,
          branch: branch.name,
          branchAddress: branch.address,
          request: branch.request,
          logo: logo?.toString('base64') ?? '',
        },
      ];
    }),
  ];
}
