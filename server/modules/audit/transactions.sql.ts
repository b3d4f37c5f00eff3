import type { Page } from '#contract/fields.ts';
import { MARKS, REGISTER_TYPES, type Mark } from '#domain/audit/codes.ts';
import { FLAG_LAW } from '#domain/audit/flags.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { isKeyDay, isKeyNumber, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { statement, type Statement } from '#server/platform/db/statement.ts';
import { malformed } from '#server/platform/dispatch/problems.ts';
import { flaggedCondition, TRANSACTION_ROW } from './transactions.present.ts';

/** Which values of a filter a statement reads: the given one, or all of them. */
type Width = 'one' | 'all';
interface Variant {
  readonly type: Width;
  readonly status: Width;
}
type PageStatement = Statement<{ body: string; last_day: string | null; last_line: number | null }>;

/**
 * The parameters that every statement has: rows, audit, entities in reach, the key of the last row seen, the last day, and
 * the law of the flags if only flagged transactions are listed.
 */
const SHARED_PARAMETERS = 7;
const LAW = '$7::jsonb';
/** The maximum length of a page as a constant, so that the generic plan does not assume a tenth of the table. */
const MOST = MAX_LIST_ROWS + 1;

/**
 * The keys of a page by date. Each type and status is one ordered range of the index transaction_list. PostgreSQL
 * merges the ranges and reads only as many of their entries as the page needs. Each range has the limit of the page:
 * without one the plan reads whole ranges and sorts them.
 */
function rangesOf({ type, status }: Variant): string {
  const typeParameter = `$${SHARED_PARAMETERS + 1}::text`;
  const statusParameter = `$${SHARED_PARAMETERS + (type === 'one' ? 2 : 1)}::text`;
  const types = type === 'one' ? [typeParameter] : REGISTER_TYPES.map((each) => `'${each}'`);
  const statuses = status === 'one' ? [statusParameter] : MARKS.map((each) => `'${each}'`);
  return types
    .flatMap((eachType) =>
      statuses.map(
        (eachStatus) =>
          `(select t.tran_date, t.line_no from audit.transaction t
            where t.audit = $2::integer and t.type = ${eachType} and t.status = ${eachStatus}
              and (t.tran_date, t.line_no) > ($4::date, $5::integer) and t.tran_date <= $6::date
              and (${LAW} is null or ${flaggedCondition(LAW)})
            order by t.tran_date, t.line_no limit $1::integer + 1)`,
      ),
    )
    .join(' union all ');
}

const nameOf = ({ type, status }: Variant) => `${type}type.${status}status`;

function pageStatement(variant: Variant): PageStatement {
  const last = (value: string) =>
    `max(${value}) filter (where page.n = $1 and (select exists from one_more))`;
  return statement(
    `audit.transaction.list.${nameOf(variant)}`,
    { body: 'text', last_day: 'text?', last_line: 'int4?' },
    `with page as materialized (
       select *, row_number() over (order by tran_date, line_no) as n from (
         select * from (
           select * from (${rangesOf(variant)}) as ranges order by tran_date, line_no limit $1::integer + 1
         ) as most limit ${MOST}
       ) as rows
     ), one_more as (select count(*) > $1 as exists from page)
     select coalesce(json_agg(${jsonObject(TRANSACTION_ROW)} order by page.n) filter (where page.n <= $1), '[]')::text as body,
       ${last('page.tran_date::text')} as last_day, ${last('page.line_no')} as last_line
     from audit.audit a left join page on true left join audit.transaction t on t.line_no = page.line_no
     left join masters.purpose_ref p on p.value = t.purpose
     left join lateral (
       select d.line_no, d.status, d.words from audit.discrepancy d
       where d.audit = case when t.status = 'DIS' then t.audit end and d.type = t.type and d.tran_no = t.tran_no
         and d.tran_date = t.tran_date and d.flag = 'T' and d.removed_at is null
     ) as d on true
     where a.srno = $2 and ($3::integer[] is null or a.branch = any ($3)) group by a.srno`,
  );
}

const statements = new Map<string, PageStatement>();
for (const type of ['one', 'all'] as const)
  for (const status of ['one', 'all'] as const)
    statements.set(nameOf({ type, status }), pageStatement({ type, status }));

export interface TransactionQuery {
  readonly audit: number;
  /** A type or a mark; null means all. */
  readonly type: string | null;
  readonly status: Mark | null;
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  /** Whether only those that need a look are listed. */
  readonly isFlagged: boolean;
  /** The number of rows after which the list ends; null if it goes on. */
  readonly most: number | null;
}

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/** One page of the transactions of an audit by date and line; undefined if the audit is not in reach. */
export async function listTransactions(
  on: Executor,
  { audit, type, status, from, to, isFlagged, most }: TransactionQuery,
  page: Page | undefined,
  scope: Scope,
): Promise<{ body: string; next: string | null } | undefined> {
  if (page?.sort !== undefined || page?.q !== undefined) throw malformed('This list cannot be sorted so.');
  const chosen = statements.get(
    nameOf({ type: type === null ? 'all' : 'one', status: status === null ? 'all' : 'one' }),
  );
  if (chosen === undefined) throw new Error('this list has no statement');
  const found = await on.maybe(chosen, [
    Math.min(page?.limit ?? MAX_LIST_ROWS, most ?? MAX_LIST_ROWS),
    audit,
    entitiesIn(scope),
    ...startOf(page?.after, from),
    to ?? LAST_DAY,
    isFlagged ? JSON.stringify(FLAG_LAW) : null,
    ...(type === null ? [] : [type]),
    ...(status === null ? [] : [status]),
  ]);
  if (found === undefined) return undefined;
  const { body, last_day, last_line } = found;
  const isLast = most !== null || last_day === null || last_line === null;
  return { body, next: isLast ? null : writeKey(last_day, last_line) };
}

/** The key after which the page begins: the last row seen, or the first day asked for. */
function startOf(after: string | undefined, from: IsoDate | null): readonly [string, number] {
  const first = [from ?? FIRST_DAY, 0] as const;
  if (after === undefined) return first;
  const key = readKey(after, [isKeyDay, isKeyNumber]);
  return key[0] < first[0] ? first : key;
}
