import { activitySchema } from '#contract/requests/desk.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';
import type { Executor } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { ofMobile } from './customers.sql.ts';
import { inReach, isOpenTo, reachOf, seesOnlyOwnDrafts } from './reach.sql.ts';
import {
  CUSTOMER_ROW,
  DETAIL_JOINS,
  DOCUMENT_ROW,
  PAYMENT_ROW,
  PRODUCT_ROW,
  REQUEST_MORE,
  REQUEST_ROW,
} from './rows.present.ts';
import { STATE_COLUMNS, STATE_LIST } from './state.sql.ts';

const listed = (row: string, order: string, from: string) =>
  `(select coalesce(json_agg(${row} order by ${order}), '[]') from ${from})`;
const ACTIVITY_ROW = onWire(activitySchema, {
  at: momentOrEmpty('a.at'),
  by: 'a.by_name',
  remark: 'a.remark',
  status: `coalesce(a.status, '')`,
});

const detail = statement(
  'requests.request.detail',
  { detail: 'text', lists: 'text', ...STATE_COLUMNS },
  `select (${jsonObject(REQUEST_ROW)}::jsonb || ${jsonObject(REQUEST_MORE)}::jsonb)::text as detail,
     json_build_object(
       'product', ${listed(jsonObject(PRODUCT_ROW), 'l.line_no', 'requests.product_line l left join masters.currency_ref c on c.code = l.isd where l.request = r.srno')},
       'payment', ${listed(jsonObject(PAYMENT_ROW), 'l.line_no', 'requests.payment_line l left join masters.bank_ref k on k.srno = l.bank where l.request = r.srno')},
       'document', ${listed(jsonObject(DOCUMENT_ROW), 'd.srno', 'requests.document d join requests.document_kind k on k.id = d.kind where d.request = r.srno and d.removed_at is null')},
       'activitylog', ${listed(jsonObject(ACTIVITY_ROW), 'a.id desc', 'requests.activity a where a.request = r.srno')}
     )::text as lists, ${STATE_LIST}
   from requests.request r ${DETAIL_JOINS}
   where r.srno = $1 and ${inReach('$2', '$3')} and ${isOpenTo('$4', '$3')}`,
);
/** The request and its lists as JSON, and the columns that decide what can be done with it. */
export const findRequest = (on: Executor, srno: number, caller: Caller) =>
  on.maybe(detail, [srno, ...reachOf(caller), seesOnlyOwnDrafts(caller)]);

const customerFrom = (name: string, newest: string) =>
  statement(
    `requests.customer.${name}`,
    { body: 'text' },
    `select coalesce(json_agg(found.row), '[]')::text as body from (${newest}) as found`,
  );
const CUSTOMER = `${jsonObject(CUSTOMER_ROW)} as row`;
const OPEN_TO_CALLER = `r.withdrawn_at is null and ${inReach('$2', '$3')}`;
/** The newest request of a key. The key is also the first sort column, because under row-level security the planner
 * does not see that an expression index is ordered by the number alone. */
const customerBy = (name: string, key: string, condition: string) =>
  customerFrom(
    name,
    `select ${CUSTOMER} from requests.request r where ${condition} and ${OPEN_TO_CALLER}
     order by ${key} desc, r.srno desc limit 1`,
  );
/** Only four digits of an Aadhaar number are stored. They do not identify a person, so they cannot be searched. */
const customers = {
  idnumber: customerBy(
    'idnumber',
    'lower(r.id_number)',
    `lower(r.id_number) = lower($1::text) and r.id_number <> '' and r.id_type not in ('7', '8')`,
  ),
  pan: customerBy('pan', 'r.pan', `r.pan = upper($1::text) and r.pan <> ''`),
  mobile: customerFrom(
    'mobile',
    `${ofMobile(`${CUSTOMER}, r.srno`, '$1', OPEN_TO_CALLER, 1)} order by r.srno desc limit 1`,
  ),
};
export const findCustomerBy = async (
  on: Executor,
  by: keyof typeof customers,
  value: string,
  caller: Caller,
): Promise<string> => (await on.one(customers[by], [value.trim(), ...reachOf(caller)])).body;
