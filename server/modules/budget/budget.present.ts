import { moment } from '#server/platform/moment.ts';
import type { BudgetInput, BudgetRow } from '#contract/budget/budget.ts';
import { referenceValue } from '#contract/fields.ts';
import {
  MONTH_NAMES,
  MONTHS,
  storedAmount,
  USUAL_COMPANY,
  USUAL_ITEM,
  type Amounts,
  type BudgetDraft,
  type Month,
} from '#domain/budget/budget.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** The budget `m` of the branch `e`, or of its executive `x`. */
export const BUDGET_ROW = {
  srno: 'm.srno',
  company: 'm.company',
  item: 'm.item',
  finYear: 'm.fin_year',
  uniqueKey: `concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, ''))`,
  branch: 'e.id',
  branchName: 'e.name',
  executive: `coalesce(x.code, '')`,
  executiveName: `coalesce(x.name, '')`,
  ...Object.fromEntries(MONTHS.map((month) => [month, `m.${month}::text`])),
  total: 'm.total::text',
} as const satisfies Partial<Record<keyof BudgetRow, string>>;

export const BUDGET_MORE = {
  version: 'm.version',
  changedBy: 'm.changed_by_name',
  changedAt: moment('m.changed_at'),
} as const;

/** The joins that a budget `m` needs for display. */
export const BUDGET_JOINS = `join masters.entity_ref e on e.srno = m.branch
  left join masters.employee_ref x on x.srno = m.executive`;

/** A submitted budget, with the values that are not typed by the user. */
export interface SentBudget {
  readonly srno: number;
  readonly company: number;
  readonly item: number;
  readonly draft: BudgetDraft;
}

const textOf = (written: string | null | undefined) => (written ?? '').trim();

export function sentBudget(written: BudgetInput, thisYear: string): SentBudget {
  const executive = textOf(written.executive);
  const amounts = Object.fromEntries(
    MONTHS.map((month) => [month, textOf(asText(written[month]))]),
  ) as Record<Month, string>;
  return {
    srno: Number(referenceValue(written.srno) ?? 0),
    company: Number(referenceValue(written.company) ?? USUAL_COMPANY),
    item: Number(referenceValue(written.item) ?? USUAL_ITEM),
    draft: {
      type: written.type ?? (executive === '' ? 'BRANCH' : 'EXECUTIVE'),
      finYear: textOf(written.finYear) || thisYear,
      branch: textOf(written.branch).toUpperCase(),
      executive,
      ...amounts,
    },
  };
}

const asText = (written: string | number | null | undefined) =>
  typeof written === 'number' ? String(written) : written;

export const amountsOf = (amounts: Amounts): string[] => MONTHS.map((month) => storedAmount(amounts[month]));

/** The headings match those of an import. The other columns are only for readers. */
export const BUDGET_SHEET: readonly ExportColumn<BudgetRow>[] = [
  { header: 'Company', kind: 'number', width: 10, value: (row) => row.company },
  { header: 'Item', kind: 'number', width: 8, value: (row) => row.item },
  { header: 'Financial year', kind: 'text', width: 14, value: (row) => row.finYear },
  { header: 'Branch id', kind: 'text', width: 12, value: (row) => row.branch },
  { header: 'Branch', kind: 'text', width: 28, value: (row) => row.branchName },
  { header: 'Executive code', kind: 'text', width: 14, value: (row) => row.executive },
  { header: 'Executive', kind: 'text', width: 24, value: (row) => row.executiveName },
  ...MONTHS.map((month): ExportColumn<BudgetRow> => ({
    header: MONTH_NAMES[month],
    kind: 'money',
    width: 14,
    value: (row) => row[month],
  })),
  { header: 'Total', kind: 'money', width: 16, value: (row) => row.total },
];
