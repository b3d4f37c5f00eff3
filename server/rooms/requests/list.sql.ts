import type { Page } from '#contract/fields.ts';
import { REQUEST_FILTERS, type RequestFilter } from '#contract/requests/desk.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Transaction } from '#server/platform/database.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { inReach, reachOf } from './reach.sql.ts';
import { REQUEST_JOINS, REQUEST_ROW } from './rows.present.ts';

/** What each filter shows, written as the index that holds it alone is (server/migrations/0014 and 0020). */
export const QUEUE_CONDITIONS: Readonly<Record<RequestFilter, string>> = {
  ALL: 'r.withdrawn_at is null',
  DRAFT: 'not r.submitted and r.withdrawn_at is null',
  APRBM: 'r.submitted and r.received >= r.grand_total and r.received <= r.grand_total and r.bm_by is null',
  APRZM: 'r.bm_by is not null and r.zm_by is null',
  APRCM: 'r.zm_by is not null and r.cm_by is null',
  APRFUND: 'r.zm_by is not null and r.fm_by is null',
  PAYLINK: 'r.link_requested and r.received < r.grand_total and r.withdrawn_at is null',
};

const row = jsonObject(REQUEST_ROW);

type PageStatement = Statement<{ body: string; last_day: string | null; last_key: number | null }>;
type Reach = 'all' | 'one' | 'several';
type Order = 'number' | 'day';

interface Variant {
  readonly filter: RequestFilter;
  readonly reach: Reach;
  readonly order: Order;
  /** Whether it is narrowed to a type. */
  readonly isTyped: boolean;
}
const nameOf = ({ filter, reach, order, isTyped }: Variant): string =>
  [filter.toLowerCase(), reach, order, ...(isTyped ? ['type'] : [])].join('.');

const KEYS: Readonly<Record<Order, readonly string[]>> = { number: ['srno'], day: ['made_on', 'srno'] };
/** So many rows and one more, which tells whether there is a next page. */
const PAGE = '$1::integer + 1';
/**
 * No page is longer. PostgreSQL, which plans for any number, would take a page for a tenth of the table, and read all
 * employees to join them to a hundred rows.
 */
const MOST = MAX_LIST_ROWS + 1;
/** How many each branch gives at first: twice its even share of the page, and a few. */
const SHARE = `least(${PAGE}, 8 + 2 * (${PAGE}) / greatest(1, cardinality($6::integer[])))`;

/**
 * The keys of a page, newest first. Of several branches each gives its own ordered stretch and the stretches are
 * merged: asked for all of them at once PostgreSQL would read and sort everything they have. A stretch begins short and
 * goes on only where its branch may have more of the page: below its last key, above that of a page made of the
 * short ones. Parameters: rows, the key to go on below (day and number), the type, the maker, the branches, the first day.
 */
