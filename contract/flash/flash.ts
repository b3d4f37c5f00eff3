import * as z from 'zod/mini';
import { FLASH_STATUSES, FLASH_TYPES } from '#domain/flash/codes.ts';
import { MANDATORY } from '#domain/flash/texts.ts';
import { defineCall, defineDownload, defineUpload } from '../define.ts';
import { documentView, serialNumber } from '../documents.ts';
import { json, limited, page, typedDay, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** The flash audit: its list and its header. Amounts are text with two decimals. */

export const flashShared = {
  endpoint: 'flashaudit_a.php',
  session: 'first',
  source: '002 §2.10, §3, §4, §5.4, §7.5',
  assumed: true,
} as const;
export const flashQuery = { key: 'FLASH', flag: 'query' } as const;
/** Every change of a flash audit needs the add flag. */
export const flashAdd = { key: 'FLASH', flag: 'add' } as const;
/** What a client says about authority or names is read, and never believed. */
export const notBelieved = z.optional(z.union([limited(100), z.number(), z.boolean(), z.null()]));

/** A flash audit as its callers name it. */
export const flashNamed = json(named('', { srno: ['hdrsrno', serialNumber] }));

export const flashHeader = named('', {
  srno: z.int(),
  branch: z.string(),
  branchName: ['entityname', z.string()],
  /** dd/MM/yyyy. */
  date: z.string(),
  cashier: z.string(),
  status: z.enum(FLASH_STATUSES),
  statusName: ['statusnm', z.string()],
  remark: z.string(),
  /** N counted here, O made on paper and kept as a file. */
  type: ['audittype', z.enum(FLASH_TYPES)],
  /** The file of an old audit; empty for a new one, as is the next. */
  filename: z.string(),
  extension: ['ext', z.string()],
  /** Whether the currencies were fetched or uploaded. */
  isFilled: ['dataexist', yesOrNo],
  auditor: z.string(),
  version: z.int(),
});
export type FlashHeader = z.output<typeof flashHeader>;

export const listFlashAudits = defineCall({
  ...flashShared,
  action: 'headerdata',
  summary: 'The flash audits in reach, the newest day first, page by page.',
  right: flashQuery,
  effect: 'read',
  args: {
    search: json(
      z.object({
        status: z.optional(z.enum(['', 'ALL', ...FLASH_STATUSES])),
        /** The id of a branch; empty or ALL means every branch in reach. */
        branch: z.optional(limited(20)),
      }),
    ),
    page: page(),
  },
  reply: z.array(flashHeader),
});

const newHeader = {
  cashier: limited(200),
  branch: limited(20),
  remark: z.optional(limited(1_000)),
  date: typedDay,
} as const;

export const saveFlashAudit = defineCall({
  ...flashShared,
  action: 'saveheaderdata',
  source: '002 §2.10, §5.4, §7.5, §8',
  summary: 'Adds a flash audit of a branch and a day; there is one for each. 1 means added, 2 there already.',
  right: flashAdd,
  effect: 'write',
  args: { audit: json(z.object(newHeader)) },
  reply: z.object({ err: z.string(), msg: z.enum(['1', '2']), srno: z.int() }),
});

const isEmpty = (text: string | undefined): boolean => (text ?? '').trim() === '';

export const uploadOldFlash = defineUpload({
  endpoint: 'upload_a.php',
  action: 'FLASHDOC',
  variant: { field: 'uploaddoc', value: 'OLDFLASH' },
  session: 'meta',
  source: '002 §2.10, §5.4, §7.5',
  assumed: true,
  summary: 'Adds a flash audit that was made on paper, with its file. It is closed from the start.',
  right: flashAdd,
  effect: 'outside',
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  refuses: ({ cashier, branch, date }: { cashier: string; branch: string; date: string }) =>
    [cashier, branch, date].some(isEmpty) ? MANDATORY : null,
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('FLASHDOC'),
    uploaddoc: z.literal('OLDFLASH'),
    ...newHeader,
    audittype: z.optional(z.enum(['', 'O'])),
    pageright: notBelieved,
  }),
  reply: z.object({ error: z.string(), message: z.string(), srno: z.int() }),
});

export const flashDetails = defineCall({
  ...flashShared,
  action: 'flasheditdetails',
  summary: 'The header of one flash audit.',
  right: flashQuery,
  effect: 'read',
  args: { audit: json(named('', { srno: ['id', serialNumber] })) },
  reply: flashHeader,
});

export const setFlashStatus = defineCall({
  ...flashShared,
  action: 'headerstatus',
  source: '002 §2.10, §4, §7.5',
  summary: 'Sets the status of a flash audit: Pending or Review, and Closed for good.',
  right: flashAdd,
  effect: 'write',
  args: { audit: json(named('', { status: z.enum(FLASH_STATUSES), srno: ['hdrsrno', serialNumber] })) },
  reply: z.object({ err: z.string(), msg: z.string(), status: z.enum(FLASH_STATUSES) }),
});

/** The file of an old audit is seen with the audits, the proof of a response with the audits or the discrepancies. */
const queryOnEither = { ...flashQuery, either: { key: 'FLASHDISCREPANCY', flag: 'query' } } as const;
const file = {
  doctype: z.enum(['OLDFLASH', 'DISCREPANCY']),
  srno: serialNumber,
  filename: limited(255),
} as const;

export const viewFlashFile = defineCall({
  ...flashShared,
  action: 'docview',
  summary: 'What a browser can show of an old audit or of a proof. Leaves a trail.',
  right: queryOnEither,
  effect: 'watched',
  args: { document: json(z.object({ ...file, page: z.optional(serialNumber) })) },
  reply: documentView,
});

export const downloadFlashFile = defineDownload({
  ...flashShared,
  action: 'docdownload',
  summary: 'An old audit or a proof as it was uploaded. Leaves a trail.',
  right: queryOnEither,
  effect: 'watched',
  args: { document: json(z.object(file)) },
});
