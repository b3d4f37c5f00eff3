import * as z from 'zod/mini';
import { MAX_QUERY_CHARS } from '#domain/requests/customers.ts';
import { defineCall } from '../define.ts';
import { json, limited, srno } from '../fields.ts';
import { named } from '../wire.ts';
import { customerFields } from './form.ts';

/** The calls of the customer box of the request form. */

const form = {
  endpoint: 'newfxrequest_a.php',
  session: 'first',
  assumed: true,
  right: { key: 'NEWTRANREQUEST', flag: 'query' },
  effect: 'read',
} as const;

export const findCustomers = defineCall({
  ...form,
  action: 'customers',
  summary:
    'At most ten customers in reach by mobile, PAN, ID number or the beginning of the name, the newest first. Numbers are masked.',
  source: 'docs/readings.md: customer box',
  args: { asked: json(z.object({ q: limited(MAX_QUERY_CHARS) })) },
  reply: z.array(
    named('req_', {
      /** The customer's newest request, which names the customer in the other call. */
      srno: z.int(),
      date: z.string(),
      name: ['name', z.string()],
      /** Only the last four characters of each. */
      mobile: ['mobile', z.string()],
      pan: ['pan', z.string()],
      idNumber: ['idnumber', z.string()],
    }),
  ),
});

export const customerDetailsSchema = named('req_', {
  srno: z.int(),
  date: z.string(),
  ...customerFields,
  remitterBank: ['req_bankcode', z.string()],
  accountNumber: ['req_bankacctno', z.string()],
  ifsc: ['req_bankacctifsc', z.string()],
});

export const customerDetails = defineCall({
  ...form,
  action: 'customerdetails',
  summary:
    'The customer of a request in reach, with what fills the form in. Numbers are masked as in the request.',
  source: 'docs/readings.md: customer box',
  args: { srno: srno() },
  reply: customerDetailsSchema,
});
