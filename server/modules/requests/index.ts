import { documentConstraints } from '#domain/files.ts';
import { rupees } from '#domain/money.ts';
import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { approvalHandlers } from './approval.handlers.ts';
import { customerHandlers } from './customers.handlers.ts';
import { deskHandlers } from './desk.handlers.ts';
import { requestDocumentHandlers } from './documents.handlers.ts';
import { numbersHandler } from './numbers.handlers.ts';
import { numberViews, type CarriesNotes } from './numbers.ts';
import { paperHandlers } from './papers.handlers.ts';
import { proofHandler } from './proof.handlers.ts';
import { saveHandler } from './save.handlers.ts';
import { schemeHandlers } from './schemes.handlers.ts';
import { specialHandlers } from './special.handlers.ts';

interface Files {
  readonly store: ObjectStore;
  readonly letterheads: Letterheads;
}

/** The requests module: sales and purchases, their payments and their approvals. */
export function requestsHandlers(
  config: Config,
  { store, letterheads }: Files,
  carriesNotes: CarriesNotes,
): readonly Bound[] {
  const rules = { fourEyes: config.FOUR_EYES };
  const numbers = numberViews(carriesNotes);
  return [
    saveHandler,
    ...deskHandlers(rules, numbers),
    numbersHandler(numbers),
    ...customerHandlers(numbers),
    ...approvalHandlers(rules, { stepUpAmount: rupees(String(config.STEP_UP_AMOUNT)) }),
    ...requestDocumentHandlers(store, numbers),
    proofHandler,
    ...paperHandlers(store, letterheads, numbers),
    ...schemeHandlers,
    ...specialHandlers,
  ];
}

export const REQUESTS_CONSTRAINTS = documentConstraints('request');

export {
  creditGatewayPayment,
  markLinkLapsed,
  markLinkSent,
  requestForLink,
  type Credited,
} from './credit.sql.ts';
export { noteActivity } from './gateway.sql.ts';
export { lockRequest, lockRequests } from './lock.sql.ts';
export { hasProof } from './proof.sql.ts';
export { takeSteps, type RequestStep } from './steps.sql.ts';
export { QUEUE_ROW } from './queue-row.ts';
export { AGREED, LACKING, OPEN_AT_STOP, PAYMENT_SUMS } from './payment-amounts.sql.ts';
export { requestsQueue } from './queue.ts';
export { marginOn, turnoverUntil } from './turnover.sql.ts';
export { requestsSweeps } from './requests.sweeps.sql.ts';
export { requestsWaiting } from './waiting.ts';
