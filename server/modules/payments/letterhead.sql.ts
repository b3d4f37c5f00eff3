import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

const head = statement(
  'payments.letterhead.find',
  { name: 'text', contact1: 'text', contact2: 'text' },
  'select name, contact1, contact2 from masters.company_ref',
);
/** The name and contacts of the company for mails to the payer. */
export const letterheadOf = (on: Executor) => on.one(head);

const branch = statement(
  'payments.letterhead.branch',
  { request: 'int4', name: 'text', address: 'text' },
  `select o.request, coalesce(e.name, '') as name,
     concat_ws(', ', nullif(e.address1, ''), nullif(e.address2, ''), nullif(e.address3, '')) as address
   from payments.link_order o join requests.request_ref r on r.srno = o.request
   left join masters.entity_address e on e.srno = r.branch
   where o.order_id = $1`,
);
/** The branch that an order is paid to. */
export const branchOfOrder = (on: Executor, orderId: string) => on.one(branch, [orderId]);
