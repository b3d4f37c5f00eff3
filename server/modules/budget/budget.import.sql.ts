import { MONTHS, type Amounts } from '#domain/budget/budget.ts';
import {
  importStatements,
  inReach,
  saying,
  type ImportedColumn,
} from '#server/platform/imports/import.sql.ts';
import { PLACE_TEXTS } from './budget.texts.ts';

/** A row of a sheet of budgets: branch by id, executive by code. */
export interface BudgetSheetRow extends Amounts {
  readonly company: string;
  readonly item: string;
  readonly finYear: string;
  readonly branch: string;
  readonly executive: string;
}

const EXECUTIVE = `(select x.srno from masters.employee_ref x
  where lower(x.code) = lower(g."executive") and ${inReach('x.branch')})`;
const BRANCH = `case when g."branch" = '' then (select x.branch from masters.employee_ref x
    where lower(x.code) = lower(g."executive") and ${inReach('x.branch')})
  else (select e.srno from masters.entity_ref e
    where e.id = g."branch" and e.type in ('B', 'F') and ${inReach('e.srno')}) end`;

const isNewFor = (condition: string) => `m.srno is null and ${condition}`;

export const budgetImport = importStatements<BudgetSheetRow>({
  record: 'budget',
  table: 'budget.budget',
  columns: {
    company: { column: 'company', type: 'integer' },
    item: { column: 'item', type: 'integer' },
    finYear: { column: 'fin_year', type: 'text' },
    branch: { column: 'branch', type: 'integer', find: BRANCH },
    executive: { column: 'executive', type: 'integer', find: EXECUTIVE },
    ...(Object.fromEntries(
      MONTHS.map((month): [string, ImportedColumn] => [month, { column: month, type: 'numeric' }]),
    ) as Record<(typeof MONTHS)[number], ImportedColumn>),
  },
  key: (row) => [
    `${row}.fin_year`,
    `${row}.branch`,
    `coalesce(${row}.executive, 0)`,
    `${row}.company`,
    `${row}.item`,
  ],
  reach: inReach('m.branch'),
  tests: [
    {
      field: 'branch',
      says: saying(
        isNewFor('exists (select from masters.entity_ref e where e.srno = r.branch and not e.active)'),
        PLACE_TEXTS.branchInactive,
      ),
    },
    {
      field: 'executive',
      says: saying(
        isNewFor(
          'exists (select from masters.employee_ref x where x.srno = r.executive and x.branch <> r.branch)',
        ),
        PLACE_TEXTS.otherBranch,
      ),
    },
    {
      field: 'executive',
      says: saying(
        isNewFor(
          'exists (select from masters.employee_ref x where x.srno = r.executive and not (x.sales and x.active))',
        ),
        PLACE_TEXTS.sellsNot,
      ),
    },
  ],
  trail: { branch: (row) => `${row}.branch` },
});
