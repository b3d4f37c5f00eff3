import * as z from 'zod/mini';
import { MAX_QUERY_CHARS } from '#domain/requests/customers.ts';
import { defineCall } from '../define.ts';
import { json, limited, srno } from '../fields.ts';

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
    z.object({
      /** The customer's newest request, which names the customer in the other call. */
      req_srno: z.int(),
      req_date: z.string(),
      name: z.string(),
      /** Only the last four characters of each. */
      mobile: z.string(),
      pan: z.string(),
      idnumber: z.string(),
    }),
  ),
});

export const customerDetails = defineCall({
  ...form,
  action: 'customerdetails',
  summary:
    'The customer of a request in reach, with what fills the form in. Numbers are masked as in the request.',
  source: 'docs/readings.md: customer box',
  args: { srno: srno() },
  reply: z.object({
    req_srno: z.int(),
    req_date: z.string(),
    req_travname: z.string(),
    req_entityname: z.string(),
    req_travidtype: z.string(),
    req_travidnum: z.string(),
    req_travkycadd: z.string(),
    req_travdeladd: z.string(),
    req_geostate: z.string(),
    req_mobile: z.string(),
    req_email: z.string(),
    req_pan: z.string(),
    req_nationality: z.string(),
    req_residency: z.string(),
    req_dob: z.string(),
    req_bankcode: z.string(),
    req_bankacctno: z.string(),
    req_bankacctifsc: z.string(),
  }),
});
