import { budget } from '#contract/budget/budget.ts';
import {
  amountProblems,
  BUDGET_RULES,
  isFinancialYear,
  MONTHS,
  USUAL_COMPANY,
  USUAL_ITEM,
} from '#domain/budget/budget.ts';
import { mandatoryMessage } from '#domain/messages.ts';
import type { FieldProblem, FieldRule } from '#domain/rules.ts';
import * as cells from '#server/platform/imports/cells.ts';
import { importHandlers } from '#server/platform/imports/handlers.ts';
import type { ImportColumn } from '#server/platform/imports/rows.ts';
import { budgetImport, type BudgetSheetRow } from './budget.import.sql.ts';

const WHOLE_NUMBER = /^[1-9]\d{0,8}$/;
const WRONG_NUMBER = 'Please write a whole number above zero.';
const EXAMPLE_YEAR = '2026-2027';

const RULES: Readonly<Record<keyof BudgetSheetRow, FieldRule>> = {
  ...BUDGET_RULES,
  company: { label: 'Company' },
  item: { label: 'Item' },
};

/** The rules of the form for a row, which names a branch, an executive or both. */
function problems(row: BudgetSheetRow): FieldProblem[] {
  return [
    ...(isFinancialYear(row.finYear)
      ? []
      : [{ field: 'finYear', message: `Please write the financial year as ${EXAMPLE_YEAR}.` }]),
    ...(row.branch === '' && row.executive === ''
      ? [{ field: 'branch', message: mandatoryMessage([BUDGET_RULES.branch.label]) }]
      : []),
    ...amountProblems(row),
  ];
}

const numbered = (usual: number): cells.CellReader =>
  cells.fromText(
    (text) => (text === '' ? String(usual) : WHOLE_NUMBER.test(text) ? text : null),
    WRONG_NUMBER,
  );
const AMOUNT_PLACES = 2;
const asAmount = cells.asDecimal(AMOUNT_PLACES, '0');

const columns: readonly ImportColumn<BudgetSheetRow>[] = [
  { field: 'company', reads: numbered(USUAL_COMPANY), example: '1', optional: true },
  { field: 'item', reads: numbered(USUAL_ITEM), example: '1', optional: true },
  { field: 'finYear', reads: cells.asText, example: EXAMPLE_YEAR },
  { field: 'branch', header: 'Branch id', reads: cells.asCode, example: 'MUM' },
  { field: 'executive', header: 'Executive code', reads: cells.asText, example: 'E101' },
  ...MONTHS.map((month) => ({ field: month, reads: asAmount, example: '250000' })),
];

export const budgetImports = importHandlers<BudgetSheetRow>({
  calls: budget,
  statements: budgetImport,
  rules: RULES,
  problems,
  sheet: 'Budgets',
  passedOver: ['Branch', 'Executive', 'Total'],
  columns,
});
