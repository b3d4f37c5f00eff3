import { moment } from '#server/platform/moment.ts';
import { writtenName, type BudgetRow, type BudgetInput } from '#contract/budget/budget.ts';
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
import type { WireColumns } from '#server/platform/database.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Row → wire: the budget `m` of the branch `e`, or of its executive `x`. */
export const BUDGET_ROW: WireColumns = {
  misb_srno: 'm.srno',
  misb_compcode: 'm.company',
  misb_itemcode: 'm.item',
  misb_finyear: 'm.fin_year',
  misb_uniquekey: `concat_ws('-', m.company, m.item, m.fin_year, e.id, coalesce(x.code, ''))`,
  misb_brancode: 'e.id',
  misb_branname: 'e.name',
  misb_empcode: `coalesce(x.code, '')`,
  misb_empname: `coalesce(x.name, '')`,
  ...Object.fromEntries(MONTHS.map((month) => [`misb_${month}`, `m.${month}::text`])),
  misb_total: 'm.total::text',
};

export const BUDGET_MORE: WireColumns = {
  version: 'm.version',
  changedby: 'm.changed_by_name',
  changedat: moment('m.changed_at'),
};

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

/** Wire → draft. The names of the wire end here. */
export function sentBudget(written: BudgetInput, thisYear: string): SentBudget {
  const executive = textOf(written.budSalesExecutive);
  const amounts = Object.fromEntries(
    MONTHS.map((month) => [month, textOf(asText(written[writtenName(month)]))]),
  ) as Record<Month, string>;
  return {
    srno: Number(referenceValue(written.budSrno) ?? 0),
    company: Number(referenceValue(written.budComp) ?? USUAL_COMPANY),
    item: Number(referenceValue(written.budItem) ?? USUAL_ITEM),
    draft: {
      type: written.budType ?? (executive === '' ? 'BRANCH' : 'EXECUTIVE'),
      finYear: textOf(written.budFinYear) || thisYear,
      branch: textOf(written.budBran).toUpperCase(),
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
  { header: 'Company', kind: 'number', width: 10, value: (row) => row.misb_compcode },
  { header: 'Item', kind: 'number', width: 8, value: (row) => row.misb_itemcode },
  { header: 'Financial year', kind: 'text', width: 14, value: (row) => row.misb_finyear },
  { header: 'Branch id', kind: 'text', width: 12, value: (row) => row.misb_brancode },
  { header: 'Branch', kind: 'text', width: 28, value: (row) => row.misb_branname },
  { header: 'Executive code', kind: 'text', width: 14, value: (row) => row.misb_empcode },
  { header: 'Executive', kind: 'text', width: 24, value: (row) => row.misb_empname },
  ...MONTHS.map((month): ExportColumn<BudgetRow> => ({
    header: MONTH_NAMES[month],
    kind: 'money',
    width: 14,
    value: (row) => row[`misb_${month}`],
  })),
  { header: 'Total', kind: 'money', width: 16, value: (row) => row.misb_total },
];
