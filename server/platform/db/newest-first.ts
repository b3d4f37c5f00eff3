import type { Page } from '#contract/fields.ts';
import { malformed } from '../dispatch/problems.ts';
import { entitiesIn, type Executor, type Scope, type WireColumns } from '../database.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from './key.ts';
import { jsonObject, MAX_LIST_ROWS } from './list.ts';
import { statement, type Statement } from './statement.ts';

/**
 * A list of the records of branches, the newest day first. Each branch is one ordered index range, and the ranges are
 * merged. The table needs indexes on (branch, day desc, srno desc) and (day desc, srno desc), and the same two with the
 * status before the day.
 */
interface NewestFirst {
  /** The name of the statements. */
  readonly name: string;
  /** The table; its alias is `a`. */
  readonly table: string;
  /** The column of the day. */
  readonly day: string;
  /** What the list can be asked to be sorted by. */
  readonly sort: string;
  readonly row: WireColumns;
  readonly joins: string;
}

type Reach = 'all' | 'one' | 'several';
type PageStatement = Statement<{ body: string; last_day: string | null; last_key: number | null }>;

/** One row more than the page shows whether there is a next page. */
const PAGE = '$1::integer + 1';
/** Without this constant the generic plan assumes that a page is a tenth of the table. */
const MOST = MAX_LIST_ROWS + 1;
const LAST_DAY = '9999-12-31';
const LAST_NUMBER = 2_147_483_647;

/** The keys of a page. Parameters: rows, the key of the last row seen (day and number), the status, the branches. */
function keysOf({ table, day }: NewestFirst, reach: Reach, hasStatus: boolean): string {
  const order = `${day} desc, srno desc`;
  const range = (...more: string[]) => {
    const conditions = [
      `(a.${day}, a.srno) < ($2::date, $3::integer)`,
      hasStatus ? 'a.status = $4::text' : '$4::text is null',
      ...more,
    ];
    return `(select * from (select a.${day}, a.srno from ${table} a where ${conditions.join(' and ')}
      order by ${order} limit ${MOST}) as most limit ${PAGE})`;
  };
  if (reach === 'all') return range('$5::integer[] is null');
  if (reach === 'one') return range('a.branch = ($5::integer[])[1]');
  return `(select s.${day}, s.srno from unnest($5::integer[]) as b (branch)
    cross join lateral ${range('a.branch = b.branch')} as s order by ${order} limit ${PAGE})`;
}

function pageStatement(list: NewestFirst, reach: Reach, hasStatus: boolean): PageStatement {
  const { name, table, day, row, joins } = list;
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `${name}.${reach}${hasStatus ? '.status' : ''}`,
    { body: 'text', last_day: 'text?', last_key: 'int4?' },
    `with page as materialized (
       select *, row_number() over (order by ${day} desc, srno desc) as n from ${keysOf(list, reach, hasStatus)} as keys
     ), one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${jsonObject(row)} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last(`page.${day}::text`)} as last_day, ${last('page.srno')} as last_key
     from page join ${table} a on a.srno = page.srno ${joins}`,
  );
}

interface ListQuery {
  /** A branch in scope; null means all. */
  readonly branch: number | null;
  /** Null means any. */
  readonly status: string | null;
}

/** Declares the statements of a list and returns the function that reads a page. */
export function newestFirst(list: NewestFirst) {
  const both = (reach: Reach) =>
    [pageStatement(list, reach, false), pageStatement(list, reach, true)] as const;
  const statements = { all: both('all'), one: both('one'), several: both('several') } as const;
  return async (on: Executor, { branch, status }: ListQuery, page: Page | undefined, scope: Scope) => {
    if (page?.sort !== undefined && page.sort !== list.sort)
      throw malformed('This list cannot be sorted so.');
    const branches = branch === null ? entitiesIn(scope) : [branch];
    const reach = branches === null ? 'all' : branches.length === 1 ? 'one' : 'several';
    const [day, number] =
      page?.after === undefined ? [LAST_DAY, LAST_NUMBER] : readKey(page.after, [isKeyDay, isKeyNumber]);
    const { body, last_day, last_key } = await on.one(statements[reach][status === null ? 0 : 1], [
      page?.limit ?? MAX_LIST_ROWS,
      day,
      number,
      status,
      branches,
    ]);
    return { body, next: last_key === null ? null : writeKey(last_day, last_key) };
  };
}
