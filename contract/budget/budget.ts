import * as z from 'zod/mini';
import { BUDGET_TYPES, MONTHS, type Month } from '#domain/budget/budget.ts';
import { defineCall, defineDownload } from '../define.ts';
import { json, page, reference, text, limited } from '../fields.ts';
import { changedShape, defineMasterImport } from '../master.ts';
import { savedSchema } from '../shared.ts';

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

type Capital<M extends string> = `bud${Capitalize<M>}`;
export const writtenName = <M extends Month>(month: M) =>
  `bud${month.charAt(0).toUpperCase()}${month.slice(1)}` as Capital<M>;

const byMonth = <Schema extends z.ZodMiniType, Prefix extends string>(
  name: (month: Month) => Prefix,
  schema: Schema,
) => Object.fromEntries(MONTHS.map((month) => [name(month), schema])) as Record<Prefix, Schema>;

const budgetRow = z.object({
  misb_srno: z.int(),
  misb_compcode: z.int(),
  misb_itemcode: z.int(),
  misb_finyear: z.string(),
  misb_uniquekey: z.string(),
  misb_brancode: z.string(),
  misb_branname: z.string(),
  misb_empcode: z.string(),
  misb_empname: z.string(),
  ...byMonth((month): `misb_${Month}` => `misb_${month}`, z.string()),
  misb_total: z.string(),
});
export type BudgetRow = z.infer<typeof budgetRow>;

const search = json(
  z.object({
    srchType: z.enum(BUDGET_TYPES),
    srchTypeOneAll: z.enum(['ALL', 'ONE']),
    srchBran: z.optional(limited(20)),
    srchExecutive: z.optional(limited(20)),
    /** Defaults to the current financial year. */
    srchFinYear: z.optional(finYear),
  }),
);

const budgetInput = z.object({
  budSrno: z.optional(reference),
  budComp: z.optional(reference),
  budItem: z.optional(reference),
  budFinYear: z.optional(finYear),
  /** The server generates this key and ignores the value sent. */
  budUniquesKey: z.optional(limited(100)),
  budBran: z.optional(z.union([limited(20), z.null()])),
  budSalesExecutive: z.optional(z.union([limited(20), z.null()])),
  /**
   * Decides whether the branch or the executive is mandatory. If it is missing, a budget with an executive is of type
   * EXECUTIVE.
   */
  budType: z.optional(z.enum(BUDGET_TYPES)),
  ...byMonth((month): Capital<Month> => writtenName(month), amount),
});
export type BudgetInput = z.infer<typeof budgetInput>;

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
    reply: z.extend(budgetRow, changedShape),
  }),
  save: defineCall({
    ...shared,
    action: 'save',
    summary: 'Adds a budget (budSrno 0) or changes its amounts; If-Match guards against overwriting.',
    right: { key: 'BUDGET', flag: 'save' },
    effect: 'write',
    args: { record: json(budgetInput) },
    isForNew: ({ record }: { record: BudgetInput }) => Number(record.budSrno ?? 0) === 0,
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
