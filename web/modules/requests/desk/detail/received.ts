import type { RequestDetail } from '#contract/requests/desk.ts';
import { NO_RUPEES } from '#domain/money.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { paymentOf } from '../state.ts';

const text = requestDetailText.payment;

/** Whether the cash of a collection is still to be paid: it is when the notes are collected. */
const isCashDue = ({ submitted, type, handover, status }: RequestDetail['detail']): boolean =>
  submitted && (type === 'PP' || type === 'PB') && handover === 'DEL' && (status === 'P' || status === 'S');

/**
 * What has come (of a purchase: gone out) by a payment line of the request. A special approval counts once it is settled.
 */
export const receivedBy =
  ({ detail }: RequestDetail) =>
  ({ payType, settledAt, received }: RequestDetail['payments'][number]): string =>
    (payType === 'SPR' && settledAt === '') || (payType === 'CASH' && isCashDue(detail))
      ? NO_RUPEES
      : received;

export const receivedHead = ({ detail }: RequestDetail): string =>
  paymentOf(detail).kind === 'purchase' ? text.paidOut : text.received;
