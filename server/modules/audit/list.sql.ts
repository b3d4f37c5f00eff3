import type { Page } from '#contract/fields.ts';
import type { AuditStatus } from '#domain/audit/codes.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { HEADER_ROW } from './audit.present.ts';

type Reach = 'all' | 'one' | 'several';
type PageStatement = Statement<{ body: string; last_day: string | null; last_key: number | null }>;

const NEWEST_FIRST = 'first_day desc, srno desc';
/** One row more than the page shows whether there is a next page. */
const PAGE = '$1::integer + 1';
/** Without this constant the generic plan assumes that a page is a tenth of the table. */
const MOST = MAX_LIST_ROWS + 1;

/**
 * The keys of a page, newest month first. Each branch is one ordered index range, and the ranges are merged.
 * Parameters: rows, the key of the last row seen (first day and number), the status, the branches.
 */
function keysOf(reach: Reach, hasStatus: boolean): string {
  const range = (...more: string[]) => {
    const conditions = [
      '(a.first_day, a.srno) < ($2::date, $3::integer)',
      hasStatus ? 'a.status = $4::text' : '$4::text is null',
      ...more,
    ];
    return `(select * from (select a.first_day, a.srno from audit.audit a where ${conditions.join(' and ')}
      order by ${NEWEST_FIRST} limit ${MOST}) as most limit ${PAGE})`;
  };
  if (reach === 'all') return range('$5::integer[] is null');
  if (reach === 'one') return range('a.branch = ($5::integer[])[1]');
  return `(select s.first_day, s.srno from unnest($5::integer[]) as b (branch)
    cross join lateral ${range('a.branch = b.branch')} as s order by ${NEWEST_FIRST} limit ${PAGE})`;
}

function pageStatement(reach: Reach, hasStatus: boolean): PageStatement {
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `audit.list.${reach}${hasStatus ? '.status' : ''}`,
    { body: 'text', last_day: 'text?', last_key: 'int4?' },
    `with page as materialized (
       select *, row_number() over (order by ${NEWEST_FIRST}) as n from ${keysOf(reach, hasStatus)} as keys
     ), one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${jsonObject(HEADER_ROW)} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.first_day::text')} as last_day, ${last('page.srno')} as last_key
     from page join audit.audit a on a.srno = page.srno join masters.entity_ref e on e.srno = a.branch`,
  );
}

const statements = {
  all: [pageStatement('all', false), pageStatement('all', true)],
  one: [pageStatement('one', false), pageStatement('one', true)],
  several: [pageStatement('several', false), pageStatement('several', true)],
} as const;

const LAST_DAY = '9999-12-31';
const LAST_NUMBER = 2_147_483_647;

interface AuditQuery {
  /** A branch in scope; null means all. */
  readonly branch: number | null;
  readonly status: AuditStatus | null;
}

export async function auditPage(
  on: Executor,
  { branch, status }: AuditQuery,
  page: Page | undefined,
  scope: Scope,
) {
  if (page?.sort !== undefined && page.sort !== '-month') throw malformed('This list cannot be sorted so.');
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
}
