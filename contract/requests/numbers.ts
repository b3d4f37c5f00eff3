import * as z from 'zod/mini';
import { defineCall, type ReplyOf } from '../define.ts';
import { srno } from '../fields.ts';
import { named } from '../wire.ts';

/** The numbers that identify a customer, for whoever sees them masked in the request. */
export const requestNumbers = defineCall({
  endpoint: 'fxrequest_a.php',
  session: 'first',
  assumed: true,
  action: 'numbers',
  summary: 'The masked numbers of one request, whole. Leaves a trail.',
  right: { key: 'TRANREQUESTDETAIL', flag: 'query' },
  effect: 'watched',
  source: 'docs/readings.md: numbers of a customer',
  args: { srno: srno() },
  reply: named('req_', {
    idNumber: ['req_travidnum', z.string()],
    pan: z.string(),
    accountNumber: ['req_bankacctno', z.string()],
    dateOfBirth: ['req_dob', z.string()],
  }),
});
export type RequestNumbers = ReplyOf<typeof requestNumbers>;
