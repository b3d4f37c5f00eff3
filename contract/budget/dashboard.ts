import * as z from 'zod/mini';
import { BUDGET_TYPES, MONTHS } from '#domain/budget/budget.ts';
import { defineCall } from '../define.ts';
import { json, limited, page, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** Budget against actual. All amounts are decimal text. */

const shared = { endpoint: 'misbudget_a.php', session: 'first', assumed: true } as const;
const right = { key: 'DASHMISBUDGET', flag: 'query' } as const;

/** One amount for each month, April to March. */
const months = z.array(z.string());
const figures = {
  budget: months,
  actual: months,
  budgetTotal: z.string(),
  actualTotal: z.string(),
  /** The number of approved requests behind the actual, and how many of them have a line without an inter-bank rate. */
  requests: z.int(),
  noRate: z.int(),
  /** Of each month, whether the actual, or some of it, is profit that was uploaded instead of the margin of requests. */
  uploaded: z.array(yesOrNo),
} as const;

export const reportRow = named('', {
  /** The branch's id or the executive's code. */
  code: z.string(),
  name: z.string(),
  /** The branch of the executive, or the branch itself. */
  branch: z.string(),
  branchName: z.string(),
  ...figures,
});
export type ReportRow = z.output<typeof reportRow>;
export const reportTotal = named('', figures);
export type ReportFigures = z.output<typeof reportTotal>;

export const reportQuery = named('srch', {
  year: ['finyear', limited(20)],
  mode: ['mode', z.enum(['View', 'Download'])],
  type: z.enum(BUDGET_TYPES),
  which: ['srchOneAll', z.enum(['ALL', 'ONE'])],
  /** With type EXECUTIVE, limits the report to the executives of one branch. */
  branch: ['srchBran', z.optional(limited(20))],
  executive: ['srchSalesExecutive', z.optional(limited(20))],
});

export const budgetReport = defineCall({
  ...shared,
  action: 'getreport',
  source: '001 §7 Budget dashboard',
  summary:
    'Budget against actual by month, for branches or executives in reach. View gives one page of them with the sum of all; Download an .xlsx file of all.',
  right,
  // A view only reads. A download writes its trail entry in a separate transaction.
  effect: 'outside',
  mayBeFile: true,
  args: {
    asked: json(reportQuery),
    page: page(),
  },
  reply: named('', { err: z.string(), finYear: z.string(), rows: z.array(reportRow), total: reportTotal }),
});

export const earningRow = named('req_', {
  srno: z.int(),
  /** The day on which the request became Final. */
  date: z.string(),
  type: ['req_trantype', z.string()],
  salesExecutiveName: z.string(),
  forexTotal: z.string(),
  margin: ['margin', z.string()],
  lacksRate: ['norate', yesOrNo],
});
export type EarningRow = z.output<typeof earningRow>;

export const earningRequests = defineCall({
  ...shared,
  action: 'requests',
  source: 'docs/readings.md: behind a figure',
  summary:
    'The approved requests behind the actual of a branch, or of its executive, in a month; newest first.',
  right,
  effect: 'read',
  args: {
    asked: json(
      named('', {
        year: ['finyear', limited(20)],
        month: z.enum(MONTHS),
        branch: ['srchBran', limited(20)],
        executive: ['srchSalesExecutive', z.optional(limited(20))],
      }),
    ),
    page: page(),
  },
  reply: z.array(earningRow),
});
