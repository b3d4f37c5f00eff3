import type pg from 'pg';

export { growRequests } from './large-requests.ts';

/** How large the demo business is to become; what is there already is counted in. */
export interface Sizes {
  readonly entities: number;
  readonly users: number;
  readonly cities: number;
  readonly trailRows: number;
}

/** Part of every drawn value: the same sizes give the same business. */
const SEED = 20_260_401;

/** A whole number from 0 to below `most`, drawn from a number of the row and a word for what it is drawn for. */
const drawn = (row: string, what: string, most: string | number) =>
  `(abs(hashtextextended(${row} || '${what}', ${SEED})) % (${most}))::integer`;
const oneOf = (names: readonly string[], row: string, what: string) =>
  `(array[${names.map((name) => `'${name}'`).join(', ')}])[1 + ${drawn(row, what, names.length)}]`;

const TOWNS = [
  'Nashik', 'Nagpur', 'Surat', 'Indore', 'Mysuru', 'Kanpur', 'Lucknow', 'Patna', 'Ranchi', 'Udaipur', 'Madurai', 'Guntur',
  'Rajkot', 'Ajmer', 'Shimla', 'Siliguri', 'Thrissur', 'Vellore', 'Warangal', 'Bhopal',
]; // prettier-ignore
const QUARTERS = [
  'Market',
  'Station',
  'Civil Lines',
  'Airport',
  'Gandhi Road',
  'Old Town',
  'Mall',
  'Harbour',
];
const FIRST_NAMES = [
  'Aarav', 'Anaya', 'Arjun', 'Diya', 'Ishaan', 'Kavya', 'Manav', 'Neha', 'Pooja', 'Rahul', 'Ritu', 'Sanjay', 'Tara', 'Varun',
  'Yash', 'Zoya',
]; // prettier-ignore
const LAST_NAMES = [
  'Bose',
  'Dutta',
  'Gill',
  'Iyer',
  'Jain',
  'Khan',
  'Menon',
  'Naidu',
  'Pandey',
  'Reddy',
  'Saxena',
  'Thomas',
];

/** Grows a loaded demo to these sizes, by statements over whole sets. */
export async function growDemo(client: pg.Client, sizes: Sizes): Promise<void> {
  await client.query('begin; set local role bureau_owner');
  await growEntities(client, sizes.entities);
  await growUsers(client, sizes.users);
  if (await hasTable(client, 'masters.city')) await growCities(client, sizes.cities);
  await client.query('commit');
  await growTrail(client, sizes.trailRows);
  await client.query('vacuum analyze');
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name]);
  return rows[0]?.is ?? false;
}

/** How many rows a table still lacks. */
async function missing(client: pg.Client, table: string, wanted: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
  return Math.max(0, wanted - (rows[0]?.n ?? 0));
}

/** One in ten is a branch; each of the others belongs to one of them. */
async function growEntities(client: pg.Client, wanted: number): Promise<void> {
  const lacking = await missing(client, 'masters.entity', wanted);
  const branches = Math.ceil(lacking / 10);
  await client.query(
    `insert into masters.entity (id, type, name)
     select 'B' || lpad(n::text, 5, '0'), 'B', ${oneOf(TOWNS, 'n', 'town')} || ' ' || ${oneOf(QUARTERS, 'n', 'quarter')} || ' ' || n
     from generate_series(1, $1::integer) n`,
    [branches],
  );
  await client.query(
    `with branch as (
       select array_agg(srno order by srno) as all from masters.entity where type = 'B'
     )
     insert into masters.entity (id, type, name, controlling_branch)
     select 'F' || lpad(n::text, 5, '0'), case when n % 15 = 0 then 'S' else 'F' end,
       ${oneOf(TOWNS, 'n', 'town')} || ' Forex ' || n, branch.all[1 + ${drawn('n', 'branch', 'cardinality(branch.all)')}]
     from generate_series(1, $1::integer) n, branch`,
    [lacking - branches],
  );
}

