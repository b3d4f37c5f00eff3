import * as z from 'zod/mini';
import { BUDGET_TYPES, MONTHS, type Month } from '#domain/budget/budget.ts';
import { defineCall, defineDownload } from '../define.ts';
import { json, page, reference, text, limited } from '../fields.ts';
import { defineMasterImport, lastChangeFields } from '../master.ts';
import { savedSchema } from '../shared.ts';
import { named } from '../wire.ts';

/** The budget master. All amounts are decimal text. */

const shared = {
  endpoint: 'budget_a.php',
  session: 'first',
  source: '001 §3, §5, §7 Budget',
  assumed: true,
} as const;
const query = { key: 'BUDGET', flag: 'query' } as const;

/** An amount as a client sends it. The domain rules check its length, so that the user gets a message about it. */
const amount = z.optional(z.union([limited(50), z.number(), z.null()]));
const finYear = limited(20);

const byMonth = <Schema extends z.ZodMiniType>(schema: Schema) =>
  Object.fromEntries(MONTHS.map((month) => [month, schema])) as Record<Month, Schema>;

const row = {
  srno: z.int(),
  company: ['misb_compcode', z.int()],
  item: ['misb_itemcode', z.int()],
  finYear: z.string(),
  uniqueKey: z.string(),
  branch: ['misb_brancode', z.string()],
  branchName: ['misb_branname', z.string()],
  executive: ['misb_empcode', z.string()],
  executiveName: ['misb_empname', z.string()],
  ...byMonth(z.string()),
  total: z.string(),
} as const;
export const budgetRow = named('misb_', row);
export type BudgetRow = z.output<typeof budgetRow>;
export const budgetDetail = named('misb_', { ...row, ...lastChangeFields });

export const budgetSearch = named('srch', {
  type: z.enum(BUDGET_TYPES),
  which: ['srchTypeOneAll', z.enum(['ALL', 'ONE'])],
  branch: ['srchBran', z.optional(limited(20))],
  executive: z.optional(limited(20)),
  /** Defaults to the current financial year. */
  year: ['srchFinYear', z.optional(finYear)],
});
export type SentBudgetSearch = z.output<typeof budgetSearch>;
const search = json(budgetSearch);

const budgetInput = named('bud', {
  srno: z.optional(reference),
  company: ['budComp', z.optional(reference)],
  item: z.optional(reference),
  finYear: z.optional(finYear),
  /** The server generates this key and ignores the value sent. */
  uniqueKey: ['budUniquesKey', z.optional(limited(100))],
  branch: ['budBran', z.optional(z.union([limited(20), z.null()]))],
  executive: ['budSalesExecutive', z.optional(z.union([limited(20), z.null()]))],
  /**
   * Decides whether the branch or the executive is mandatory. If it is missing, a budget with an executive is of type
   * EXECUTIVE.
   */
  type: z.optional(z.enum(BUDGET_TYPES)),
  ...byMonth(amount),
});
export type BudgetInput = z.output<typeof budgetInput>;

export const budget = {
  list: defineCall({
    ...shared,
    action: 'list',
    summary: 'The budgets in reach of a year, of branches or of executives, page by page.',
    right: query,
    effect: 'read',
    args: { search, page: page() },
    reply: z.array(budgetRow),
  }),
  detail: defineCall({
    ...shared,
    action: 'getonedetail',
    summary: 'One budget by its key, or by its serial number.',
    right: query,
    effect: 'read',
    args: { uniquekey: text(100) },
    reply: budgetDetail,
  }),
  save: defineCall({
    ...shared,
    action: 'save',
    summary: 'Adds a budget (budSrno 0) or changes its amounts; If-Match guards against overwriting.',
    right: { key: 'BUDGET', flag: 'save' },
    effect: 'write',
    args: { record: json(budgetInput) },
    isForNew: ({ record }: { record: BudgetInput }) => Number(record.srno ?? 0) === 0,
    reply: savedSchema,
  }),
  copyYear: defineCall({
    ...shared,
    action: 'copyyear',
    source: 'docs/readings.md: copying a year',
    summary:
      'Copies the budgets in reach of the year before, so many per cent more or less; those that are there stay.',
    right: { key: 'BUDGET', flag: 'add' },
    effect: 'write',
    args: {
      copy: json(
        z.object({
          finYear,
          /** Decimal text; negative for a decrease. */
          percent: z.optional(limited(10)),
        }),
      ),
    },
    reply: z.object({ err: z.string(), msg: z.string(), copied: z.int(), there: z.int() }),
  }),
  exported: defineDownload({
    ...shared,
    action: 'export',
    source: 'docs/readings.md: exports',
    summary: 'The budgets as an .xlsx file, narrowed as shown.',
    right: query,
    effect: 'watched',
    args: { search, page: page() },
  }),
  ...defineMasterImport({ endpoint: 'budget_a.php', key: 'BUDGET', plural: 'budgets' }),
};
