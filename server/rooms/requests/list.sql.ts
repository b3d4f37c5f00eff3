import type { Page } from '#contract/fields.ts';
import { REQUEST_FILTERS, type RequestFilter } from '#contract/requests/requests.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { branchesOf, inReach, reachOf } from './reach.sql.ts';
import { REQUEST_JOINS, REQUEST_ROW } from './rows.present.ts';

/** What each filter shows, written as the index that holds it alone is (server/migrations/0014). */
const CONDITIONS: Readonly<Record<RequestFilter, string>> = {
  ALL: 'r.withdrawn_at is null',
  DRAFT: 'not r.submitted and r.withdrawn_at is null',
  APRBM: 'r.submitted and r.received = r.grand_total and r.bm_by is null',
  APRZM: 'r.bm_by is not null and r.zm_by is null',
  APRCM: 'r.zm_by is not null and r.cm_by is null',
  APRFUND: 'r.zm_by is not null and r.fm_by is null',
  PAYLINK: 'r.link_requested and r.received < r.grand_total and r.withdrawn_at is null',
};

const row = jsonObject(REQUEST_ROW);

type PageStatement = Statement<{ body: string; last_day: string | null; last_key: number | null }>;
type Reach = 'all' | 'branches';
type Order = 'number' | 'day';

/**
 * One page, newest first. For several branches each gives its own ordered stretch and the stretches are merged: asked
 * for all of them at once PostgreSQL would read and sort everything they have. Parameters: rows, the key to go on
 * below (day and number), the type, the maker, the branches, the days.
 */
function pageStatement(filter: RequestFilter, reach: Reach, order: Order): PageStatement {
  const below = order === 'day' ? '(r.made_on, r.srno) < ($2::date, $3::integer)' : 'r.srno < $3::integer';
  const conditions = [
    CONDITIONS[filter],
    below,
    `($4::text is null or r.type = $4)`,
    // The same parameters for every statement; a number order does not look at the days.
    order === 'day' ? 'r.made_on >= $7::date and r.made_on <= $8::date' : '$2::date is not null',
  ];
  const sorted = order === 'day' ? 'made_on desc, srno desc' : 'srno desc';
  const stretch = (...more: string[]) =>
    `(select r.made_on, r.srno from requests.request r where ${[...conditions, ...more].join(' and ')}
      order by ${sorted.replace(/(made_on|srno)/g, 'r.$1')} limit $1::integer + 1)`;
  const keys =
    reach === 'all'
      ? `select s.made_on, s.srno from ${stretch('(r.branch is not null or r.made_by = $5::integer)', '$6::integer[] is null')} as s`
      : `select s.made_on, s.srno from unnest($6::integer[]) as b (branch)
           cross join lateral ${stretch('r.branch = b.branch')} as s
         union all ${stretch('r.branch is null', 'r.made_by = $5::integer')}`;
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `requests.list.${filter.toLowerCase()}.${reach}.${order}`,
    { body: 'text', last_day: 'text?', last_key: 'int4?' },
    `with page as materialized (
       select row_number() over (order by ${sorted}) as n, made_on, srno
       from (${keys} order by ${sorted} limit $1::integer + 1) as keys
     ), one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${row} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.made_on::text')} as last_day, ${last('page.srno')} as last_key
     from page join requests.request r on r.srno = page.srno ${REQUEST_JOINS}`,
  );
}

const statements = new Map<string, PageStatement>();
for (const filter of REQUEST_FILTERS)
  for (const reach of ['all', 'branches'] as const)
    for (const order of filter === 'ALL' ? (['number', 'day'] as const) : (['number'] as const))
      statements.set(`${filter} ${reach} ${order}`, pageStatement(filter, reach, order));

const byNumber = statement(
  'requests.list.bynumber',
  { body: 'text' },
  `select coalesce(json_agg(${row}), '[]')::text as body from requests.request r ${REQUEST_JOINS}
   where r.srno = $1 and ${inReach('$2', '$3')}`,
);

export interface Asked {
  readonly filter: RequestFilter;
  /** One request by its number, whatever else is asked. */
  readonly srno: number | null;
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** One that is in reach; null for every one. */
  readonly branch: number | null;
  readonly type: string | null;
}

const LAST_DAY = '9999-12-31';
const FIRST_DAY = '0001-01-01';
const LAST_NUMBER = 2_147_483_647;

export async function listPage(on: Executor, asked: Asked, page: Page | undefined, caller: Caller) {
  if (asked.srno !== null)
    return { body: (await on.one(byNumber, [asked.srno, ...reachOf(caller)])).body, next: null };
  const branches = asked.branch === null ? branchesOf(caller.scope) : [asked.branch];
  const reach: Reach = branches === null ? 'all' : 'branches';
  const isDated = asked.filter === 'ALL' && (asked.from !== null || asked.to !== null);
  const chosen = statements.get(`${asked.filter} ${reach} ${isDated ? 'day' : 'number'}`);
  if (chosen === undefined || (page?.sort ?? '-srno') !== '-srno')
    throw malformed('This list cannot be sorted so.');
  const [day, number] = page?.after === undefined ? [LAST_DAY, LAST_NUMBER] : readKey(page.after);
  const { body, last_day, last_key } = await on.one(chosen, [
    page?.limit ?? MAX_LIST_ROWS,
    day,
    number,
    asked.type,
    // A branch that was chosen leaves out the own drafts that have none.
    asked.branch === null ? caller.account : null,
    branches,
    ...(isDated ? [asked.from ?? FIRST_DAY, asked.to ?? LAST_DAY] : []),
  ]);
  return { body, next: last_key === null ? null : writeKey(last_day ?? LAST_DAY, last_key) };
}

const writeKey = (day: string, srno: number): string =>
  Buffer.from(JSON.stringify([day, srno])).toString('base64url');

function readKey(written: string): [string, number] {
  try {
    const [day, srno] = JSON.parse(Buffer.from(written, 'base64url').toString()) as unknown[];
    if (typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && Number.isInteger(srno))
      return [day, Math.min(srno as number, LAST_NUMBER)];
  } catch {
    // Falls through to the refusal.
  }
  throw malformed('This page key cannot be read.');
}

const branch = statement(
  'requests.list.branch',
  { srno: 'int4' },
  `select srno from masters.entity_ref
   where id = upper($1::text) and ($2::integer[] is null or srno = any ($2))`,
);
/** A branch by its id; nothing where it is not in reach. */
export const findBranch = (on: Executor, id: string, { scope }: Caller) =>
  on.maybe(branch, [id, branchesOf(scope)]);

const trailExport = statement(
  'requests.list.export',
  {},
  `insert into platform.trail (action, record, record_id, after) values ('export', 'request', 'list', $1)`,
);
export const trailListExport = (tx: Transaction, asked: object) => tx.rows(trailExport, [asked]);