function pageOf({ filter, reach, order, isTyped }: Variant): string {
  const key = (row: string) => `(${KEYS[order].map((column) => `${row}.${column}`).join(', ')})`;
  const newestFirst = KEYS[order].map((column) => `${column} desc`).join(', ');
  const ranked = (rows: string) =>
    `select *, row_number() over (order by ${newestFirst}) as n from (${rows}) as rows`;
  const stretch = (limit: string, ...more: string[]) => {
    const conditions = [
      QUEUE_CONDITIONS[filter],
      // The same parameters for every statement, whether it looks at the type and the days or not.
      isTyped ? 'r.type = $4::text' : '$4::text is null',
      order === 'day' ? 'r.made_on >= $7::date' : '$2::date is not null',
      ...more,
    ];
    return `(select * from (select r.made_on, r.srno from requests.request r where ${conditions.join(' and ')}
      order by ${newestFirst} limit ${MOST}) as most limit ${limit})`;
  };
  const below = order === 'day' ? `${key('r')} < ($2::date, $3::integer)` : 'r.srno < $3::integer';
  if (reach === 'all') {
    const inReach = ['(r.branch is not null or r.made_by = $5::integer)', '$6::integer[] is null'];
    return `page as materialized (${ranked(stretch(PAGE, below, ...inReach))})`;
  }
  const ownDrafts = stretch(PAGE, below, 'r.branch is null', 'r.made_by = $5::integer');
  const merged = (...stretches: string[]) =>
    `page as materialized (${ranked(`${stretches.join(' union all ')} order by ${newestFirst} limit ${PAGE}`)})`;
  if (reach === 'one') return merged(stretch(PAGE, below, 'r.branch = ($6::integer[])[1]'), ownDrafts);
  const longer = stretch(
    PAGE,
    'r.branch = short.branch',
    `${key('r')} < ${key('short')}`,
    `${key('r')} > ${key('short_page')}`,
  );
  return `short as materialized (
      select b.branch, s.made_on, s.srno, s.n from unnest($6::integer[]) as b (branch)
      cross join lateral (${ranked(stretch(SHARE, below, 'r.branch = b.branch'))}) as s
    ), short_page as materialized (
      select coalesce(max(made_on) filter (where n = ${PAGE}), '-infinity') as made_on,
        coalesce(max(srno) filter (where n = ${PAGE}), 0) as srno
      from (${ranked('select made_on, srno from short')}) as s
    ), ${merged(
      'select made_on, srno from short',
      `select s.made_on, s.srno from short cross join short_page cross join lateral ${longer} as s
       where short.n = ${SHARE} and ${key('short')} > ${key('short_page')}`,
      ownDrafts,
    )}`;
}

function pageStatement(variant: Variant): PageStatement {
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `requests.list.${nameOf(variant)}`,
    { body: 'text', last_day: 'text?', last_key: 'int4?' },
    `with ${pageOf(variant)}, one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${row} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.made_on::text')} as last_day, ${last('page.srno')} as last_key
     from page join requests.request r on r.srno = page.srno ${REQUEST_JOINS}`,
  );
}

const statements = new Map<string, PageStatement>();
for (const filter of REQUEST_FILTERS)
  for (const reach of ['all', 'one', 'several'] as const)
    for (const order of filter === 'ALL' ? (['number', 'day'] as const) : (['number'] as const))
      for (const isTyped of [false, true]) {
        const variant = { filter, reach, order, isTyped };
        statements.set(nameOf(variant), pageStatement(variant));
      }

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
  const branches = asked.branch === null ? entitiesIn(caller.scope) : [asked.branch];
  const reach: Reach = branches === null ? 'all' : branches.length === 1 ? 'one' : 'several';
  const isDated = asked.filter === 'ALL' && (asked.from !== null || asked.to !== null);
  const order = isDated ? 'day' : 'number';
  const chosen = statements.get(nameOf({ filter: asked.filter, reach, order, isTyped: asked.type !== null }));
  if (chosen === undefined || (page?.sort ?? '-srno') !== '-srno')
    throw malformed('This list cannot be sorted so.');
  const [day, number] = startOf(page?.after, isDated ? asked.to : null);
  const { body, last_day, last_key } = await on.one(chosen, [
    page?.limit ?? MAX_LIST_ROWS,
    day,
    number,
    asked.type,
    // A branch that was chosen leaves out the own drafts that have none.
    asked.branch === null ? caller.account : null,
    branches,
    ...(isDated ? [asked.from ?? FIRST_DAY] : []),
  ]);
  return { body, next: last_key === null ? null : writeKey(last_day ?? LAST_DAY, last_key) };
}

/**
 * The key to go on below. The last day asked for is part of it: with two bounds above PostgreSQL begins at the higher one
 * and reads down to the other.
 */
function startOf(after: string | undefined, to: IsoDate | null): readonly [string, number] {
  const top = [to ?? LAST_DAY, LAST_NUMBER] as const;
  if (after === undefined) return top;
  const key = readKey(after, [isKeyDay, isKeyNumber]);
  return key[0] > top[0] ? top : key;
}

const trailExport = statement(
  'requests.list.export',
  {},
  `insert into platform.trail (action, record, record_id, after) values ('export', 'request', 'list', $1)`,
);
export const trailListExport = (tx: Transaction, asked: object) => tx.rows(trailExport, [asked]);
