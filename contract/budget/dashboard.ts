import * as z from 'zod/mini';
import { BUDGET_TYPES, MONTHS } from '#domain/budget/budget.ts';
import { defineCall } from '../define.ts';
import { bit, json, page, limited } from '../fields.ts';

/** Budget against actual. All amounts are decimal text. */

const shared = { endpoint: 'misbudget_a.php', session: 'first', assumed: true } as const;
const right = { key: 'DASHMISBUDGET', flag: 'query' } as const;

/** One amount for each month, April to March. */
const months = z.array(z.string());
const figures = {
  budget: months,
  actual: months,
  budgettotal: z.string(),
  actualtotal: z.string(),
  /** The number of approved requests behind the actual, and how many of them have a line without an inter-bank rate. */
  requests: z.int(),
  norate: z.int(),
  /** For each month 1 if the actual, or some of it, is profit that was uploaded instead of the margin of requests. */
  uploaded: z.array(bit),
} as const;

const reportRow = z.object({
  /** The branch's id or the executive's code. */
  code: z.string(),
  name: z.string(),
  /** The branch of the executive, or the branch itself. */
  branch: z.string(),
  branchname: z.string(),
  ...figures,
});
export type ReportRow = z.infer<typeof reportRow>;
const reportTotal = z.object(figures);
export type ReportFigures = z.infer<typeof reportTotal>;

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
    asked: json(
      z.object({
        finyear: limited(20),
        mode: z.enum(['View', 'Download']),
        srchType: z.enum(BUDGET_TYPES),
        srchOneAll: z.enum(['ALL', 'ONE']),
        /** With type EXECUTIVE, limits the report to the executives of one branch. */
        srchBran: z.optional(limited(20)),
        srchSalesExecutive: z.optional(limited(20)),
      }),
    ),
    page: page(),
  },
  reply: z.object({ err: z.string(), finyear: z.string(), rows: z.array(reportRow), total: reportTotal }),
});

const earningRow = z.object({
  req_srno: z.int(),
  /** The day on which the request became Final. */
  req_date: z.string(),
  req_trantype: z.string(),
  req_salesexecutivename: z.string(),
  req_forextotal: z.string(),
  margin: z.string(),
  norate: bit,
});
export type EarningRow = z.infer<typeof earningRow>;

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
      z.object({
        finyear: limited(20),
        month: z.enum(MONTHS),
        srchBran: limited(20),
        srchSalesExecutive: z.optional(limited(20)),
      }),
    ),
    page: page(),
  },
  reply: z.array(earningRow),
});
