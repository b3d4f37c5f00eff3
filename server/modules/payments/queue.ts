import type { RightNeed } from '#domain/rights.ts';
import type { QueueSource } from '#server/platform/queue.ts';
import type { WaitingSource } from '#server/platform/waiting.ts';
import { countUnpaid, readRefunds, readUnpaid } from './queue.sql.ts';

/** A maker who can open the list sees whether the links of their customers are paid. */
const FOLLOWS_LINKS: readonly RightNeed[] = [
  { key: 'NEWTRANREQUEST', flag: 'edit' },
  { key: 'TRANREQUESTDETAIL', flag: 'query' },
];

/** A payment changes its request, and the trigger of the request sends the notification. */
export const paymentsWaiting: readonly WaitingSource[] = [
  {
    kind: 'unpaid',
    module: 'requests',
    needs: FOLLOWS_LINKS,
    sharesOf: ({ scope, account }) => (scope === 'all' ? [null] : scope).map((at) => ({ at, by: account })),
    count: countUnpaid,
  },
];

export const paymentsQueue: readonly QueueSource[] = [
  { kind: 'unpaid', needs: FOLLOWS_LINKS, read: readUnpaid },
  { kind: 'refund', needs: [{ key: 'PAYMENTGATEWAY', flag: 'edit' }], read: readRefunds },
];
