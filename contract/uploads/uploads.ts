import * as z from 'zod/mini';
import { BATCH_PHASES, BATCH_STATES } from '#domain/uploads/batches.ts';
import { KINDS, UPLOAD_KINDS, UPLOAD_TEXTS, type UploadKind } from '#domain/uploads/kinds.ts';
import { defineCall, defineDownload, defineUpload, type FileFault } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { bit, json, page, yesOrNo } from '../fields.ts';
import { wrongCell } from '../sheets.ts';
import { named } from '../wire.ts';

/** The sheets that head office uploads, and the batches that they made. */

const add = { key: 'UPLOADDATA', flag: 'add' } as const;

const uploadReply = z.object({
  /** '1' if all rows are stored, else '0'. */
  msg: z.enum(['0', '1']),
  error: z.string(),
  /** The text of success, or the reason of the refusal. */
  message: z.string(),
  batch: z.int(),
  rows: z.int(),
  /** The wrong cells, at most 200 of them, and how many there are. */
  errors: z.array(wrongCell),
  errorcount: z.int(),
  /** The months that another batch covers, if the upload was refused for them. */
  covered: z.array(
    z.object({
      branch: z.string(),
      month: z.string(),
      /** The rows that count now and the sum of their amounts, rupees or profits, and those of the refused sheet. */
      rowsbefore: z.int(),
      sumbefore: z.string(),
      rowsafter: z.int(),
      sumafter: z.string(),
    }),
  ),
});
export type UploadReply = z.infer<typeof uploadReply>;

const defineSheet = <const Kind extends UploadKind>(kind: Kind, summary: string) =>
  defineUpload({
    endpoint: 'upload_a.php',
    action: KINDS[kind].uploadType,
    session: 'meta',
    source: '002 §2.8, §5.2, §7.3, §8, §9',
    assumed: true,
    summary,
    right: add,
    effect: 'outside',
    accepts: ['xls', 'xlsx'],
    reads: 'sheet',
    keeps: true,
    fileAnswer: (fault: FileFault) => (fault === 'missing' ? { error: UPLOAD_TEXTS.noFile } : null),
    meta: z.object({
      sid: z.string(),
      uploadType: z.literal(KINDS[kind].uploadType),
      srno: z.literal(KINDS[kind].serial),
      /** 1 if months that another batch covers shall be replaced. */
      replace: z.optional(bit),
    }),
    reply: uploadReply,
  });

export const uploadPurposes = defineSheet(
  'P',
  'Stores the transactions and amounts of months by branch and purpose, from a sheet: all rows or none.',
);
export const uploadLrs = defineSheet(
  'L',
  'Stores remittances under the Liberalised Remittance Scheme, from a sheet: all rows or none.',
);
export const uploadProfits = defineSheet(
  'T',
  'Stores the profit of each transaction, from a sheet: all rows or none. The budget dashboard shows it instead of the margin.',
);

const shared = {
  endpoint: 'uploaddata_a.php',
  session: 'first',
  source: 'docs/readings.md: the page of the uploads',
  assumed: true,
  right: { key: 'UPLOADDATA', flag: 'query' },
} as const;

export const batchRow = named('bat_', {
  srno: z.int(),
  kind: z.enum(UPLOAD_KINDS),
  fileName: z.string(),
  bytes: z.int(),
  state: z.enum(BATCH_STATES),
  /** What happens to a batch that is `reading`. */
  phase: z.enum(BATCH_PHASES),
  /** The rows of the sheet, 0 while they are not counted, and how many of them are done. */
  rows: z.int(),
  doneRows: z.int(),
  errorCount: z.int(),
  /** Why it is refused. */
  reason: z.string(),
  /** The first and the last month that it covered when it was applied, or empty text. */
  firstMonth: z.string(),
  lastMonth: z.string(),
  /** The first three of its branches, and how many there are. */
  branches: z.array(z.string()),
  branchCount: z.int(),
  /** The months of branches that it covered, and how many of them still count. */
  covered: z.int(),
  counting: z.int(),
  by: z.string(),
  at: z.string(),
  /** Whether its file and its wrong cells can be downloaded. */
  hasFile: yesOrNo,
  hasErrors: yesOrNo,
});
export type BatchRow = z.output<typeof batchRow>;

export const listBatches = defineCall({
  ...shared,
  action: 'batches',
  summary: 'The uploaded sheets in reach, newest first, page by page.',
  effect: 'read',
  args: { page: page() },
  reply: z.array(batchRow),
});

const batch = json(z.object({ batch: serialNumber }));

export const listWrongCells = defineCall({
  ...shared,
  action: 'rowerrors',
  summary: 'The first 200 wrong cells of a refused sheet, and how many there are.',
  effect: 'read',
  args: { batch },
  reply: z.object({ cells: z.array(wrongCell), count: z.int() }),
});

export const sheetTemplate = defineDownload({
  ...shared,
  action: 'template',
  summary: 'A sheet with the headings of a kind and an example.',
  effect: 'read',
  args: { sheet: json(z.object({ kind: z.enum(UPLOAD_KINDS) })) },
});

export const downloadWrongCells = defineDownload({
  ...shared,
  action: 'errors',
  summary: 'All wrong cells of a refused sheet that were kept, as .xlsx. Leaves a trail.',
  effect: 'watched',
  args: { batch },
});

export const downloadBatch = defineDownload({
  ...shared,
  action: 'file',
  summary: 'The sheet as it was uploaded. Leaves a trail.',
  effect: 'watched',
  args: { batch },
});
