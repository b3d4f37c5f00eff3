import type { RequestDetail } from '#contract/requests/desk.ts';
import { NO_RUPEES } from '#domain/money.ts';
import { requestDetailText } from '#web/texts/requestDetail.ts';
import { paymentOf } from '../state.ts';

const text = requestDetailText.payment;

/** What has come (of a purchase: gone out) by a payment line. A special approval counts once it is settled. */
export const receivedBy = ({ paytype, settledat, payamntrecv }: RequestDetail['payment'][number]): string =>
  paytype === 'SPR' && settledat === '' ? NO_RUPEES : payamntrecv;

export const receivedHead = ({ detail }: RequestDetail): string =>
  paymentOf(detail).kind === 'purchase' ? text.paidOut : text.received;
