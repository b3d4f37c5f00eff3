import type { Page } from '#contract/fields.ts';
import type { DiscrepancyStatus } from '#domain/audit/codes.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { DISCREPANCY_JOINS, DISCREPANCY_ROW } from './discrepancy-row.ts';

/**
 * The list of discrepancies, the oldest first. It is merged from ordered index ranges: one for each status, and for each
 * branch or each audit if the list is narrowed by them.
 */
type Lead = 'all' | 'branch' | 'audit';
type PageStatement = Statement<{ body: string; last_day: string | null; last_line: number | null }>;

/** Parameters: rows, the key of the last row seen (day and line), the last day, the flag, the statuses; then the lead's. */
const RANGES: Readonly<Record<Lead, { readonly ranges: string; readonly isOf: string }>> = {
  all: {
    ranges: 'select null::integer as lead, s.status from unnest($6::text[]) as s (status)',
    isOf: 'true',
  },
  branch: {
    ranges: `select l.lead, s.status from unnest($7::integer[]) as l (lead) cross join unnest($6::text[]) as s (status)`,
    isOf: 'd.branch = range.lead',
  },
  audit: {
    ranges: `select l.srno as lead, s.status from audit.audit l cross join unnest($6::text[]) as s (status)
      where l.first_day between $7::date and $8::date and ($9::integer is null or l.month = $9)
        and ($10::integer[] is null or l.branch = any ($10))`,
    isOf: 'd.audit = range.lead',
  },
};

/** One row more than the page shows whether there is a next page. */
const PAGE = '$1::integer + 1';
/** The maximum length of a page as a constant, so that the generic plan does not assume a tenth of the table. */
const MOST = MAX_LIST_ROWS + 1;
/** The rows that each range contributes at first: twice its even share of the page, plus eight. */
const SHARE = `least(${PAGE}, 8 + 2 * (${PAGE}) / greatest(1, (select count(*)::integer from range)))`;
const ORDER = 'order by on_day, line_no';
const LAST_LINE = 2_147_483_647;

/**
 * The keys of a page. A range is short at first. It is extended only if it may have more rows of the page: above its last
 * key and below the last key of a page made of the short ranges.
 */
function pageOf(lead: Lead): string {
  const { ranges, isOf } = RANGES[lead];
  const ranked = (rows: string) => `select *, row_number() over (${ORDER}) as n from (${rows}) as rows`;
  const stretch = (limit: string, ...more: string[]) =>
    `(select * from (select d.on_day, d.line_no from audit.discrepancy d
      where ${[isOf, 'd.status = range.status', ...more].join(' and ')} and d.flag = $5::text and d.removed_at is null
      ${ORDER} limit ${MOST}) as most limit ${limit})`;
  const first = stretch(SHARE, '(d.on_day, d.line_no) > ($2::date, $3::integer)', 'd.on_day <= $4::date');
  const longer = stretch(
    PAGE,
    '(d.on_day, d.line_no) > (range.on_day, range.line_no)',
    '(d.on_day, d.line_no) < (short_page.on_day, short_page.line_no)',
    'd.on_day <= $4::date',
  );
  return `range as materialized (${ranges}), short as materialized (
      select range.lead, range.status, s.on_day, s.line_no, s.n from range cross join lateral (${ranked(first)}) as s
    ), short_page as materialized (
      select coalesce(max(on_day) filter (where n = ${PAGE}), 'infinity') as on_day,
        coalesce(max(line_no) filter (where n = ${PAGE}), ${LAST_LINE}) as line_no
      from (${ranked('select on_day, line_no from short')}) as s
    ), page as materialized (${ranked(`
      select on_day, line_no from short union all
      select s.on_day, s.line_no from short as range cross join short_page cross join lateral ${longer} as s
      where range.n = ${SHARE} and (range.on_day, range.line_no) < (short_page.on_day, short_page.line_no)
      ${ORDER} limit ${PAGE}`)}
    )`;
}

const row = jsonObject(DISCREPANCY_ROW);
const JOINS = `join audit.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch ${DISCREPANCY_JOINS}`;

function pageStatement(lead: Lead): PageStatement {
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `audit.discrepancy.list.${lead}`,
    { body: 'text', last_day: 'text?', last_line: 'int4?' },
    `with ${pageOf(lead)}, one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${row} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.on_day::text')} as last_day, ${last('page.line_no')} as last_line
     from page join audit.discrepancy d on d.line_no = page.line_no ${JOINS}`,
  );
}

const statements: Readonly<Record<Lead, PageStatement>> = {
  all: pageStatement('all'),
  branch: pageStatement('branch'),
  audit: pageStatement('audit'),
};

export interface DiscrepancyQuery {
  readonly flag: 'T' | 'M';
  readonly statuses: readonly DiscrepancyStatus[];
  /** A branch in scope; null means all of them. */
  readonly branch: number | null;
  /** The day of the transaction, or the day on which the discrepancy of a party was raised. */
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** The year and the month of the audit; null means any. */
  readonly year: number | null;
  readonly month: number | null;
  /** The number of rows after which the list ends; null if it goes on. */
  readonly most: number | null;
}

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

export async function listPage(
  on: Executor,
  query: DiscrepancyQuery,
  page: Page | undefined,
  scope: Scope,
): Promise<{ body: string; next: string | null }> {
  if (page?.sort !== undefined || page?.q !== undefined) throw malformed('This list cannot be sorted so.');
  const branches = query.branch === null ? entitiesIn(scope) : [query.branch];
  const [lead, values] = leadOf(query, branches);
  const { body, last_day, last_line } = await on.one(statements[lead], [
    Math.min(page?.limit ?? MAX_LIST_ROWS, query.most ?? MAX_LIST_ROWS),
    ...startOf(page?.after, query.from),
    query.to ?? LAST_DAY,
    query.flag,
    query.statuses,
    ...values,
  ]);
  const isLast = query.most !== null || last_day === null || last_line === null;
  return { body, next: isLast ? null : writeKey(last_day, last_line) };
}

/** The narrowest ranges for the filters: those of audits if a year or a month is given, else those of branches. */
function leadOf(
  { year, month }: DiscrepancyQuery,
  branches: readonly number[] | null,
): readonly [Lead, readonly unknown[]] {
  if (year !== null || month !== null) {
    const written = String(year).padStart(4, '0');
    const [first, last] = year === null ? [FIRST_DAY, LAST_DAY] : [`${written}-01-01`, `${written}-12-31`];
    return ['audit', [first, last, month, branches]];
  }
  return branches === null ? ['all', []] : ['branch', [branches]];
}

/** The key after which the page begins: the last row seen, or the first day asked for. */
function startOf(after: string | undefined, from: IsoDate | null): readonly [string, number] {
  const first = [from ?? FIRST_DAY, 0] as const;
  if (after === undefined) return first;
  const key = readKey(after, [isKeyDay, isKeyNumber]);
  return key[0] < first[0] ? first : key;
}

const byNumber = statement(
  'audit.discrepancy.bynumber',
  { body: 'text' },
  `select coalesce(json_agg(${row}), '[]')::text as body from audit.discrepancy d ${JOINS}
   where d.line_no = $1 and d.removed_at is null and ($2::integer[] is null or d.branch = any ($2))`,
);
/** One discrepancy by its number, whatever the other filters say. */
export const listOne = async (on: Executor, lineNo: number, scope: Scope) => ({
  body: (await on.one(byNumber, [lineNo, entitiesIn(scope)])).body,
  next: null,
});
