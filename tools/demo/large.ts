import type pg from 'pg';
import { vacuum } from './vacuum.ts';

/** The target sizes of the demo business, including existing rows. */
export interface Sizes {
  readonly entities: number;
  readonly users: number;
  readonly cities: number;
  readonly employees: number;
  readonly trailRows: number;
}

/** The largest business that the product is designed for; its trail is measured separately. */
export const LARGE: Sizes = {
  entities: 6_000,
  users: 20_000,
  cities: 40_000,
  employees: 20_000,
  trailRows: 0,
};

/** The seed of all random values: the same sizes give the same business. */
const SEED = 20_260_401;

/** A random integer from 0 to below `most`, derived from the row number and a word for its purpose. */
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

/** Numbers for the missing rows of a table, after the existing ones, so that a grown table can grow further. */
const lackingRows = (table: string) =>
  `generate_series((select count(*)::integer from ${table}) + 1, $1::integer) n`;

/** Grows a loaded demo to these sizes with set-based statements; referenced tables come first. */
export async function growDemo(client: pg.Client, sizes: Sizes): Promise<void> {
  await client.query('begin; set local role bureau_owner');
  await growCities(client, sizes.cities);
  await growEntities(client, sizes.entities);
  await growEmployees(client, sizes.employees);
  await growUsers(client, sizes.users);
  await client.query('commit');
  await growTrail(client, sizes.trailRows);
  await vacuum(client);
}

async function growCities(client: pg.Client, wanted: number): Promise<void> {
  await client.query(
    `with state as (
       select array_agg(srno order by srno) as all from masters.state
     )
     insert into masters.city (name, state, country)
     select ${oneOf(TOWNS, 'n', 'town')} || ' ' || n, s.srno, s.country
     from ${lackingRows('masters.city')} cross join state
     join masters.state s on s.srno = state.all[1 + ${drawn('n', 'state', 'cardinality(state.all)')}]`,
    [wanted],
  );
}

/** The details of an entity: licences that end between last month and three years from now, a mailed card for most. */
const ENTITY_FACTS: Readonly<Record<string, string>> = {
  pan: `'AA' || chr(65 + n % 26) || 'FG' || lpad((n % 10000)::text, 4, '0') || chr(65 + n / 26 % 26)`,
  contact_person: `${oneOf(FIRST_NAMES, 'n', 'first')} || ' ' || ${oneOf(LAST_NAMES, 'n', 'last')}`,
  address1: `'Shop ' || n % 90 + 1 || ', ' || ${oneOf(QUARTERS, 'n', 'quarter')}`,
  country: 'place.country',
  state: 'place.state',
  city: 'place.srno',
  phone: `'0' || 2000000000 + n`,
  mobile: `'9' || 800000000 + n`,
  email: `'entity' || n || '@bureau.example'`,
  buy_percentage: `0.50 + 0.05 * ${drawn('n', 'buy', 15)}`,
  sell_percentage: `0.60 + 0.05 * ${drawn('n', 'sell', 15)}`,
  ibr_cut: `0.05 * ${drawn('n', 'cut', 4)}`,
  margin_type: `case when n % 7 = 0 then 'F' else 'P' end`,
  rate_type: `case when n % 9 = 0 then 'O' else 'C' end`,
  currency_choice: `case when n % 19 = 0 then 'S' else 'A' end`,
  email_rate_card: 'n % 8 <> 0',
  licence_from: `current_date - 400 - ${drawn('n', 'from', 700)}`,
  licence_to: `current_date - 30 + ${drawn('n', 'to', 1_125)}`,
  rbi_licence: `'FRN/' || lpad(n::text, 6, '0')`,
  active: 'n % 37 <> 0',
};
const SELECTED_CURRENCIES = ['AED', 'EUR', 'GBP', 'USD'];

/** One in ten is a branch. Each of the others belongs to a branch, and one in thirteen of these is a councilor. */
async function growEntities(client: pg.Client, wanted: number): Promise<void> {
  const before = await count(client, 'masters.entity');
  const insert = (type: string, name: string, branch: string, which: string) =>
    client.query(
      `with place as (
         select array_agg(srno order by srno) as all from masters.city
       ), branch as (
         select array_agg(srno order by srno) as all from masters.entity where type = 'B' and active
       )
       insert into masters.entity (id, type, name, controlling_branch, ${Object.keys(ENTITY_FACTS).join(', ')})
       select 'X' || lpad(n::text, 6, '0'), ${type}, ${name}, ${branch}, ${Object.values(ENTITY_FACTS).join(', ')}
       from generate_series($1::integer + 1, $2::integer) n cross join branch cross join place as places
       join masters.city place on place.srno = places.all[1 + ${drawn('n', 'place', 'cardinality(places.all)')}]
       where ${which} order by n`,
      [before, wanted],
    );
  const town = oneOf(TOWNS, 'n', 'town');
  await insert(
    `'B'`,
    `${town} || ' ' || ${oneOf(QUARTERS, 'n', 'quarter')} || ' ' || n`,
    'null',
    'n % 10 = 0',
  );
  await insert(
    `case when n % 13 = 0 then 'S' else 'F' end`,
    `${town} || ' Forex ' || n`,
    `branch.all[1 + ${drawn('n', 'branch', 'cardinality(branch.all)')}]`,
    'n % 10 <> 0',
  );
  await client.query(
    `insert into masters.entity_currency (entity, code)
     select srno, unnest($1::text[]) from masters.entity where currency_choice = 'S' and id ~ '^X\\d+$' on conflict do nothing`,
    [SELECTED_CURRENCIES],
  );
}

