import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import type { Letterheads } from '#server/rooms/masters/index.ts';
import { approvalHandlers } from './approval.handlers.ts';
import { deskHandlers } from './desk.handlers.ts';
import { documentHandlers } from './documents.handlers.ts';
import { DOCUMENT_CONSTRAINTS } from './documents.sql.ts';
import { paperHandlers } from './papers.handlers.ts';
import { saveHandler } from './save.handlers.ts';
import { schemeHandlers } from './schemes.handlers.ts';

interface Files {
  readonly store: ObjectStore;
  readonly letterheads: Letterheads;
}

/** The requests room: what is sold or bought, how it is paid, and who approved it. */
export function requestsHandlers(config: Config, { store, letterheads }: Files): readonly Bound[] {
  const rules = { fourEyes: config.FOUR_EYES };
  return [
    saveHandler,
    ...deskHandlers(rules),
    ...approvalHandlers(rules),
    ...documentHandlers(store),
    ...paperHandlers(store, letterheads),
    ...schemeHandlers,
  ];
}

export const REQUESTS_CONSTRAINTS = DOCUMENT_CONSTRAINTS;

export {
  creditGatewayPayment,
  markLinkLapsed,
  markLinkSent,
  requestForLink,
  type Credited,
} from './credit.sql.ts';
export { lockRequest, noteActivity } from './gateway.sql.ts';
export { lockRequests, takeSteps, type RequestStep } from './steps.sql.ts';
export { requestsWaiting } from './waiting.ts';
