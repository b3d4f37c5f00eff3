import type { ReplyOf } from '#contract/define.ts';
import { fromWire } from '#contract/wire.ts';
import { customerDetails, findCustomers } from '#contract/requests/customers.ts';
import { readCustomerQuery } from '#domain/requests/customers.ts';
import { maskedNumber } from '#domain/requests/masks.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { findCustomerDetails, findCustomersBy } from './customers.sql.ts';
import { withCustomerMasks, type NumberViews } from './numbers.ts';

/**
 * The customer box of the request form: a search with masked numbers, then the details of the chosen customer. The
 * search masks for everyone, because it shows customers that nobody has chosen yet.
 */
export const customerHandlers = (numbers: NumberViews): readonly Bound[] => [
  handle(findCustomers, async ({ db, caller }, { asked }) => {
    const query = readCustomerQuery(asked.q);
    if (query === null) return [];
    const found = await findCustomersBy(db.read, query, caller);
    return found.map((row) => ({
      srno: row.srno,
      date: row.made_on,
      name: row.name,
      mobile: maskedNumber(row.mobile),
      pan: maskedNumber(row.pan),
      idNumber: maskedNumber(row.id_number),
    }));
  }),

  handle(customerDetails, async ({ db, caller }, { srno }) => {
    const found = await findCustomerDetails(db.read, srno, caller);
    if (found === undefined) throw notFound();
    const view = await numbers(db.read, srno, caller);
    const customer = fromWire(customerDetails.reply, JSON.parse(found.body)) as ReplyOf<
      typeof customerDetails
    >;
    return withCustomerMasks(customer, view);
  }),
];
