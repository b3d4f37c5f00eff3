import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { json, limited, page, serial } from '../fields.ts';
import { named } from '../wire.ts';

/** Payments that came by a payment link, could not be received on their request, and must be returned. */

const returns = {
  endpoint: 'moneyreturn_a.php',
  session: 'first',
  source: 'docs/readings.md: money to return',
  assumed: true,
} as const;

export const returnRow = named('payment_', {
  srno: ['srno', z.int()],
  request: ['req_srno', z.int()],
  branch: ['req_brnno', z.string()],
  branchName: ['req_branname', z.string()],
  travellerName: ['req_travname', z.string()],
  entityName: ['req_entityname', z.string()],
  orderId: ['order_id', z.string()],
  paymentId: ['cf_payment_id', z.string()],
  bankReference: ['bank_reference', z.string()],
  amount: z.string(),
  currency: z.string(),
  completedAt: ['payment_completion_time', z.string()],
  /** Why it was not received. */
  why: ['why', z.string()],
});
export type ReturnRow = z.output<typeof returnRow>;

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
