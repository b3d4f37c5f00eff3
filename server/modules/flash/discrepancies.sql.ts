import type { Page } from '#contract/fields.ts';
import type { IsoDate } from '#domain/dates.ts';
import { ANSWER_STATUSES, type AnswerStatus, type DiscrepancyKind } from '#domain/flash/codes.ts';
import { MOST_COUNTED } from '#domain/home/waiting.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { oldestFirst, startOfPage, type Ranges } from '#server/platform/db/oldest-first.ts';
import { statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { DISCREPANCIES, DISCREPANCY_HEADER, discrepancyOf, RESPONSE_ROW } from './present.ts';

/** The discrepancies of flash audits, the oldest day first, and what was said about one. */

const RANGES = {
  all: {
    ranges: 'select null::integer as lead, s.status from unnest($5::text[]) as s (status)',
    isOf: 'true',
  },
  branch: {
    ranges: `select l.lead, s.status from unnest($6::integer[]) as l (lead) cross join unnest($5::text[]) as s (status)`,
    isOf: 'd.branch = range.lead',
  },
} as const satisfies Record<string, Ranges>;

const JOINS = 'join flash.audit a on a.srno = d.audit join masters.entity_ref e on e.srno = d.branch';

const listStatement = (kind: DiscrepancyKind, lead: keyof typeof RANGES, audits: 'any' | 'open') =>
  oldestFirst({
    name: `flash.discrepancy.list.${DISCREPANCIES[kind].column}.${lead}${audits === 'open' ? '.open' : ''}`,
    table: DISCREPANCIES[kind].table,
    key: 'srno',
    status: 'answer_status',
    isListed: `d.status = 'D' and ${DISCREPANCIES[kind].isThere}${audits === 'open' ? ' and d.is_open' : ''}`,
    row: discrepancyOf(kind),
    joins: JOINS,
    ...RANGES[lead],
  });
const both = (kind: DiscrepancyKind, audits: 'any' | 'open') => ({
  all: listStatement(kind, 'all', audits),
  branch: listStatement(kind, 'branch', audits),
});
const lists = {
  C: { any: both('C', 'any'), open: both('C', 'open') },
  T: { any: both('T', 'any'), open: both('T', 'open') },
};

export interface FlashDiscrepancyReach {
  /** A branch in scope; null means all of them. */
  readonly branch: number | null;
  /** The day of the audit. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Whether only discrepancies of open audits are wanted. */
  readonly isOpen: boolean;
}
export interface FlashDiscrepancyQuery extends FlashDiscrepancyReach {
  readonly kind: DiscrepancyKind;
  readonly statuses: readonly AnswerStatus[];
}

export async function discrepancyPage(
  on: Executor,
  { kind, statuses, branch, from, to, isOpen }: FlashDiscrepancyQuery,
  page: Page | undefined,
  scope: Scope,
): Promise<{ body: string; next: string | null }> {
  if (page?.sort !== undefined || page?.q !== undefined) throw malformed('This list cannot be sorted so.');
  const branches = branch === null ? entitiesIn(scope) : [branch];
  const values = [page?.limit ?? MAX_LIST_ROWS, ...startOfPage(page, from), to, statuses];
  const list = lists[kind][isOpen ? 'open' : 'any'];
  const { body, last_day, last_line } =
    branches === null ? await on.one(list.all, values) : await on.one(list.branch, [...values, branches]);
  return { body, next: last_day === null || last_line === null ? null : writeKey(last_day, last_line) };
}

/** Counts each status over the indexes of the list, up to MOST_COUNTED. */
function countsOf(kind: DiscrepancyKind): string {
  const { table, isThere } = DISCREPANCIES[kind];
  const each = ANSWER_STATUSES.map(
    (status) => `'${status}', (select count(*)::integer from (
       select from ${table} d where d.status = 'D' and ${isThere} and d.answer_status = '${status}'
         and d.on_day between $1::date and $2::date and ($3::integer[] is null or d.branch = any ($3))
         and (d.is_open or not $4::boolean) limit ${MOST_COUNTED}) as listed)`,
  );
  return `json_build_object(${each.join(', ')})`;
}
const counts = statement(
  'flash.discrepancy.counts',
  { body: 'text' },
  `select json_build_object('C', ${countsOf('C')}, 'T', ${countsOf('T')})::text as body`,
  // The index depends on whether there are branches and days, which a plan for every case cannot know.
  { isReplanned: true },
);
/** How many discrepancies the list has, by kind and status, as JSON. */
export const countDiscrepancies = (
  on: Executor,
  { branch, from, to, isOpen }: FlashDiscrepancyReach,
  scope: Scope,
) => on.one(counts, [from, to, branch === null ? entitiesIn(scope) : [branch], isOpen]);

/** The most responses of one discrepancy that are shown: the newest. */
const MOST_RESPONSES = 500;
const responsesOf = (
  kind: DiscrepancyKind,
) => `(select coalesce(json_agg(${jsonObject(RESPONSE_ROW)} order by r.srno), '[]') from (
  select * from flash.response r where r.${DISCREPANCIES[kind].column} = d.srno order by r.srno desc limit ${MOST_RESPONSES}) as r)`;

const detailStatement = (kind: DiscrepancyKind, what: 'line' | 'header' | 'responses') => {
  const object = {
    line: `'line', ${jsonObject(discrepancyOf(kind))}, `,
    header: `'header', ${jsonObject(DISCREPANCY_HEADER)}, `,
    responses: '',
  }[what];
  return statement(
    `flash.discrepancy.${what}.${DISCREPANCIES[kind].column}`,
    { body: 'text', version: 'int4' },
    `select json_build_object(${object}'responses', ${responsesOf(kind)})::text as body, d.version
     from ${DISCREPANCIES[kind].table} d ${JOINS}
     where d.srno = $1 and d.audit = $2 and d.status = 'D' and ${DISCREPANCIES[kind].isThere}
       and ($3::integer[] is null or d.branch = any ($3))`,
  );
};
const details = {
  C: {
    line: detailStatement('C', 'line'),
    header: detailStatement('C', 'header'),
    responses: detailStatement('C', 'responses'),
  },
  T: {
    line: detailStatement('T', 'line'),
    header: detailStatement('T', 'header'),
    responses: detailStatement('T', 'responses'),
  },
};

/** A discrepancy as its callers name it. */
export interface NamedDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly srno: number;
  readonly audit: number;
}
/** A discrepancy as JSON, with what was said about it; undefined if it is none, or out of scope. */
export const findDiscrepancy = (
  on: Executor,
  what: 'line' | 'header' | 'responses',
  { kind, srno, audit }: NamedDiscrepancy,
  scope: Scope,
) => on.maybe(details[kind][what], [srno, audit, entitiesIn(scope)]);
