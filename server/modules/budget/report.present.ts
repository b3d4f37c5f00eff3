import type { ReportFigures, ReportRow } from '#contract/budget/dashboard.ts';
import { formatMonth, MONTHS, type BudgetType } from '#domain/budget/budget.ts';
import { rupees, subtractRupees } from '#domain/money.ts';
import type { SheetColumn } from '#server/platform/xlsx/write.ts';

const MONEY_WIDTH = 16;
const money = (header: string): SheetColumn => ({ header, kind: 'money', width: MONEY_WIDTH });
const text = (header: string, width: number): SheetColumn => ({ header, kind: 'text', width });

/** The branch or executive, then budget and actual of each month, then the year. */
export const reportColumns = (type: BudgetType, finYear: string): readonly SheetColumn[] => [
  text('Branch id', 12),
  text('Branch', 28),
  ...(type === 'EXECUTIVE' ? [text('Executive code', 14), text('Executive', 24)] : []),
  ...MONTHS.flatMap((month) => {
    const name = formatMonth(finYear, month);
    return [money(`${name} budget`), money(`${name} actual`)];
  }),
  money('Year budget'),
  money('Year actual'),
  money('Actual less budget'),
  text('Uploaded profit', 24),
];

const figures = (
  finYear: string,
  { budget, actual, budgetTotal, actualTotal, uploaded }: ReportFigures,
): readonly string[] => [
  ...MONTHS.flatMap((_, at) => [budget[at] ?? '0', actual[at] ?? '0']),
  budgetTotal,
  actualTotal,
  subtractRupees(rupees(actualTotal), rupees(budgetTotal)),
  // The months whose actual is uploaded profit.
  MONTHS.filter((_, at) => uploaded[at] === true)
    .map((month) => formatMonth(finYear, month))
    .join(', '),
];

export const reportCells = (type: BudgetType, finYear: string, row: ReportRow): readonly string[] => [
  row.branch,
  row.branchName,
  ...(type === 'EXECUTIVE' ? [row.code, row.name] : []),
  ...figures(finYear, row),
];

export const totalCells = (type: BudgetType, finYear: string, total: ReportFigures): readonly string[] => [
  'Total',
  '',
  ...(type === 'EXECUTIVE' ? ['', ''] : []),
  ...figures(finYear, total),
];
