import * as z from 'zod/mini';
import { MAX_SETTLEMENT_NOTE_CHARS } from '#domain/requests/special.ts';
import { defineCall } from '../define.ts';
import { json, limited, page, serial } from '../fields.ts';

/** Special approvals that wait for their payment. */

const settlement = {
  endpoint: 'settlement_a.php',
  session: 'first',
  source: 'docs/readings.md: special approvals',
  assumed: true,
} as const;

const unsettledRow = z.object({
  req_srno: z.int(),
  srno: z.int(),
  req_date: z.string(),
  req_brnno: z.string(),
  req_branname: z.string(),
  req_trantype: z.string(),
  req_travname: z.string(),
  req_entityname: z.string(),
  refnum: z.string(),
  payamnt: z.string(),
  req_grandtotal: z.string(),
  /** Days since the request was submitted. */
  age: z.int(),
  req_version: z.int(),
});
export type UnsettledRow = z.infer<typeof unsettledRow>;

export const unsettledList = defineCall({
  ...settlement,
  action: 'list',
  summary:
    'Special approvals of submitted requests in reach that are not settled, oldest first, page by page.',
  right: { key: 'SETTLEMENT', flag: 'query' },
  effect: 'read',
  args: { page: page() },
  reply: z.array(unsettledRow),
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
      z.object({
        req_srno: serial,
        srno: serial,
        note: limited(MAX_SETTLEMENT_NOTE_CHARS),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});
