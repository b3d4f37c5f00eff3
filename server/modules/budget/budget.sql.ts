import { budgetDetail, budgetRow } from '#contract/budget/budget.ts';
import type { Page } from '#contract/fields.ts';
import { MONTH_NAMES, MONTHS, MOST_AMOUNT, type BudgetType } from '#domain/budget/budget.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject, keysetList, type List } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { BUDGET_JOINS, BUDGET_MORE, BUDGET_ROW } from './budget.present.ts';

export const BUDGET_CONSTRAINTS = {
  budget_once: 'There is a budget for this already. Please change that one.',
} as const;

const NARROW = {
  branch: (p: string) => `e.id = upper(${p}::text)`,
  scope: (p: string) => `m.branch = any (${p}::integer[])`,
} as const;

/** The common part of both lists. */
const shared = {
  from: 'budget.budget m',
  joins: BUDGET_JOINS,
  wire: onWire(budgetRow, BUDGET_ROW),
  key: 'm.srno',
  always: { year: (p: string) => `m.fin_year = ${p}::text` },
  replannedBy: ['scope'],
} as const;
const byName = (column: string) => ({ name: { column, type: 'text', isJoined: true } }) as const;

const lists: Readonly<Record<BudgetType, List>> = {
  BRANCH: keysetList({
    ...shared,
    name: 'budget.branches',
    where: 'm.executive is null',
    sorts: byName('e.name'),
    search: `(e.id || ' ' || e.name)`,
    narrow: NARROW,
  }),
  EXECUTIVE: keysetList({
    ...shared,
    name: 'budget.executives',
    where: 'm.executive is not null',
    sorts: byName('x.name'),
    search: `(x.code || ' ' || x.name)`,
    narrow: { who: (p: string) => `lower(x.code) = lower(${p}::text)`, ...NARROW },
  }),
};

export interface BudgetSearch {
  readonly type: BudgetType;
  readonly finYear: string;
  readonly branch: string | undefined;
  readonly executive: string | undefined;
}

export const budgetPage = (
  on: Executor,
  { type, finYear, branch, executive }: BudgetSearch,
  page: Page | undefined,
  scope: Scope,
) =>
  lists[type].page(on, page, {
    year: finYear,
    branch,
    who: executive,
    scope: scope === 'all' ? undefined : scope,
  });

const detail = (name: string, which: string) =>
  statement(
    `budget.detail.${name}`,
    { body: 'text', version: 'int4' },
    `select ${jsonObject(onWire(budgetDetail, { ...BUDGET_ROW, ...BUDGET_MORE }))}::text as body, m.version
     from budget.budget m ${BUDGET_JOINS}
     where ($1::integer[] is null or m.branch = any ($1)) and ${which} order by m.srno desc limit 1`,
  );
const bySrno = detail('srno', 'm.srno = $2::integer');
const byKey = detail(
  'key',
  `m.company = $2::integer and m.item = $3::integer and m.fin_year = $4::text and ($5::text = '' or e.id = $5)
     and lower(coalesce(x.code, '')) = lower($6::text)`,
);

const KEY = /^(\d{1,9})-(\d{1,9})-(\d{4}-\d{4})-([A-Z0-9]*)-(.*)$/i;

/**
 * One budget in scope, by its serial number or by its key. A client that does not know an executive's branch sends a
 * key without a branch.
 */
export async function findBudget(on: Executor, written: string, scope: Scope) {
  const reach = entitiesIn(scope);
  if (/^\d{1,9}$/.test(written)) return on.maybe(bySrno, [reach, Number(written)]);
  const [, company, item, finYear, branch = '', executive = ''] = KEY.exec(written) ?? [];
  if (company === undefined || (branch === '' && executive === '')) return undefined;
  return on.maybe(byKey, [reach, Number(company), Number(item), finYear, branch.toUpperCase(), executive]);
}

const place = statement(
  'budget.place.find',
  {
    branch: 'int4?',
    branch_active: 'bool?',
    executive: 'int4?',
    executive_branch: 'int4?',
    sells: 'bool?',
  },
  `select e.srno as branch, e.active as branch_active, x.srno as executive, x.branch as executive_branch,
     x.sales and x.active as sells
   from (select) as one
   left join masters.employee_ref x on $2::text <> '' and lower(x.code) = lower($2)
   left join masters.entity_ref e on e.type in ('B', 'F') and platform.in_scope(e.srno)
     and case when $1::text = '' then e.srno = x.branch else e.id = $1 end`,
);
/** The named branch and executive, as far as row-level security shows them. The default branch is that of the
 * executive. */
export const findPlace = (tx: Transaction, branch: string, executive: string) =>
  tx.one(place, [branch, executive]);

