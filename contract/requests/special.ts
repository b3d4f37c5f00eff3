import * as z from 'zod/mini';
import { MAX_SETTLEMENT_NOTE_CHARS } from '#domain/requests/special.ts';
import { defineCall } from '../define.ts';
import { json, limited, page, serial } from '../fields.ts';
import { named } from '../wire.ts';

/** Special approvals that wait for their payment. */

const settlement = {
  endpoint: 'settlement_a.php',
  session: 'first',
  source: 'docs/readings.md: special approvals',
  assumed: true,
} as const;

export const unsettledRowSchema = named('req_', {
  request: ['req_srno', z.int()],
  line: ['srno', z.int()],
  date: z.string(),
  branch: ['req_brnno', z.string()],
  branchName: ['req_branname', z.string()],
  type: ['req_trantype', z.string()],
  travellerName: ['req_travname', z.string()],
  entityName: z.string(),
  reference: ['refnum', z.string()],
  amount: ['payamnt', z.string()],
  grandTotal: z.string(),
  /** Days since the request was submitted. */
  age: ['age', z.int()],
  version: z.int(),
});
export type UnsettledRow = z.output<typeof unsettledRowSchema>;
/** The same on the wire. */
export type WireUnsettledRow = z.input<typeof unsettledRowSchema>;

export const unsettledList = defineCall({
  ...settlement,
  action: 'list',
  summary:
    'Special approvals of submitted requests in reach that are not settled, oldest first, page by page.',
  right: { key: 'SETTLEMENT', flag: 'query' },
  effect: 'read',
  args: { page: page() },
  reply: z.array(unsettledRowSchema),
});

export const settleSpecial = defineCall({
  ...settlement,
  action: 'settle',
  summary:
    'Notes that the money of a special approval has come; If-Match holds the version of the request that was seen.',
  right: { key: 'SETTLEMENT', flag: 'edit' },
  effect: 'write',
  args: {
    settled: json(
      named('', {
        request: ['req_srno', serial],
        line: ['srno', serial],
        note: limited(MAX_SETTLEMENT_NOTE_CHARS),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});
