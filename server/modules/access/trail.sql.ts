import { moment } from '#server/platform/moment.ts';
import { MAX_TRAIL_PAGE_ROWS, trailRowSchema, type TrailSearch } from '#contract/access/trail.ts';
import type { OptionsPage } from '#contract/fields.ts';
import { addDays, readIsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { isKeyDigits, isKeyMoment, keyMoment, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, keysetList } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';

/** The SQL of the trail screen. The number of rows read is bounded, however long the trail is. */

/**
 * How many entries a search reads for one page. It follows the most selective index and filters by the other
 * conditions. If the page is not full by then, it comes with the key from which to continue.
 */
const LOOKED_THROUGH_ROWS = 1_000;
const MAX_USERS = 50;

/** $1 rows of a page, $2 and $3 the key of the last row seen, $4 the earliest moment. */
const USER = '$5::text';
const RECORD = '$6::text';
const RECORD_ID = '$7::text';
const ACTION = '$8::text';
const SCOPE = '$9::integer[]';

/** The leading columns of the index that a search follows, and the requested value of each. */
const LEADS = {
  everything: [],
  record: [
    ['t.record', RECORD],
    ['t.record_id', RECORD_ID],
  ],
  user: [['t.actor', '(select srno from who)']],
  kind: [['t.record', RECORD]],
  action: [['t.action', ACTION]],
  branch: [['t.branch', 'reach.branch']],
} as const satisfies Record<string, readonly (readonly [column: string, value: string])[]>;
type Lead = keyof typeof LEADS;

/**
 * The newest entries of one value in one month. The condition on the last leading column is an index range from its
 * earliest to its latest moment, not an equality. No other index then has this order, so that a rare value is not searched
 * among all entries. A column before it is an equality, because PostgreSQL ends the scan of a range of rows by its first
 * column only. The plain bounds on the moment exclude the partitions of other months.
 */
function newestOfMonth(lead: Lead, rows: number): string {
  const fixed = LEADS[lead].slice(0, -1).map(([column, value]) => `${column} = ${value} and `);
  const columns = LEADS[lead].slice(-1).map(([column]) => column);
  const values = LEADS[lead].slice(-1).map(([, value]) => value);
  const tuple = (parts: readonly string[]) => `(${parts.join(', ')})`;
  const order = [...columns, 't.at', 't.id'];
  return `select t.* from platform.trail t
   where ${fixed.join('')}${tuple(order)} < ${tuple([...values, '$2::timestamptz', '$3::bigint'])}
     and ${tuple(order.slice(0, -1))} >= ${tuple([...values, '$4::timestamptz'])}
     and t.at >= $4::timestamptz and t.at <= $2::timestamptz and t.at >= m.starts and t.at < m.ends
   order by ${order.map((column) => `${column} desc`).join(', ')} limit ${rows}`;
}

/** Each branch of the caller has its own index range; the newest entries of all ranges are kept. */
const newestInReach = (rows: number) => `select b.* from (select distinct unnest(${SCOPE}) as branch) reach
   cross join lateral (${newestOfMonth('branch', rows)}) b order by b.at desc, b.id desc limit ${rows}`;

/** Older months than these are searched in one step. */
const MONTHS_BACK = 120;

/**
 * The months of India from the newest on, whose bounds are those of the partitions. Before and after them is the rest of
 * time, so that every entry is in one of the rows.
 */
const MONTHS = `select case when n = ${MONTHS_BACK} then '-infinity' else (month - make_interval(months => n)) at time zone 'Asia/Kolkata' end as starts,
     case when n = -1 then 'infinity' else (month - make_interval(months => n - 1)) at time zone 'Asia/Kolkata' end as ends
   from (select date_trunc('month', now() at time zone 'Asia/Kolkata')) as present (month), generate_series(-1, ${MONTHS_BACK}) as n
   order by n`;

/**
 * Reads month by month, newest first, until it has enough rows. A search of all partitions at once would read each of
 * their indexes, however soon the page is full.
 */
const newest = (lead: Lead, rows: number) =>
  `select found.* from (${MONTHS}) m
   cross join lateral (${lead === 'branch' ? newestInReach(rows) : newestOfMonth(lead, rows)}) found
   where m.ends > $4::timestamptz and m.starts <= $2::timestamptz limit ${rows}`;

const ENTRY = {
  id: 't.id',
  at: moment('t.at'),
  user: `coalesce(who.user_id, '')`,
  userName: `coalesce(who.name, '')`,
  action: 't.action',
  record: 't.record',
  recordId: 't.record_id',
  name: `coalesce(t.after ->> 'name', t.before ->> 'name', subject.name, '')`,
  branch: `coalesce(place.id, '')`,
  fields: `case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object' then (
      select coalesce(json_agg(key order by key), '[]') from jsonb_each(t.before) b full join jsonb_each(t.after) a using (key)
      where b.value is distinct from a.value and key not in ('version', 'changed_by', 'changed_by_name', 'changed_at'))
    else '[]' end`,
} as const;

/** The names of an entry: the actor, the account it is about, and its branch. Each is looked up by its key. */
const NAMES = `left join lateral (select a.user_id, a.name from access.account a where a.srno = t.actor limit 1) who on true
   left join lateral (select a.name from access.account a
     where a.srno = case when t.record = 'account' and t.record_id ~ '^\\d{1,9}$' then t.record_id::integer end limit 1) subject on true
   left join lateral (select e.id from masters.entity_ref e where e.srno = t.branch limit 1) place on true`;

/** `narrowed`: the search has more conditions than the lead, so it reads more rows than it shows. */
function listBy(lead: Lead, narrowed: boolean) {
  const rows = narrowed ? LOOKED_THROUGH_ROWS : MAX_TRAIL_PAGE_ROWS + 1;
  return statement(
    `access.trail.list.${lead}${narrowed ? '.narrowed' : ''}`,
    { body: 'text', last_at: 'text?', last_id: 'text?' },
    `with who as (
       select srno from access.account where lower(user_id) = lower(${USER})
     ), looked as materialized (${newest(lead, rows)}),
     found as materialized (
       select row_number() over (order by at desc, id desc) as n, looked.* from looked
       where (${USER} is null or actor = (select srno from who)) and (${RECORD} is null or record = ${RECORD})
         and (${RECORD_ID} is null or record_id = ${RECORD_ID}) and (${ACTION} is null or action = ${ACTION})
         and (${SCOPE} is null or branch = any (${SCOPE}))
       order by at desc, id desc limit $1::integer + 1
     ), last as (
       (select at, id from found where n = $1::integer and (select count(*) from found) > $1::integer)
       union all
       (select at, id from looked where (select count(*) from found) <= $1::integer
         and (select count(*) from looked) = ${rows} order by at, id limit 1)
     )
     select coalesce((
         select json_agg(${jsonObject(onWire(trailRowSchema, ENTRY))} order by t.n) from found t ${NAMES} where t.n <= $1::integer), '[]')::text as body,
       (select ${keyMoment('at')} from last) as last_at, (select id::text from last) as last_id`,
  );
}

const lists = Object.fromEntries(
  (Object.keys(LEADS) as Lead[]).map((lead) => [
    lead,
    { plain: listBy(lead, false), narrowed: listBy(lead, true) },
  ]),
) as Record<Lead, Record<'plain' | 'narrowed', ReturnType<typeof listBy>>>;

/** The number of search fields that the lead covers. */
const USED: Readonly<Record<Lead, number>> = {
  everything: 0,
  record: 2,
  user: 1,
  kind: 1,
  action: 1,
  branch: 0,
};

/** Chooses the most selective index: one record, one user, the branches in scope, then kinds and actions. */
function leadOf({ user, record, recordid, action }: TrailSearch, scope: Scope): Lead {
  if (record !== undefined && recordid !== undefined) return 'record';
  if (user !== undefined) return 'user';
  if (scope !== 'all') return 'branch';
  if (record !== undefined) return 'kind';
  return action === undefined ? 'everything' : 'action';
}

const startOfDay = (day: string, daysLater: number): string => {
  const date = readIsoDate(day);
  if (date === null) throw malformed('There is no such day.');
  return `${addDays(date, daysLater)}T00:00:00+05:30`;
};

/**
 * For this transaction, the planner follows an index in its order, whatever the statistics say. The frequency of values
 * differs by a factor of a million, and one plan serves all values. JIT compilation does not pay off either.
 */
const followIndexes = statement(
  'access.trail.follow_indexes',
  { settings: 'text[]' },
  `select array_agg(set_config(name, 'off', true)) as settings
   from unnest('{enable_sort,enable_incremental_sort,enable_bitmapscan,enable_seqscan,jit}'::text[]) as name`,
);

/** One page, newest first, and the key of the next one; it needs a transaction of its own. */
export async function trailPage(
  on: Transaction,
  search: TrailSearch,
  scope: Scope,
): Promise<{ body: string; next: string | null }> {
  const { user, record, recordid, action, from, to, after, limit = MAX_TRAIL_PAGE_ROWS } = search;
  const lead = leadOf(search, scope);
  const given = [user, record, recordid, action].filter((value) => value !== undefined).length;
  const isNarrowedFurther = given > USED[lead] || (scope !== 'all' && lead !== 'branch');
  const key =
    after === undefined
      ? [to === undefined ? 'infinity' : startOfDay(to, 1), '0']
      : readKey(after, [isKeyMoment, isKeyDigits]);
  await on.one(followIndexes);
  const { body, last_at, last_id } = await on.one(lists[lead][isNarrowedFurther ? 'narrowed' : 'plain'], [
    limit,
    ...key,
    from === undefined ? '-infinity' : startOfDay(from, 0),
    user ?? null,
    record ?? null,
    recordid ?? null,
    action ?? null,
    entitiesIn(scope),
  ]);
  return { body, next: last_at === null || last_id === null ? null : writeKey(last_at, last_id) };
}

/** The columns that contain the number of a record, with its table and the expression of its name. */
const BY_NUMBER: readonly (readonly [columns: readonly string[], table: string, name: string])[] = [
  [['country'], 'masters.country_ref', `x.name || ' (' || x.srno || ')'`],
  [['state'], 'masters.state_ref', `x.name || ' (' || x.srno || ')'`],
  [['city'], 'masters.city_ref', `x.name || ' (' || x.srno || ')'`],
  [['right_group'], 'access.right_group', `x.name || ' (' || x.srno || ')'`],
  [
    ['branch', 'entity', 'controlling_branch', 'home_branch'],
    'masters.entity_ref',
    `x.name || ' (' || x.id || ')'`,
  ],
];
/** The data of an entry with names instead of numbers. An entity out of scope is shown only by its number. */
const named = (side: string) =>
  `case when jsonb_typeof(${side}) = 'object' then ${side} || (
     select coalesce(jsonb_object_agg(n.column, n.name), '{}') from (${BY_NUMBER.flatMap(
       ([columns, table, name]) =>
         columns.map(
           (column) => `select '${column}' as column, ${name} as name from ${table} x
       where x.srno = case when ${side} ->> '${column}' ~ '^\\d{1,9}$' then (${side} ->> '${column}')::integer end${
         table === 'masters.entity_ref' ? ' and ($2::integer[] is null or x.srno = any ($2))' : ''
       }`,
         ),
     ).join(' union all ')}) n)
   else ${side} end`;

const find = statement(
  'access.trail.find',
  { entry: 'json', before: 'jsonb?', after: 'jsonb?' },
  `select ${jsonObject({
    ...ENTRY,
    call: 't.call',
    request: `coalesce(t.request, '')`,
    address: `coalesce(host(t.address), '')`,
  })} as entry, ${named('opened.before')} as before, ${named('opened.after')} as after
   from (
     select found.* from (${MONTHS}) m cross join lateral (
       select * from platform.trail t where t.id = $1::bigint and t.at >= m.starts and t.at < m.ends limit 1
     ) found limit 1
   ) t ${NAMES}
   cross join lateral (select platform.open_person(t.before) as before, platform.open_person(t.after) as after offset 0) opened
   where $2::integer[] is null or t.branch = any ($2)`,
);

/** One entry, if it is in scope. */
export const findEntry = (on: Executor, id: number, scope: Scope) => on.maybe(find, [id, entitiesIn(scope)]);

/** How many of the newest entries without a seal are looked at for kinds that no seal has met. */
const UNSEALED_ROWS = 1_000;

const kinds = statement(
  'access.trail.kinds',
  { records: 'json', actions: 'json' },
  `with kind as materialized (
     select record, action from platform.trail_record_action
     union
     select t.record, t.action
     from (select id, at from platform.trail_unsealed order by id desc limit ${UNSEALED_ROWS}) u
       cross join lateral (select record, action from platform.trail t where t.id = u.id and t.at = u.at limit 1) t
   )
   select (select coalesce(json_agg(record order by record), '[]') from (select distinct record from kind) r) as records,
     (select coalesce(json_agg(action order by action), '[]') from (select distinct action from kind) a) as actions`,
);
export const trailKindsOf = (on: Executor) => on.one(kinds);

const USER_OPTION = { value: 'm.user_id', name: `m.user_id || ' · ' || m.name` } as const;
const users = keysetList({
  name: 'access.trail.users',
  from: 'access.account m',
  wire: USER_OPTION,
  key: 'm.srno',
  sorts: { id: { column: 'm.user_id', type: 'text' } },
  search: 'm.found_by',
  narrow: { scope: (scope) => `m.entity = any (${scope}::integer[])` },
  replannedBy: ['scope'],
});
const oneUser = statement(
  'access.trail.user',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(USER_OPTION)}), '[]')::text as body from access.account m
   where lower(m.user_id) = lower($1) and ($2::integer[] is null or m.entity = any ($2))`,
);

/** Users in scope for a drop-down: the requested one, or the results of a search. */
export async function usersInReach(
  on: Executor,
  page: OptionsPage | undefined,
  scope: Scope,
): Promise<{ body: string; next: string | null }> {
  if (page?.value !== undefined)
    return { ...(await on.one(oneUser, [page.value, entitiesIn(scope)])), next: null };
  const limit = Math.min(page?.limit ?? MAX_USERS, MAX_USERS);
  return users.page(on, { ...page, limit }, { scope: entitiesIn(scope) });
}
