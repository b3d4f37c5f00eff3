import type pg from 'pg';
import { vacuum } from './vacuum.ts';

/** The seed of all random values: the same size gives the same requests. */
const SEED = 20_260_401;
const YEARS_BACK_DAYS = 1_095;
/** The share of requests in progress; all older ones are finished. A caller can pass a different number. */
const UNDER_WAY = 0.02;
const AT_ONCE = 100_000;

/** An integer below `most` from a random 63-bit number; `skip` uses other digits of it. */
const cut = (skip: bigint, most: number | string) => `((h / ${skip}) % ${most})::integer`;

const quantity = (skip: bigint) => `((1 + ${cut(skip, 200)}) * 10)::numeric`;
const rate = (skip: bigint) => `80 + ${cut(skip, 40_000)} * 0.0001`;

/** Keeps PostgreSQL from expanding a column's expression wherever the column is used. */
const ONCE = 'offset 0';

/**
 * The rules of domain/requests again, in SQL: fee by slabs, GST on forex total and other charges, whole rupees. A test
 * compares the result with the product's computation.
 */
const PRICED = `select *, case when fx > 1000000 then least(60000, 5500 + round((fx - 1000000) * 0.001, 2))
      when fx > 100000 then 1000 + round((fx - 100000) * 0.005, 2) else greatest(250, round(fx * 0.01, 2)) end as fee
    from (select *, a1 + case when lines > 1 then a2 else 0 end + case when lines > 2 then a3 else 0 end as fx from lined ${ONCE}) as l ${ONCE}`;

const GROW = `with place as materialized (
    select array_agg(b.srno order by b.srno) as branch, array_agg(s.srno order by b.srno) as sales
    from masters.entity b left join lateral (
      select srno from masters.employee where branch = b.srno and sales and active order by srno limit 1) as s on true
    where b.type = 'B' and b.active
  ), drawn as (
    select n, abs(hashint8extended(n, ${SEED})) as h from generate_series($1::bigint, $2::bigint) as n ${ONCE}
  ), lined as (
    select n, h, 1 + ${cut(7n, 3)} as lines,
      q1, r1, round(q1 * r1) as a1, q2, r2, round(q2 * r2) as a2, q3, r3, round(q3 * r3) as a3
    from (select *, ${quantity(11n)} as q1, ${rate(3_001n)} as r1, ${quantity(70_001n)} as q2, ${rate(900_001n)} as r2,
      ${quantity(5_000_011n)} as q3, ${rate(90_000_001n)} as r3 from drawn ${ONCE}) as d ${ONCE}
  ), charged as (
    select *, round((fx + fee) * 0.18, 2) as gst,
      (array['SP', 'SP', 'SP', 'SP', 'SP', 'SB', 'PP', 'PP', 'PP', 'PB'])[1 + ${cut(13n, 10)}] as type,
      case when n <= $6::bigint then 6 else ${cut(17n, 7)} end as stage
    from (${PRICED}) as p ${ONCE}
  ), summed as (
    select *, case when type in ('SP', 'SB') then fx + fee + gst else fx - fee - gst end as unrounded from charged ${ONCE}
  ), seed as materialized (
    select $4::integer + n as srno, summed.*, round(unrounded) as grand,
      ($5::date - (($3::bigint - n) * ${YEARS_BACK_DAYS} / $3)::integer) as day,
      place.branch[1 + ${cut(19n, 'cardinality(place.branch)')}] as branch,
      place.sales[1 + ${cut(19n, 'cardinality(place.branch)')}] as sales
    from summed, place
  ), requests as (
    insert into requests.request (srno, ref_no, first_hash, branch, sales_executive, handover, type, entity_name,
      traveller_name, id_type, id_number, kyc_address, delivery_address, state, mobile, email, pan, scheme, forex_total, fee,
      other_charges, gst, round_off, grand_total, received, link_requested, submitted, submitted_at, status,
      bm_by, bm_by_name, bm_at, zm_by, zm_by_name, zm_at, cm_by, cm_by_name, cm_at, fm_by, fm_by_name, fm_at,
      is_out, is_in, made_on, made_at, made_by, made_by_name, makers, changed_at)
    select srno, 'large' || srno, '\\x${'00'.repeat(32)}', branch, sales, 'IN', type,
      case when type in ('SB', 'PB') then 'Dealer ' || h % 500 else '' end,
      case when type in ('SP', 'PP') then 'Traveller ' || h % 100000 else '' end,
      case when type in ('SP', 'PP') then '1' else '' end,
      case when type in ('SP', 'PP') then 'P' || h % 10000000 else '' end, '1 Large Road', '1 Large Road', 1,
      '9' || lpad((h % 1000000000)::text, 9, '0'), 'large@bureau.example',
      case when type = 'SP' then 'LRGPA' || lpad((h % 10000)::text, 4, '0') || chr(65 + ${cut(23n, 26)}) else '' end,
      'FULL', fx, fee, fee, gst, grand - unrounded, grand,
      case when stage in (0, 5) then 0 else grand end, stage = 5 and type in ('SP', 'SB'), stage > 0,
      case when stage > 0 then day + time '12:00' end, case when stage = 6 and n <= $6 then 'H' else 'P' end,
      case when stage in (2, 3, 4, 6) then 1 end, case when stage in (2, 3, 4, 6) then 'Bhavna Shah' end,
      case when stage in (2, 3, 4, 6) then day + time '13:00' end,
      case when stage in (3, 4, 6) then 1 end, case when stage in (3, 4, 6) then 'Zubin Daruwala' end,
      case when stage in (3, 4, 6) then day + time '14:00' end,
      case when stage in (4, 6) then 1 end, case when stage in (4, 6) then 'Meera Nair' end,
      case when stage in (4, 6) then day + time '15:00' end,
      case when stage in (3, 6) then 1 end, case when stage in (3, 6) then 'Farhan Qureshi' end,
      case when stage in (3, 6) then day + time '15:30' end,
      stage = 6 and n <= $6 and type in ('SP', 'SB'),
      stage = 6 and n <= $6 and type in ('PP', 'PB'),
      day, day + time '11:00', 1, 'Asha Rao', '{1}', day + time '16:00'
    from seed
  ), products as (
    insert into requests.product_line (request, line_no, product, isd, quantity, rate, amount, ibr)
    select srno, line.no, 'CN', 'USD', line.q, line.r, line.a, case when stage > 0 then round(line.r * 0.988, 6) end
    from seed cross join lateral (values (1, q1, r1, a1), (2, q2, r2, a2), (3, q3, r3, a3)) as line (no, q, r, a)
    where line.no <= lines
  )
  insert into requests.payment_line (request, line_no, type, bank, reference, amount, paid_on, received)
  select srno, 1, 'BANK', 1, 'NEFT' || h % 1000000, grand, day, grand from seed where stage not in (0, 5)`;

