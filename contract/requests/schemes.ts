import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { day, json, page, serial, limited } from '../fields.ts';

/** Which tax scheme prices requests from which day, and special approvals that wait for their money. */

const schemes = {
  endpoint: 'taxscheme_a.php',
  session: 'first',
  source: 'docs/readings.md: tax schemes',
  assumed: true,
} as const;
const done = z.object({ err: z.string(), msg: z.string() });

export const taxStarts = defineCall({
  ...schemes,
  action: 'list',
  summary: 'The schemes in their order of starting.',
  right: { key: 'TAXSCHEME', flag: 'query' },
  effect: 'read',
  args: {},
  reply: z.array(z.object({ from: z.string(), scheme: z.string(), madeby: z.string(), madeat: z.string() })),
});

export const saveTaxStart = defineCall({
  ...schemes,
  action: 'save',
  summary: 'From a day to come, requests are priced by a scheme.',
  right: { key: 'TAXSCHEME', flag: 'add' },
  effect: 'write',
  args: { start: json(z.object({ from: day, scheme: z.enum(['FULL', 'RULE32']) })) },
  reply: done,
});

export const removeTaxStart = defineCall({
  ...schemes,
  action: 'remove',
  summary: 'Takes back a start that has not come yet.',
  right: { key: 'TAXSCHEME', flag: 'edit' },
  effect: 'write',
  args: { start: json(z.object({ from: day })) },
  reply: done,
});

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
        note: limited(250),
      }),
    ),
  },
  reply: done,
});
