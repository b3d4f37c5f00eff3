import type pg from 'pg';
import { ROW_TEXT } from '#server/platform/trail/chain.sql.ts';
import { partOf } from '#server/platform/trail/months.ts';

/** An office with much to do writes about so many entries in the two seconds between two seals at most. */
const ROWS_PER_SEAL = 500;

/**
 * Six entries for each request, close to each other in time; sign-ins; changes of masters; few exports. Entries of users
 * and branches are spread evenly over the month.
 */
const INSERT = (part: string) => `
  with person as (
    select array_agg(srno order by srno) as srno, array_agg(entity order by srno) as entity from access.account
  )
  insert into platform.${part} (id, at, xid, actor, call, action, record, record_id, branch, after)
  select $1::bigint + n, $2::timestamptz + ($3::timestamptz - $2::timestamptz) * (n / $4::double precision), '1'::xid8,
    person.srno[who], case when dice < 20 then 'login.validate' when dice < 70 then 'request.save' else 'country.save' end,
    case when dice < 20 then 'sign-in' when dice = 99 then 'export' when dice % 4 = 0 then 'add' else 'edit' end,
    case when dice < 20 then 'account' when dice < 70 then 'request' else 'country' end,
    case when dice < 20 then person.srno[who]::text when dice < 70 then (($1::bigint + n) / 12)::text else (n % 250)::text end,
    person.entity[who], case when dice < 20 then '{"ok": true}' else '{"name": "An entry", "version": 2}' end::jsonb
  from (
    select n, abs(hashint8(n)) % 100 as dice, 1 + abs(hashint8(n * 7)) % cardinality(person.srno) as who
    from generate_series(0, $4::bigint - 1) n, person
  ) as drawn, person`;

const SEAL = (part: string) => `
  select count(platform.append_seal('${part}', false, ids, hashes, null)) from (
    select array_agg(id order by id) as ids, array_agg(hash order by id) as hashes
    from (select t.id, sha256(convert_to(${ROW_TEXT}, 'UTF8')) as hash from platform.${part} t) as row_hash
    group by id / ${ROWS_PER_SEAL} order by id / ${ROWS_PER_SEAL}
  ) as seal`;

/** The month so many months ago, such as 2026-11. */
async function monthAgo(client: pg.Client, ago: number) {
  const { rows } = await client.query<{ month: string; starts: string; ends: string }>(
    `select to_char(month, 'YYYY-MM') as month, (month at time zone 'Asia/Kolkata')::text as starts,
       ((month + interval '1 month') at time zone 'Asia/Kolkata')::text as ends
     from (select date_trunc('month', now() at time zone 'Asia/Kolkata') - make_interval(months => $1::integer)) as past (month)`,
    [ago],
  );
  const [month] = rows;
  if (month === undefined) throw new Error('there is no such month');
  return month;
}

/**
 * Adds the entries of past months with seals as the worker makes them. A month is filled before it is attached, without
 * triggers and indexes, because the usual way takes many times as long.
 */
export async function growTrailMonths(
  client: pg.Client,
  {
    from,
    to,
    rowsOf,
  }: { readonly from: number; readonly to: number; readonly rowsOf: (ago: number) => number },
): Promise<void> {
  await client.query(`set timezone = 'UTC'`);
  for (let ago = from; ago <= to; ago += 1) {
    const { month, starts, ends } = await monthAgo(client, ago);
    const part = partOf(month);
    const rows = rowsOf(ago);
    const { rows: ids } = await client.query<{ first: string }>(
      `select setval(pg_get_serial_sequence('platform.trail', 'id'),
         nextval(pg_get_serial_sequence('platform.trail', 'id')) + $1) - $1 as first`,
      [rows],
    );
    await client.query(`create table platform.${part} (like platform.trail including defaults)`);
    await client.query(`alter table platform.${part} owner to bureau_owner`);
    await client.query(INSERT(part), [ids[0]?.first, starts, ends, rows]);
    await client.query(SEAL(part));
    await client.query(
      `alter table platform.trail attach partition platform.${part} for values from ('${starts}') to ('${ends}')`,
    );
    await client.query(`vacuum analyze platform.${part}`);
  }
}
