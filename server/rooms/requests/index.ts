import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import { approvalHandlers } from './approval.handlers.ts';
import { deskHandlers } from './desk.handlers.ts';
import { notYetHandlers } from './not-yet.handlers.ts';
import { saveHandler } from './save.handlers.ts';

/** The requests room: what is sold or bought, how it is paid, and who approved it. */
export function requestsHandlers(config: Config): readonly Bound[] {
  const rules = { fourEyes: config.FOUR_EYES };
  return [saveHandler, ...deskHandlers(rules), ...approvalHandlers(rules), ...notYetHandlers];
}

export {
  creditGatewayPayment,
  markLinkSent,
  requestForLink,
  type Credited,
  type GatewayPayment,
} from './credit.sql.ts';
