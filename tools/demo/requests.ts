import type pg from 'pg';
import { FINISHED_REQUESTS, finishedRequests, finishedSpan } from './finished-requests.ts';
import { ratesBetween } from './rates.ts';
import { rowsOf, type Day, type Person } from './request-rows.ts';
import { EARLIER, stagedRequests } from './staged-requests.ts';

/** The number of the request at a place in the stages of staged-requests.ts. */
const numberAt = (place: number) => FINISHED_REQUESTS + place;
/** The numbers of requests that journeys and pictures open. */
export const SHOWN = {
  /** A sale that waits for the zonal manager. */
  waiting: numberAt(52),
  /** Forms that can be edited. */
  unlockedSale: numberAt(55),
  draftPurchase: numberAt(58),
} as const;

const DAYS = 45;

/**
 * Finished requests of the last months, in the order of their days, then the requests in progress. Lists begin with the
 * highest number, so they begin with the requests in progress. The product's own rules compute all totals.
 */
export async function loadRequests(client: pg.Client): Promise<void> {
  const people = await client.query<Person & { id: string }>(
    'select user_id as id, srno, name from access.account',
  );
  const byId = new Map(people.rows.map((person) => [person.id, person]));
  const days = await client.query<Day>(
    `select day::text, jsonb_object_agg(code, rate::text) as rates from rates.ibr_in_force
     where day >= (now() at time zone 'Asia/Kolkata')::date - ${DAYS} group by day order by day`,
  );
  const staged = stagedRequests(days.rows);
  const finished = finishedRequests(await ratesBetween(client, finishedSpan()));
  const deals = [
    ...[...finished, ...staged.slice(0, EARLIER)].sort((first, second) => first.began - second.began),
    ...staged.slice(EARLIER),
  ];
  await insertRequests(
    client,
    deals.map((deal, index) => rowsOf(deal, index + 1, byId)),
  );
}

const NAMED = new Set(['branch', 'sales', 'delivery', 'state']);

async function insertRequests(client: pg.Client, made: readonly ReturnType<typeof rowsOf>[]): Promise<void> {
  const rows = (text: string, data: readonly object[]) => client.query(text, [JSON.stringify(data)]);
  const [first] = made;
  const columns = Object.keys(first?.request ?? {}).filter((name) => !NAMED.has(name));
  await rows(
    `insert into requests.request (${columns.join(', ')}, first_hash, makers, branch, sales_executive, delivery_executive, state)
     select ${columns.map((name) => `r.${name}`).join(', ')}, sha256(convert_to(r.ref_no, 'UTF8')), array[r.made_by], b.srno, s.srno, d.srno, t.srno
     from jsonb_array_elements($1) as e cross join jsonb_populate_record(null::requests.request, e - array['branch', 'sales', 'delivery', 'state']) as r
     left join masters.entity b on b.id = e ->> 'branch' left join masters.employee s on s.code = e ->> 'sales'
     left join masters.employee d on d.code = e ->> 'delivery' left join masters.state t on t.name = e ->> 'state'
     order by r.srno`,
    made.map(({ request }) => request),
  );
  await rows(
    `insert into requests.product_line select * from jsonb_populate_recordset(null::requests.product_line, $1)`,
    made.flatMap(({ products }) => products),
  );
  await rows(
    `insert into requests.payment_line select * from jsonb_populate_recordset(null::requests.payment_line, $1)`,
    made.flatMap(({ payments }) => payments),
  );
  await rows(
    `insert into requests.activity (request, at, by_name, remark)
     select request, at, by_name, remark from jsonb_to_recordset($1) as a (request integer, at timestamptz, by_name text, remark text)
     order by at`,
    made.flatMap(({ activity }) => activity),
  );
  await client.query(
    `select setval(pg_get_serial_sequence('requests.request', 'srno'), (select max(srno) from requests.request))`,
  );
}
