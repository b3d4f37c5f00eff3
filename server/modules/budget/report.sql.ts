import { earningRow, reportRow, reportTotal } from '#contract/budget/dashboard.ts';
import type { Page } from '#contract/fields.ts';
import { daysOf, firstDayOf, MONTHS, type BudgetType, type Month } from '#domain/budget/budget.ts';
import { entitiesIn, type Executor, type Scope } from '#server/platform/database.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import {
  isKeyMoment,
  isKeyNumber,
  isKeyText,
  keyMoment,
  readKey,
  writeKey,
} from '#server/platform/db/key.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';

const NOTHING = `array_fill(0.00::numeric, array[${MONTHS.length}])`;
const total = (amounts: string) => `(select sum(v) from unnest(${amounts}) as v)::text`;
const texts = (amounts: string) => `to_json(${amounts}::text[])`;

const FIGURES = {
  budget: texts('f.budget'),
  actual: texts('f.actual'),
  budgetTotal: total('f.budget'),
  actualTotal: total('f.actual'),
  requests: 'f.requests',
  noRate: 'f.norate',
  uploaded: 'to_json(f.uploaded)',
} as const;

/** The monthly totals over all rows. */
const overAll = (amounts: string) =>
  `coalesce((select array_agg(s.amount order by s.n) from (
     select u.n, sum(u.amount) as amount from line cross join unnest(line.${amounts}) with ordinality as u (amount, n)
     group by u.n) as s), ${NOTHING})`;

const NOT_UPLOADED = `array_fill(0, array[${MONTHS.length}])`;
/** The months in which an actual of any row was uploaded. */
const UPLOADED_ANYWHERE = `coalesce((select array_agg(s.uploaded order by s.n) from (
     select u.n, max(u.uploaded) as uploaded from line cross join unnest(line.uploaded) with ordinality as u (uploaded, n)
     group by u.n) as s), ${NOT_UPLOADED})`;

const inMonth = (at: number) => `a.month = ($3::date + interval '${at} months')::date`;

/**
 * Every branch, or every executive of a branch, with a budget or earnings in the year. Earnings are read from monthly
 * sums, so the cost does not grow with the number of requests. Parameters: rows, the year, its first day, the scope,
 * one branch, one executive, the key of the last row seen.
 */
function reportStatement(type: BudgetType) {
  const isOfExecutives = type === 'EXECUTIVE';
  const conditions = (row: string) =>
    `($4::integer[] is null or ${row}.branch = any ($4)) and ($5::integer is null or ${row}.branch = $5)
       and ($6::integer is null or ${row}.executive = $6)`;
  const executive = (row: string) => (isOfExecutives ? `${row}.executive` : 'null::integer');
  const row = onWire(reportRow, {
    code: isOfExecutives ? 'f.code' : 'f.branch_id',
    name: 'f.name',
    branch: 'f.branch_id',
    branchName: 'f.branch_name',
    ...FIGURES,
  });
  const last = (column: string) =>
    `max(f.${column}) filter (where f.n = $1 and (select exists from one_more)) as last_${column}`;
  return statement(
    `budget.report.${type.toLowerCase()}`,
    {
      body: 'text',
      total: 'text',
      last_name: 'text?',
      last_branch: 'int4?',
      last_executive: 'int4?',
    },
    `with planned as (
       select b.branch, b.executive, array[${MONTHS.map((month) => `sum(b.${month})`).join(', ')}]::numeric[] as amounts
       from budget.budget b
       where b.fin_year = $2::text and b.executive is ${isOfExecutives ? 'not null' : 'null'} and ${conditions('b')}
       group by b.branch, b.executive
     ), earned as (
       select a.branch, ${executive('a')} as executive, sum(a.requests)::integer as requests,
         sum(a.without_rate)::integer as norate,
         array[${MONTHS.map((_, at) => `coalesce(sum(a.amount) filter (where ${inMonth(at)}), 0.00)`).join(', ')}] as amounts,
         array[${MONTHS.map((_, at) => `coalesce(max(a.is_uploaded::integer) filter (where ${inMonth(at)}), 0)`).join(', ')}] as uploaded
       from budget.actual a
       where a.month >= $3 and a.month < ($3 + interval '1 year')::date
         and ${isOfExecutives ? 'a.executive is not null' : 'true'} and ${conditions('a')}
       group by 1, 2
     ), line as materialized (
       select coalesce(p.branch, a.branch) as branch, coalesce(p.executive, a.executive, 0) as executive,
         coalesce(p.amounts, ${NOTHING}) as budget, coalesce(a.amounts, ${NOTHING}) as actual,
         coalesce(a.requests, 0) as requests, coalesce(a.norate, 0) as norate,
         coalesce(a.uploaded, ${NOT_UPLOADED}) as uploaded
       from planned p full join earned a on a.branch = p.branch and coalesce(a.executive, 0) = coalesce(p.executive, 0)
       where a.branch is null or p.branch is not null or a.requests <> 0 or 1 = any (a.uploaded)
     ), found as materialized (
       select row_number() over (order by name, branch, executive) as n, named.*
       from (
         select line.*, e.id as branch_id, e.name as branch_name, ${isOfExecutives ? 'x.code, x.name' : 'e.name'}
         from line join masters.entity_ref e on e.srno = line.branch
         ${isOfExecutives ? 'join masters.employee_ref x on x.srno = line.executive' : ''}
       ) as named
       where $7::text is null or (name, branch, executive) > ($7, $8::integer, $9::integer)
       order by name, branch, executive limit $1::integer + 1
     ), one_more as (select count(*) > $1 as exists from found)
     select coalesce(json_agg(${jsonObject(row)} order by f.n) filter (where f.n <= $1), '[]')::text as body,
       (select ${jsonObject(onWire(reportTotal, FIGURES))}::text from (
          select ${overAll('budget')} as budget, ${overAll('actual')} as actual,
            (select coalesce(sum(requests), 0)::integer from line) as requests,
            (select coalesce(sum(norate), 0)::integer from line) as norate, ${UPLOADED_ANYWHERE} as uploaded) as f) as total,
       ${last('name')}, ${last('branch')}, ${last('executive')}
     from found f`,
    // A single branch and all branches need different plans.
    { isReplanned: true },
  );
}

