import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { json, page, serial, limited } from '../fields.ts';

/** Payments that came by a payment link, could not be received on their request, and must be returned. */

const returns = {
  endpoint: 'moneyreturn_a.php',
  session: 'first',
  source: 'docs/readings.md: money to return',
  assumed: true,
} as const;

const returnRow = z.object({
  srno: z.int(),
  req_srno: z.int(),
  req_brnno: z.string(),
  req_branname: z.string(),
  req_travname: z.string(),
  req_entityname: z.string(),
  order_id: z.string(),
  cf_payment_id: z.string(),
  bank_reference: z.string(),
  payment_amount: z.string(),
  payment_currency: z.string(),
  payment_completion_time: z.string(),
  /** Why it was not received. */
  why: z.string(),
});
export type ReturnRow = z.infer<typeof returnRow>;

export const moneyToReturn = defineCall({
  ...returns,
  action: 'list',
  summary: 'Payments in reach that are to be sent back and have not been, those that wait longest first.',
  right: { key: 'PAYMENTGATEWAY', flag: 'query' },
  effect: 'read',
  args: { page: page() },
  reply: z.array(returnRow),
});

export const MAX_RETURN_REFERENCE_CHARS = 100;

export const markReturned = defineCall({
  ...returns,
  action: 'returned',
  summary: 'Notes that a payment has been sent back, and by which reference of the bank or the gateway.',
  right: { key: 'PAYMENTGATEWAY', flag: 'edit' },
  effect: 'write',
  args: {
    returned: json(
      z.object({
        srno: serial,
        reference: limited(MAX_RETURN_REFERENCE_CHARS),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});
