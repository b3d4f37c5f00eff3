import type { BudgetType } from '#domain/budget/budget.ts';

const BUDGET_TYPE: Readonly<Record<BudgetType, string>> = { BRANCH: 'Branch', EXECUTIVE: 'Executive' };
const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;

/** All texts of the budget screens. A translation is a second object of this shape. */
export const budgetText = {
  title: 'Budget Master',
  add: 'Add budget',
  edit: 'Edit budget',
  view: 'Budget',
  addNew: 'Add',
  type: 'Type',
  types: BUDGET_TYPE,
  which: 'All/One',
  whiches: { ALL: 'All', ONE: 'One' },
  year: 'Financial year',
  branch: 'Branch',
  executive: 'Executive',
  list: 'List',
  search: 'Which budgets',
  total: 'Total',
  monthTotal: 'Total of the year',
  noRecord: 'No Record Found',
  noRecordText: 'Choose another year or type, add a budget, or copy those of last year.',
  name: (who: string, year: string) => `${who}, ${year}`,
  copy: {
    open: 'Copy last year',
    title: (to: string) => `Copy last year to ${to}`,
    text: (from: string, to: string) =>
      `The budgets of ${from} are copied to ${to}. Branches and executives that have a budget for ${to} keep it; those that are not active any more, or have moved, are left out.`,
    percent: 'Increase in per cent',
    percentHelp: 'Empty for the same amounts, below zero for less. Amounts become whole rupees.',
    confirm: 'Copy',
  },
};

/** All texts of the dashboard. */
export const dashboardText = {
  title: 'MIS Budget',
  detail: 'Budget against the margin that approved requests have earned, or the profit that was uploaded.',
  mode: 'Mode',
  modes: { View: 'View', Download: 'Download' },
  search: 'What is shown',
  budget: 'Budget',
  actual: 'Actual',
  difference: 'Difference',
  achieved: 'Achieved',
  month: 'Month',
  yearBudget: 'Budget of the year',
  yearShort: 'Year budget',
  year: 'Year',
  soFar: 'To date',
  budgetToDate: 'Budget to date',
  actualToDate: 'Actual to date',
  toDate: (month: string) => `(up to ${month})`,
  none: '–',
  chart: (who: string) => `Budget against actual by month, ${who}`,
  months: 'By month',
  branches: 'By branch',
  executives: 'By executive',
  allBranches: 'All branches',
  allExecutives: 'All executives',
  executivesOf: (branch: string) => `Executives of ${branch}`,
  path: 'Where you are',
  noRate: (count: number) =>
    `${counted(count, 'request', 'requests')} had no inter-bank rate for a line on the day of Final; these lines count as zero.`,
  uploaded: 'uploaded',
  uploadedIn: (months: readonly string[]) =>
    `Uploaded profit instead of the margin of requests: ${months.join(', ')}.`,
  show: (month: string) => `Requests of ${month}`,
  showShort: 'Requests',
  requests: {
    title: (month: string, who: string) => `Requests behind ${month}, ${who}`,
    number: 'No.',
    day: 'Final on',
    type: 'Type',
    executive: 'Sales executive',
    forex: 'Forex total',
    margin: 'Margin',
    noRate: 'no rate',
    open: (srno: number) => `Request ${srno}`,
    close: 'Close',
    uploaded: 'The profit of this month was uploaded. These requests are not counted.',
    empty: 'No approved request was made Final in this month.',
  },
};
