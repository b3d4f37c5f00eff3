import { customerDetailsSchema } from '#contract/requests/customers.ts';
import { MAX_CUSTOMERS, type CustomerQuery } from '#domain/requests/customers.ts';
import type { Executor, WireColumns } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { inReach, reachOf } from './reach.sql.ts';
import { CUSTOMER_ROW } from './rows.present.ts';

/** One customer can have many requests, so more requests are read than customers are shown. */
const MAX_REQUESTS_READ = 200;
const MAX_READ_OF_BRANCH = 30;
const NAME = `coalesce(nullif(r.traveller_name, ''), r.entity_name)`;
const NAME_KEY = `lower(${NAME}) collate "C"`;
/**
 * Only where the names begin to match, because PostgreSQL expects few rows between two bounds: it would then read and
 * sort all of them instead of the first ones in the order of the index.
 */
const FROM_HERE = `${NAME_KEY} >= $1::text`;
const MATCHES = 'starts_with(f.name_key, $1::text)';
const READ = `r.srno, r.made_on, ${NAME} as name, ${NAME_KEY} as name_key, r.mobile, r.pan, r.id_number`;

/** The columns of the newest requests with a mobile number, whatever spelling of it each has. */
export const ofMobile = (columns: string, mobile: string, others: string, most: number) =>
  `select r.* from unnest(requests.mobile_spellings(${mobile}::text)) as s (mobile) cross join lateral (
     select ${columns} from requests.request r where r.mobile = s.mobile and r.mobile <> '' and ${others}
     order by r.mobile desc, r.srno desc limit ${most}
   ) as r`;

/** A number with a leading 0 can be the landline of somebody else. */
const MOBILE = `case when f.mobile like '0%' then f.mobile else requests.plain_mobile(f.mobile) end`;
/** The same PAN, mobile or ID number is the same customer; without any of them, the same name. */
const PERSON = `coalesce(nullif(f.pan, ''), nullif(${MOBILE}, ''), nullif(f.id_number, ''), f.name_key)`;

const customersFrom = (name: string, requests: string, matches = 'true') =>
  statement(
    `requests.customers.${name}`,
    { srno: 'int4', made_on: 'text', name: 'text', mobile: 'text', pan: 'text', id_number: 'text' },
    `with found as materialized (${requests}), customers as (
       select distinct on (${PERSON}) f.* from found f where ${matches} order by ${PERSON}, f.srno desc
     )
     select c.srno, c.made_on::text as made_on, c.name, c.mobile, c.pan, c.id_number
     from customers c order by c.srno desc limit ${MAX_CUSTOMERS}`,
  );

/** The key is also the first sort column, so that the index gives the order. */
const customersBy = (name: string, key: string, condition: string) =>
  customersFrom(
    name,
    `select ${READ} from requests.request r
     where ${condition} and r.withdrawn_at is null and ${inReach('$2', '$3')}
     order by ${key} desc, r.srno desc limit ${MAX_REQUESTS_READ}`,
  );

const customers = {
  idnumber: customersBy(
    'idnumber',
    'lower(r.id_number)',
    `lower(r.id_number) = $1::text and r.id_number <> '' and r.id_type not in ('7', '8')`,
  ),
  pan: customersBy('pan', 'r.pan', `r.pan = $1::text and r.pan <> ''`),
  mobile: customersFrom(
    'mobile',
    ofMobile(READ, '$1', `r.withdrawn_at is null and ${inReach('$2', '$3')}`, MAX_REQUESTS_READ),
  ),
  /** In all branches. */
  name: customersFrom(
    'name',
    `select ${READ} from requests.request r
     where ${FROM_HERE} and r.withdrawn_at is null and ${inReach('$2', '$3')}
     order by ${NAME_KEY}, r.srno limit ${MAX_REQUESTS_READ}`,
    MATCHES,
  ),
};

/** In some branches: each of them is searched by itself, because the index of all names holds those of other branches. */
const ofBranches = customersFrom(
  'nameofbranches',
  `select r.* from unnest($2::integer[]) as b (branch) cross join lateral (
     select ${READ} from requests.request r
     where r.branch = b.branch and ${FROM_HERE} and r.withdrawn_at is null
     order by ${NAME_KEY}, r.srno limit ${MAX_READ_OF_BRANCH}
   ) as r`,
  MATCHES,
);

export const findCustomersBy = (on: Executor, { by, value }: CustomerQuery, caller: Caller) => {
  const [entities, account] = reachOf(caller);
  return by === 'name' && entities !== null
    ? on.rows(ofBranches, [value, entities])
    : on.rows(customers[by], [value, entities, account]);
};

const CUSTOMER_DETAILS: WireColumns = {
  ...CUSTOMER_ROW,
  ...onWire(customerDetailsSchema, {
    date: 'r.made_on::text',
    remitterBank: 'r.remitter_bank',
    accountNumber: 'r.account_number',
    ifsc: 'r.ifsc',
  }),
};
const details = statement(
  'requests.customers.details',
  { body: 'text' },
  `select ${jsonObject(CUSTOMER_DETAILS)}::text as body
   from requests.request r where r.srno = $1 and r.withdrawn_at is null and ${inReach('$2', '$3')}`,
);
export const findCustomerDetails = (on: Executor, srno: number, caller: Caller) =>
  on.maybe(details, [srno, ...reachOf(caller)]);
