import { sendPaymentLink, verifyPayment } from '#contract/payments/payments.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';

const notYet = () => Promise.reject(new Refusal('Not built yet.'));

/** Stands in for the calls of payments until their own handlers are here. */
export const notYetHandlers: readonly Bound[] = [
  handle(sendPaymentLink, notYet),
  handle(verifyPayment, notYet),
];
