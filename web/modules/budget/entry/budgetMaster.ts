import { budget as calls, type BudgetRow } from '#contract/budget/budget.ts';
import {
  BUDGET_RULES,
  budgetProblems,
  financialYearName,
  MONTHS,
  USUAL_COMPANY,
  USUAL_ITEM,
  type Month,
} from '#domain/budget/budget.ts';
import { formatAmount, formatTypedRupees, sumDecimals } from '#domain/numbers.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { BranchPicker } from '#web/pickers/BranchPicker.tsx';
import { EmployeePicker } from '#web/pickers/EmployeePicker.tsx';
import type { BudgetSearch } from '../budgetSearch.ts';
import { budgetText } from '#web/texts/budget.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { importBy } from '#web/patterns/import/masterImport.ts';
import type { Master } from '#web/patterns/master/master.ts';
import type { BudgetForm } from './budgetForm.ts';
import { isWithin } from './isWithin.ts';
import { BranchPart, ExecutivePart, LastMonthPart, MonthPart, TypePart, YearPart } from './BudgetParts.tsx';

/** Wide enough for the largest amount of ten characters, so that none is truncated. */
const AMOUNT_WIDTH = 140;
const TOTAL_WIDTH = 152;

const monthColumn = (month: Month): Column<BudgetRow> => ({
  id: month,
  header: BUDGET_RULES[month].label.slice(0, 3),
  value: (row) => formatAmount(row[month]),
  align: 'end',
  width: AMOUNT_WIDTH,
  total: (rows) => formatAmount(sumDecimals(rows.map((row) => row[month]))),
});

/** Months that do not fit are scrolled; the name of the row stays visible. */
function columnsFor({ type }: BudgetSearch): readonly Column<BudgetRow>[] {
  const branch = { header: budgetText.branch, value: (row: BudgetRow) => row.branchName, width: 160 };
  const executive = {
    header: budgetText.executive,
    value: (row: BudgetRow) => row.executiveName,
    width: 120,
  };
  return [
    ...(type === 'BRANCH'
      ? [{ id: 'name', ...branch, sortable: true, hideable: false }]
      : [
          { id: 'name', ...executive, sortable: true, hideable: false },
          { id: 'branch', ...branch, offPhone: true as const },
        ]),
    {
      id: 'total',
      header: budgetText.total,
      value: (row) => formatAmount(row.total),
      align: 'end',
      width: TOTAL_WIDTH,
      total: (rows) => formatAmount(sumDecimals(rows.map((row) => row.total))),
    },
    ...MONTHS.map(monthColumn),
  ];
}

const detail = async (srno: number, signal?: AbortSignal) =>
  (await call(calls.detail, { uniquekey: String(srno) }, { signal })).reply;

/** An amount in its edit field: empty if it is zero, and without zero paise. */
const typed = (stored: string) => (Number(stored) === 0 ? '' : stored.replace(/\.00$/, ''));

const draftOf = (row: BudgetRow): BudgetForm => ({
  type: row.executive === '' ? 'BRANCH' : 'EXECUTIVE',
  finYear: row.finYear,
  branch: row.branch,
  executive: row.executive === '' ? null : row.executive,
  company: String(row.company),
  item: String(row.item),
  ...(Object.fromEntries(MONTHS.map((month) => [month, typed(row[month])])) as Pick<
    BudgetForm,
    (typeof MONTHS)[number]
  >),
});

const writtenOf = (srno: number, draft: BudgetForm) => ({
  srno,
  company: Number(draft.company),
  item: Number(draft.item),
  finYear: draft.finYear,
  uniqueKey: '',
  branch: draft.branch ?? '',
  executive: draft.type === 'EXECUTIVE' ? (draft.executive ?? '') : '',
  type: draft.type,
  ...Object.fromEntries(MONTHS.map((month) => [month, draft[month] === '' ? '0' : draft[month]])),
});

/** The budget master for a search; a new budget starts with the values of the search. */
export const budgetMaster = (search: BudgetSearch): Master<BudgetRow, BudgetForm> => ({
  id: 'budget',
  right: 'BUDGET',
  texts: budgetText,
  isWide: true,
  isTight: true,
  isInPairs: true,
  narrowed: { ...search },
  columns: columnsFor(search),
  emptyText: { title: budgetText.noRecord, text: budgetText.noRecordText },
  srnoOf: (row) => row.srno,
  isWithin: (row) => isWithin(search, row),
  nameOfRow: (row) => budgetText.name(row.executiveName || row.branchName, financialYearName(row.finYear)),
  rowOf: (srno) => detail(srno),
  fields: [
    { name: 'type', kind: 'part', part: TypePart },
    { name: 'finYear', kind: 'part', part: YearPart },
    { name: 'branch', kind: 'part', part: BranchPart, source: BranchPicker.source },
    { name: 'executive', kind: 'part', part: ExecutivePart, source: EmployeePicker.source },
    ...MONTHS.slice(0, -1).map((month) => ({
      name: month,
      kind: 'part' as const,
      part: MonthPart,
      shown: formatTypedRupees,
    })),
    { name: 'mar', kind: 'part', part: LastMonthPart, shown: formatTypedRupees },
  ],
  rules: { ...BUDGET_RULES, company: { label: '' }, item: { label: '' } },
  problems: budgetProblems,
  blank: {
    type: search.type,
    finYear: search.year,
    branch: search.branch === '' ? null : search.branch,
    executive: search.executive === '' ? null : search.executive,
    company: String(USUAL_COMPANY),
    item: String(USUAL_ITEM),
    ...(Object.fromEntries(MONTHS.map((month) => [month, ''])) as Pick<BudgetForm, (typeof MONTHS)[number]>),
  },
  list: (page, signal) => call(calls.list, { search, page }, { signal }),
  detail: async (srno, signal) => {
    const row = await detail(srno, signal);
    const { version, changedBy, changedAt } = row;
    return { draft: draftOf(row), version, changedBy, changedAt };
  },
  save: (srno, draft, options) => call(calls.save, { record: writtenOf(srno, draft) }, options),
  exportList: (page) => download(calls.exported, { search, page }),
  imports: importBy(calls),
});
