import { customerDetails, findCustomers } from '#contract/requests/customers.ts';
import { maskedNumber, readCustomerQuery } from '#domain/requests/customers.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { findCustomerDetails, findCustomersBy } from './customers.sql.ts';

/** The customer box of the request form: a search with masked numbers, then the details of the chosen customer. */
export const customerHandlers: readonly Bound[] = [
  handle(findCustomers, async ({ db, caller }, { asked }) => {
    const query = readCustomerQuery(asked.q);
    if (query === null) return [];
    const found = await findCustomersBy(db.read, query, caller);
    return found.map((row) => ({
      req_srno: row.srno,
      req_date: row.made_on,
      name: row.name,
      mobile: maskedNumber(row.mobile),
      pan: maskedNumber(row.pan),
      idnumber: maskedNumber(row.id_number),
    }));
  }),

  handle(customerDetails, async ({ db, caller }, { srno }) => {
    const found = await findCustomerDetails(db.read, srno, caller);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),
];
