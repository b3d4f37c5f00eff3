import type { Page } from '#contract/fields.ts';
import type { DiscrepancyStatus } from '#domain/audit/codes.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import {
  FIRST_DAY,
  LAST_DAY,
  oldestFirst,
  startOfPage,
  type OldestFirstPage,
  type Ranges,
} from '#server/platform/db/oldest-first.ts';
import { statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { DISCREPANCY_JOINS, DISCREPANCY_ROW, PENDING_DAY } from './discrepancy-row.ts';

/**
 * The list of discrepancies, the one that waits longest first. It is merged from ordered index ranges: one for each
 * type and status, and for each branch or each audit if the list is narrowed by them.
 */
type Lead = 'all' | 'branch' | 'audit';

/**
 * Parameters: rows, the key of the last row seen (day and line), the last day of the order, the flags, the statuses, the
 * first and the last day of the transactions; then the lead's.
 */
const FLAGS_AND_STATUSES = 'unnest($5::text[]) as f (flag) cross join unnest($6::text[]) as s (status)';
const RANGES: Readonly<Record<Lead, Ranges>> = {
  all: {
    ranges: `select null::integer as lead, f.flag, s.status from ${FLAGS_AND_STATUSES}`,
    isOf: 'd.flag = range.flag',
  },
  branch: {
    ranges: `select l.lead, f.flag, s.status from unnest($9::integer[]) as l (lead) cross join ${FLAGS_AND_STATUSES}`,
    isOf: 'd.branch = range.lead and d.flag = range.flag',
  },
  audit: {
    ranges: `select l.srno as lead, f.flag, s.status from audit.audit l cross join ${FLAGS_AND_STATUSES}
      where l.first_day between $9::date and $10::date and ($11::integer is null or l.month = $11)
        and ($12::integer[] is null or l.branch = any ($12))`,
    isOf: 'd.audit = range.lead and d.flag = range.flag',
  },
};

const row = jsonObject(DISCREPANCY_ROW);
const JOINS = `join audit.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch ${DISCREPANCY_JOINS}`;

const pageStatement = (lead: Lead): OldestFirstPage =>
  oldestFirst({
    name: `audit.discrepancy.list.${lead}`,
    table: 'audit.discrepancy',
    key: 'line_no',
    leads: ['lead', 'flag'],
    day: PENDING_DAY,
    isListed: 'd.on_day between $7::date and $8::date and d.removed_at is null',
    row: DISCREPANCY_ROW,
    joins: JOINS,
    ...RANGES[lead],
  });
const statements: Readonly<Record<Lead, OldestFirstPage>> = {
  all: pageStatement('all'),
  branch: pageStatement('branch'),
  audit: pageStatement('audit'),
};

export interface DiscrepancyQuery {
  readonly flags: readonly ('T' | 'M')[];
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
    ...startOfPage(page, null),
    LAST_DAY,
    query.flags,
    query.statuses,
    query.from ?? FIRST_DAY,
    query.to ?? LAST_DAY,
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
