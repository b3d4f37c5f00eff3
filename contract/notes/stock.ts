import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { json, limited, page } from '../fields.ts';
import { named } from '../wire.ts';
import { heldNotes } from './notes.ts';

/** The notes of a branch: in its vault, with its executives and in transit. */

const shared = {
  endpoint: 'stock_a.php',
  session: 'first',
  source: 'docs/readings.md: vault stock',
  assumed: true,
} as const;

const code = limited(20);
const doneSchema = z.object({ err: z.string(), msg: z.string() });

export const stockRow = named('', {
  product: z.string(),
  isd: z.string(),
  currencyName: ['isdnm', z.string()],
  currencyFlag: ['isd_flag', z.string()],
  /** V is the vault, P a person, T in transit. */
  kind: z.enum(['V', 'P', 'T']),
  holder: z.string(),
  holderName: z.string(),
  quantity: ['qty', z.string()],
});
export type StockRow = z.output<typeof stockRow>;

export const branchStock = defineCall({
  ...shared,
  action: 'list',
  summary:
    'What each holder of a branch has of each currency now; none where it was moved today and none is left.',
  right: { key: 'VAULTSTOCK', flag: 'query' },
  effect: 'read',
  args: { search: json(named('', { branch: ['srchBranch', code] })) },
  reply: z.array(stockRow),
});

export const notesInMyHand = defineCall({
  ...shared,
  action: 'mine',
  summary: 'What the user holds himself now, by currency; nothing where he is no employee.',
  right: { key: 'INHANDREPORT', flag: 'query' },
  effect: 'read',
  args: {},
  reply: z.array(heldNotes),
});

export const enterStock = defineCall({
  ...shared,
  action: 'enter',
  summary:
    'Opening or corrected stock of a vault: what was counted. The difference to what the ledger had when it was seen is posted, with the reason.',
  right: { key: 'VAULTSTOCK', flag: 'edit' },
  effect: 'write',
  // What was seen is in the arguments, so the ledger itself notices a change meanwhile.
  checked: {
    kind: 'stock',
    record: ({ record }: { readonly record: { readonly branch: string; readonly isd: string } }) =>
      `${record.branch} ${record.isd}`,
  },
  args: {
    record: json(
      z.object({
        branch: code,
        isd: limited(3),
        counted: limited(20),
        seen: limited(20),
        reason: limited(250),
      }),
    ),
  },
  reply: doneSchema,
});

export const posting = named('', {
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  other: z.string(),
  isd: z.string(),
  product: z.string(),
  quantity: ['qty', z.string()],
  balance: z.string(),
  request: z.int(),
  lineNo: ['lno', z.int()],
  reason: z.string(),
  by: z.string(),
  /** Whether it can be reversed. Only a stock entry that is not reversed yet can be. */
  reversible: z.boolean(),
});
export type Posting = z.output<typeof posting>;

export const vaultPostings = defineCall({
  ...shared,
  action: 'movements',
  summary: 'What moved into and out of one holder of a branch, newest first.',
  right: { key: 'VAULTSTOCK', flag: 'query' },
  effect: 'read',
  args: {
    /** An empty holder means the notes in transit. */
    search: json(named('', { branch: ['srchBranch', code], holder: code, isd: limited(3) })),
    page: page(),
  },
  reply: z.array(posting),
});

export const reverseStock = defineCall({
  ...shared,
  action: 'reverse',
  summary: 'Posts a stock entry back, once, with a reason.',
  right: { key: 'VAULTSTOCK', flag: 'edit' },
  effect: 'write',
  checked: {
    kind: 'stock',
    record: ({ record }: { readonly record: { readonly id: string } }) => `entry ${record.id}`,
  },
  args: {
    record: json(
      z.object({
        id: z.string().check(z.regex(/^\d{1,18}$/)),
        reason: limited(250),
      }),
    ),
  },
  reply: doneSchema,
});