/** A vault for each branch that has none, then people who sell, deliver or both. */
async function growEmployees(client: pg.Client, wanted: number): Promise<void> {
  await client.query(
    `insert into masters.employee (code, name, branch, kind)
     select 'V' || e.id, left('Vault ' || e.name, 50), e.srno, 'V' from masters.entity e
     where e.type = 'B' and e.active
       and not exists (select from masters.employee v where v.branch = e.srno and v.kind = 'V' and v.active)
     order by e.srno`,
  );
  await client.query(
    `with branch as (
       select array_agg(srno order by srno) as all from masters.entity where type = 'B' and active
     )
     insert into masters.employee (code, name, branch, sales, delivery, active)
     select 'X' || lpad(n::text, 6, '0'), ${oneOf(FIRST_NAMES, 'n', 'first')} || ' ' || ${oneOf(LAST_NAMES, 'n', 'last')},
       branch.all[1 + ${drawn('n', 'branch', 'cardinality(branch.all)')}], n % 3 <> 1, n % 3 <> 2, n % 37 <> 0
     from ${lackingRows('masters.employee')}, branch`,
    [wanted],
  );
}

/**
 * Every second user is an employee at the employee's branch; the others belong to franchisees. They sign in with the
 * password of the small demo.
 */
async function growUsers(client: pg.Client, wanted: number): Promise<void> {
  await client.query(
    `with place as (
       select array_agg(srno order by srno) as all from masters.entity where type = 'F' and active
     ), staff as (
       select array_agg(srno order by srno) as all from access.right_group where name not in ('Administrator', 'Franchisee')
     ), franchisee as (
       select srno from access.right_group where name = 'Franchisee'
     ), free as (
       select code, name, branch, row_number() over (order by srno) as place_in_line from masters.employee
       where kind = 'P' and active
         and not exists (select from access.account a where lower(a.employee_code) = lower(code))
     ), person as (
       select n, 'user' || lpad(n::text, 6, '0') as id,
         case when n % 2 = 0 then count(*) filter (where n % 2 = 0) over (order by n) end as place_in_line
       from ${lackingRows('access.account')}
     )
     insert into access.account (user_id, name, mobile, email, entity, right_group, employee_code, active, enabled,
       must_change_password)
     select p.id, coalesce(free.name, ${oneOf(FIRST_NAMES, 'n', 'first')} || ' ' || ${oneOf(LAST_NAMES, 'n', 'last')}),
       '9' || 700000000 + n, p.id || '@bureau.example',
       coalesce(free.branch, place.all[1 + ${drawn('n', 'place', 'cardinality(place.all)')}]),
       case when free.code is null then franchisee.srno else staff.all[1 + ${drawn('n', 'group', 'cardinality(staff.all)')}] end,
       coalesce(free.code, ''), n % 47 <> 0, n % 71 <> 0, false
     from person p cross join place cross join staff cross join franchisee left join free using (place_in_line)
     order by n`,
    [wanted],
  );
  await client.query(
    `insert into access.account_branch (account, branch, allowed)
     select a.srno, a.entity, true from access.account a join masters.entity e on e.srno = a.entity
     where e.type = 'B' and a.user_id like 'user%' on conflict do nothing`,
  );
  await client.query(
    `insert into access.password (account, hash)
     select a.srno, known.hash from access.account a, (select hash from access.password order by account limit 1) known
     where not exists (select from access.password p where p.account = a.srno)`,
  );
}

/** A seal covers a whole transaction, so the rows are inserted in several. */
const TRAIL_ROWS_AT_ONCE = 25_000;
const TRAIL_DAYS = 300;

/** The year so far, by all users: sign-ins, additions, changes and exports, evenly over the days. */
async function growTrail(client: pg.Client, wanted: number): Promise<void> {
  const lacking = Math.max(0, wanted - (await count(client, 'platform.trail')));
  await client.query('select platform.make_trail_months(current_date - $1::integer, current_date)', [
    TRAIL_DAYS,
  ]);
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

async function count(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::integer as n from ${table}`);
  return rows[0]?.n ?? 0;
}