const reports = { BRANCH: reportStatement('BRANCH'), EXECUTIVE: reportStatement('EXECUTIVE') } as const;

export interface ReportScope {
  readonly type: BudgetType;
  readonly finYear: string;
  /** Serial numbers; null means no filter. */
  readonly branch: number | null;
  readonly executive: number | null;
}

export async function reportPage(on: Executor, asked: ReportScope, page: Page | undefined, scope: Scope) {
  const { type, finYear, branch, executive } = asked;
  const after =
    page?.after === undefined
      ? [null, null, null]
      : readKey(page.after, [isKeyText, isKeyNumber, isKeyNumber]);
  const found = await on.one(reports[type], [
    page?.limit ?? MAX_LIST_ROWS,
    finYear,
    firstDayOf(finYear),
    entitiesIn(scope),
    branch,
    executive,
    ...after,
  ]);
  const { body, total: sum, last_name, last_branch, last_executive } = found;
  return {
    body,
    total: sum,
    next: last_name === null ? null : writeKey(last_name, last_branch, last_executive),
  };
}

const earnings = statement(
  'budget.report.requests',
  { body: 'text', last_at: 'text?', last_key: 'int4?' },
  `with found as materialized (
     select row_number() over (order by r.submitted_at desc, r.request desc) as n, r.*
     from requests.earning_ref r
     where r.branch = $2::integer and ($3::integer is null or r.sales_executive = $3)
       and r.submitted_at >= $4::date::timestamp at time zone 'Asia/Kolkata'
       and r.submitted_at < ($5::date + 1)::timestamp at time zone 'Asia/Kolkata'
       and ($6::timestamptz is null or (r.submitted_at, r.request) < ($6, $7::integer))
     order by r.submitted_at desc, r.request desc limit $1::integer + 1
   ), one_more as (select count(*) > $1 as exists from found)
   select coalesce(json_agg(${jsonObject(
     onWire(earningRow, {
       srno: 'f.request',
       date: `(f.submitted_at at time zone 'Asia/Kolkata')::date::text`,
       type: 'f.type',
       salesExecutiveName: `coalesce(x.name, '')`,
       forexTotal: 'f.forex_total::text',
       margin: 'f.amount::numeric(17, 2)::text',
       lacksRate: 'f.lacks_rate::integer',
     }),
   )} order by f.n) filter (where f.n <= $1), '[]')::text as body,
     ${keyMoment('max(f.submitted_at) filter (where f.n = $1 and (select exists from one_more))')} as last_at,
     max(f.request) filter (where f.n = $1 and (select exists from one_more)) as last_key
   from found f left join masters.employee_ref x on x.srno = f.sales_executive`,
);

export interface EarningsQuery {
  readonly finYear: string;
  readonly month: Month;
  readonly branch: number;
  readonly executive: number | null;
}

/** The requests behind a figure, newest first. */
export async function earningsPage(on: Executor, asked: EarningsQuery, page: Page | undefined) {
  const { from, to } = daysOf(asked.finYear, asked.month);
  const after = page?.after === undefined ? [null, null] : readKey(page.after, [isKeyMoment, isKeyNumber]);
  const { body, last_at, last_key } = await on.one(earnings, [
    page?.limit ?? MAX_LIST_ROWS,
    asked.branch,
    asked.executive,
    from,
    to,
    ...after,
  ]);
  return { body, next: last_key === null ? null : writeKey(last_at, last_key) };
}

const branchInReach = statement(
  'budget.find.branch',
  { srno: 'int4' },
  `select srno from masters.entity_ref
   where id = upper($1::text) and type in ('B', 'F') and ($2::integer[] is null or srno = any ($2))`,
);
/** A branch by its id; undefined if it is out of scope. */
export const findBranch = (on: Executor, id: string, scope: Scope) =>
  on.maybe(branchInReach, [id, entitiesIn(scope)]);

const executiveByCode = statement(
  'budget.find.executive',
  { srno: 'int4' },
  `select x.srno from masters.employee_ref x where lower(x.code) = lower($1::text)
     and ($2::integer[] is null or x.branch = any ($2)
       or exists (select from budget.budget b where b.executive = x.srno and b.branch = any ($2))
       or exists (select from budget.actual a where a.executive = x.srno and a.branch = any ($2)))`,
);
/** An executive by their code: one of a branch in scope, or one with a budget or earnings there. */
export const findExecutive = (on: Executor, code: string, scope: Scope) =>
  on.maybe(executiveByCode, [code, entitiesIn(scope)]);