const TABLES = ['request', 'product_line', 'payment_line'];

interface Index {
  readonly name: string;
  readonly definition: string;
}

/**
 * Generates requests up to this number, with three lines each on average and the newest few in progress. Secondary
 * indexes are recreated afterwards, and foreign keys are not checked row by row, which needs an administrator's
 * connection.
 */
export async function growRequests(
  client: pg.Client,
  wanted: number,
  underWay = Math.round(wanted * UNDER_WAY),
): Promise<void> {
  const { rows } = await client.query<{ n: number; last: number; today: string }>(
    `select count(*)::integer as n, coalesce(max(srno), 0)::integer as last,
       (now() at time zone 'Asia/Kolkata')::date::text as today from requests.request`,
  );
  const { n = 0, last = 0, today = '' } = rows[0] ?? {};
  const lacking = wanted - n;
  if (lacking <= 0) return;
  const indexes = await client.query<Index>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [TABLES.map((table) => `requests.${table}`)],
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  await client.query(`set session_replication_role = replica`);
  for (let from = 1; from <= lacking; from += AT_ONCE)
    await client.query(GROW, [
      from,
      Math.min(lacking, from + AT_ONCE - 1),
      lacking,
      last,
      today,
      lacking - underWay,
    ]);
  await client.query(`reset session_replication_role; set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes.rows) await client.query(definition);
  await client.query(
    `reset maintenance_work_mem;
     select setval(pg_get_serial_sequence('requests.request', 'srno'), (select max(srno) from requests.request))`,
  );
  await client.query('select requests.compute_earned()');
  await vacuum(
    client,
    [...TABLES, 'earned'].map((table) => `requests.${table}`),
  );
}