const months = MONTHS.join(', ');
const saved = { srno: 'int4', version: 'int4' } as const;

const insert = statement(
  'budget.budget.insert',
  saved,
  `with added as (
     insert into budget.budget (company, item, fin_year, branch, executive, changed_by, changed_by_name, ${months})
     values ($1, $2, $3, $4, $5, $6, $7, ${MONTHS.map((_, at) => `$${at + 8}::numeric`).join(', ')}) returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'budget', srno::text, branch, to_jsonb(added) from added
   )
   select srno, version from added`,
);
export interface NewBudget {
  readonly company: number;
  readonly item: number;
  readonly finYear: string;
  readonly branch: number;
  readonly executive: number | null;
}
export const insertBudget = (
  tx: Transaction,
  { company, item, finYear, branch, executive }: NewBudget,
  amounts: readonly string[],
  { account, name }: Caller,
) => tx.one(insert, [company, item, finYear, branch, executive, account, name, ...amounts]);

const lock = statement(
  'budget.budget.lock',
  {
    version: 'int4',
    changed_by_name: 'text',
    changed_at: 'timestamptz',
    company: 'int4',
    item: 'int4',
    fin_year: 'text',
    branch: 'int4',
    executive: 'int4?',
  },
  `select version, changed_by_name, changed_at, company, item, fin_year, branch, executive
   from budget.budget where srno = $1 for update`,
);
export const lockBudget = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);

const update = statement(
  'budget.budget.update',
  saved,
  `with before as (
     select * from budget.budget where srno = $1
   ), changed as (
     update budget.budget set changed_by = $2, changed_by_name = $3, changed_at = now(), version = version + 1,
       ${MONTHS.map((month, at) => `${month} = $${at + 4}::numeric`).join(', ')}
     where srno = $1 returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'edit', 'budget', changed.srno::text, changed.branch, to_jsonb(before), to_jsonb(changed) from before, changed
   )
   select srno, version from changed`,
);
/** The transaction must have locked the row, so that `before` in the trail is the previous state. */
export const updateBudget = (
  tx: Transaction,
  srno: number,
  amounts: readonly string[],
  { account, name }: Caller,
) => tx.one(update, [srno, account, name, ...amounts]);

/** If one amount would be too large, nothing is copied. The result names the first such amount by name, then by
 * month. */
const copy = statement(
  'budget.budget.copy',
  { found: 'int4', copied: 'int4', too_large: 'int4', large_of: 'text?', large_month: 'text?' },
  `with source as (
     select b.company, b.item, b.branch, b.executive, coalesce(x.name, e.name) as name,
       ${MONTHS.map((month) => `case when $3::numeric = 0 then b.${month} else round(b.${month} * (100 + $3) / 100) end as ${month}`).join(', ')}
     from budget.budget b join masters.entity_ref e on e.srno = b.branch and e.active
     left join masters.employee_ref x on x.srno = b.executive
     where b.fin_year = $1::text and (b.executive is null or (x.active and x.sales and x.branch = b.branch))
   ), wanted as (
     select * from source s where not exists (
       select from budget.budget b where b.fin_year = $2::text and b.branch = s.branch
         and b.executive is not distinct from s.executive and b.company = s.company and b.item = s.item)
   ), large as (
     select w.name, m.month, row_number() over (order by w.name, w.branch, w.executive, w.company, w.item, m.at) as n
     from wanted w cross join lateral (
       values ${MONTHS.map((month, at) => `(${at}, '${MONTH_NAMES[month]}', w.${month})`).join(', ')}
     ) as m (at, month, amount)
     where m.amount > $6::numeric
   ), added as (
     insert into budget.budget (company, item, fin_year, branch, executive, changed_by, changed_by_name, ${months})
     select company, item, $2, branch, executive, $4, $5, ${months}
     from wanted where not exists (select from large) on conflict on constraint budget_once do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'budget', srno::text, branch, to_jsonb(added) from added
   ), counted as (
     select (select count(*)::integer from source) as found, (select count(*)::integer from added) as copied
   ), noted as (
     insert into platform.trail (action, record, record_id, after)
     select 'copy', 'budget', 'list', jsonb_build_object('from', $1, 'to', $2, 'percent', $3, 'copied', copied) from counted
   )
   select found, copied, (select count(*)::integer from large) as too_large,
     (select name from large where n = 1) as large_of, (select month from large where n = 1) as large_month
   from counted`,
);
/** Copies the budgets in scope from one year to another. Existing budgets are not changed. */
export const copyBudgets = (
  tx: Transaction,
  from: string,
  to: string,
  percent: string,
  { account, name }: Caller,
) => tx.one(copy, [from, to, percent, account, name, MOST_AMOUNT]);