/** Nobody knows their passwords: these users fill lists, and the users of the small demo look at them. */
async function growUsers(client: pg.Client, wanted: number): Promise<void> {
  const lacking = await missing(client, 'access.account', wanted);
  await client.query(
    `with place as (
       select array_agg(srno order by srno) as all from masters.entity where type in ('B', 'F')
     ), staff as (
       select array_agg(srno order by srno) as all from access.right_group where name <> 'Administrator'
     )
     insert into access.account (user_id, name, email, entity, right_group, employee_code)
     select 'user' || lpad(n::text, 6, '0'), ${oneOf(FIRST_NAMES, 'n', 'first')} || ' ' || ${oneOf(LAST_NAMES, 'n', 'last')},
       'user' || lpad(n::text, 6, '0') || '@bureau.example', place.all[1 + ${drawn('n', 'place', 'cardinality(place.all)')}],
       staff.all[1 + ${drawn('n', 'group', 'cardinality(staff.all)')}], 'X' || n
     from generate_series(1, $1::integer) n, place, staff`,
    [lacking],
  );
  await client.query(
    `insert into access.account_branch (account, branch, allowed)
     select a.srno, a.entity, true from access.account a join masters.entity e on e.srno = a.entity
     where e.type = 'B' and a.user_id like 'user%' on conflict do nothing`,
  );
}

async function growCities(client: pg.Client, wanted: number): Promise<void> {
  const lacking = await missing(client, 'masters.city', wanted);
  await client.query(
    `with state as (
       select array_agg(srno order by srno) as all from masters.state
     )
     insert into masters.city (name, state, active)
     select ${oneOf(TOWNS, 'n', 'town')} || ' ' || n, state.all[1 + ${drawn('n', 'state', 'cardinality(state.all)')}], true
     from generate_series(1, $1::integer) n, state`,
    [lacking],
  );
}

/** The seal covers a transaction whole, so the rows come in several. */
const TRAIL_ROWS_AT_ONCE = 25_000;
const TRAIL_DAYS = 300;

/** The year so far, told by everybody: sign-ins, additions, changes and exports, evenly over the days. */
async function growTrail(client: pg.Client, wanted: number): Promise<void> {
  const lacking = await missing(client, 'platform.trail', wanted);
  for (let from = 1; from <= lacking; from += TRAIL_ROWS_AT_ONCE)
    await client.query(
      `with person as (
         select array_agg(srno order by srno) as srno, array_agg(entity order by srno) as entity from access.account
       ), told as (
         select n, 1 + ${drawn('n', 'person', 'cardinality(person.srno)')} as who, ${drawn('n', 'action', 100)} as dice,
           ${drawn('n', 'record', 5_000)} as about
         from generate_series($1::integer, $2::integer) n, person
       )
       insert into platform.trail (at, actor, branch, call, action, record, record_id, before, after)
       select now() - make_interval(secs => ($3::double precision - n) * $4::double precision / $3),
         person.srno[who], person.entity[who],
         case when dice < 40 then 'login.validate' else 'country.save' end,
         case when dice < 40 then 'sign-in' when dice < 55 then 'add' when dice < 95 then 'edit' else 'export' end,
         case when dice < 40 then 'account' when dice < 70 then 'city' else 'country' end,
         case when dice < 40 then person.srno[who]::text when dice < 95 then about::text else 'list' end,
         case when dice between 55 and 94 then jsonb_build_object('name', 'Place ' || about, 'active', true, 'version', 1) end,
         case when dice < 40 then '{"ok": true}' else jsonb_build_object('name', 'Place ' || about || ' New', 'active', true, 'version', 2) end
       from told, person`,
      [from, Math.min(lacking, from + TRAIL_ROWS_AT_ONCE - 1), lacking, TRAIL_DAYS * 86_400],
    );
}
