import type { RequestDetail } from '#contract/requests/desk.ts';
import { NO_RUPEES } from '#domain/money.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { paymentOf } from '../state.ts';

const text = requestDetailText.payment;

/** Whether the cash of a collection is still to be paid: it is when the notes are collected. */
const isCashDue = ({
  req_submitted,
  req_trantype,
  req_handover,
  req_status,
}: RequestDetail['detail']): boolean =>
  req_submitted === 1 &&
  (req_trantype === 'PP' || req_trantype === 'PB') &&
  req_handover === 'DEL' &&
  (req_status === 'P' || req_status === 'S');

/**
 * What has come (of a purchase: gone out) by a payment line of the request. A special approval counts once it is settled.
 */
export const receivedBy =
  ({ detail }: RequestDetail) =>
  ({ paytype, settledat, payamntrecv }: RequestDetail['payment'][number]): string =>
    (paytype === 'SPR' && settledat === '') || (paytype === 'CASH' && isCashDue(detail))
      ? NO_RUPEES
      : payamntrecv;

export const receivedHead = ({ detail }: RequestDetail): string =>
  paymentOf(detail).kind === 'purchase' ? text.paidOut : text.received;
