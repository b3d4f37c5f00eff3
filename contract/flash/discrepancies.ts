import * as z from 'zod/mini';
import { ANSWER_STATUSES, DISCREPANCY_KINDS, FLASH_STATUSES } from '#domain/flash/codes.ts';
import { FLASH_LIMITS, responseProblem } from '#domain/flash/flash.ts';
import { defineCall, defineUpload } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { dayOrNone, json, limited, page, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';
import { flashShared, notBelieved } from './flash.ts';

/** Discrepancies of flash audits: the lines with status D, the responses of the branch, and the decisions. */

const shared = { ...flashShared, source: '002 §2.12, §3, §4, §5.4, §7.5' } as const;
const query = { key: 'FLASHDISCREPANCY', flag: 'query' } as const;

export const discrepancyRow = named('', {
  /** The number of the currency or of the transaction. */
  srno: z.int(),
  audit: ['hdrsrno', z.int()],
  kind: ['type', z.enum(DISCREPANCY_KINDS)],
  branch: z.string(),
  branchName: ['entityname', z.string()],
  /** The day of the audit, dd/MM/yyyy. */
  date: z.string(),
  /** The status of the audit. */
  auditStatus: ['hdrstatus', z.enum(FLASH_STATUSES)],
  /** A currency, and empty for a transaction. */
  isd: z.string(),
  isdName: ['isd_name', z.string()],
  reportValue: ['afc_reportvalue', z.string()],
  actualValue: ['afc_actualvalue', z.string()],
  difference: ['afc_valuediff', z.string()],
  /** How many face values of the currency were counted; without any the two values before say nothing. */
  faces: z.int(),
  /** A transaction, and empty for a currency. */
  saleType: ['trn_saletype', z.string()],
  saleTypeName: ['trn_saletypenm', z.string()],
  number: ['trn_transactionnum', z.string()],
  transactionDate: ['trn_date', z.string()],
  document: ['docname', z.string()],
  status: ['disc_status', z.enum(ANSWER_STATUSES)],
  statusName: ['disc_statusnm', z.string()],
  replies: z.int(),
  /** Whether there is a remark since the discrepancy last became pending. */
  isAnswered: ['answered', yesOrNo],
  version: z.int(),
});
export type FlashDiscrepancy = z.output<typeof discrepancyRow>;

/** Which discrepancies are asked for, besides their type and status. */
const within = {
  /** The day of the audit; 1 January 2023 unless said otherwise. */
  from: ['frmdate', z.optional(dayOrNone)],
  /** Today unless said otherwise. */
  to: ['todate', z.optional(dayOrNone)],
  branch: z.optional(limited(20)),
  /** 1 for open audits only: what is counted as waiting. */
  open: z.optional(z.enum(['', '0', '1'])),
} as const;

export const listFlashDiscrepancies = defineCall({
  ...shared,
  action: 'getdiscrepancies',
  source: '002 §2.12, §7.5, §9',
  summary: 'The discrepancies of flash audits in reach, the oldest day first, page by page.',
  right: query,
  effect: 'read',
  args: {
    search: json(
      named('', {
        ...within,
        /** Currencies unless said otherwise. */
        kind: ['type', z.optional(z.enum(['', ...DISCREPANCY_KINDS]))],
        /** Pending unless said otherwise. */
        status: z.optional(z.enum(['', 'ALL', ...ANSWER_STATUSES])),
      }),
    ),
    page: page(),
  },
  reply: z.array(discrepancyRow),
});

const byStatus = z.object({ P: z.int(), R: z.int(), O: z.int() });

export const countFlashDiscrepancies = defineCall({
  ...shared,
  action: 'discrepancycounts',
  source: 'docs/readings.md: counts of flash discrepancies',
  summary: 'How many discrepancies the list has, by type and status, up to 1,000 of each.',
  right: query,
  effect: 'read',
  assumed: true,
  args: { search: json(named('', within)) },
  reply: z.object({ C: byStatus, T: byStatus }),
});
export type FlashDiscrepancyCounts = z.infer<(typeof countFlashDiscrepancies)['reply']>;

export const responseRow = named('', {
  srno: z.int(),
  remark: z.string(),
  /** Empty if the remark has no file, as is the next. */
  filename: z.string(),
  extension: ['ext', z.string()],
  bytes: z.int(),
  /** The status that the discrepancy got; empty for a remark. */
  status: z.string(),
  by: z.string(),
  /** ISO. */
  at: z.string(),
});
export type FlashResponse = z.output<typeof responseRow>;

const namedLine = json(
  named('', {
    /** The number of the currency or of the transaction. */
    srno: ['serial', serialNumber],
    kind: ['type', z.enum(DISCREPANCY_KINDS)],
    audit: ['header', serialNumber],
  }),
);
const lineReply = z.object({ line: discrepancyRow, responses: z.array(responseRow) });

export const discrepancyHeader = named('', {
  srno: z.int(),
  branch: z.string(),
  branchName: ['entityname', z.string()],
  date: z.string(),
  cashier: z.string(),
  auditor: z.string(),
  status: z.enum(FLASH_STATUSES),
  statusName: ['statusnm', z.string()],
  remark: z.string(),
});

export const flashDiscrepancyHeader = defineCall({
  ...shared,
  action: 'headerdiscrepancy',
  summary: 'The audit of a discrepancy, with the responses.',
  right: query,
  effect: 'read',
  args: { discrepancy: namedLine },
  reply: z.object({
    header: discrepancyHeader,
    responses: z.array(responseRow),
  }),
});

export const currencyDiscrepancy = defineCall({
  ...shared,
  action: 'isddiscrepancy',
  summary: 'The discrepancy of a currency, with the responses.',
  right: query,
  effect: 'read',
  args: { discrepancy: namedLine },
  reply: lineReply,
});

export const transactionDiscrepancy = defineCall({
  ...shared,
  action: 'trndiscrepancy',
  summary: 'The discrepancy of a transaction, with the responses.',
  right: query,
  effect: 'read',
  args: { discrepancy: namedLine },
  reply: lineReply,
});

export const setDiscrepancyStatus = defineCall({
  ...shared,
  action: 'updatecstatus',
  source: '002 §2.12, §4, §6, §7.5',
  summary:
    'Sets the status of a discrepancy: any of the three with the add flag while the audit is in Review; otherwise a pending one with a remark goes into review.',
  right: query,
  effect: 'write',
  args: {
    decision: json(
      named('', {
        kind: ['disctype', z.enum(DISCREPANCY_KINDS)],
        status: z.enum(ANSWER_STATUSES),
        srno: serialNumber,
        addRight: notBelieved,
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

const remarkOf = {
  remark: limited(FLASH_LIMITS.response * 4),
  /** The number of the currency or of the transaction. */
  srno: serialNumber,
  isd: notBelieved,
  type: z.enum(DISCREPANCY_KINDS),
  hdrsrno: serialNumber,
  pageright: notBelieved,
} as const;

export const addFlashRemark = defineCall({
  ...shared,
  action: 'discrepancyremark',
  summary: 'Adds a remark without a file to a pending discrepancy.',
  right: query,
  effect: 'write',
  args: {
    response: json(
      named('', {
        sid: notBelieved,
        remark: remarkOf.remark,
        srno: remarkOf.srno,
        isd: remarkOf.isd,
        kind: ['type', remarkOf.type],
        audit: ['hdrsrno', remarkOf.hdrsrno],
        pageRight: notBelieved,
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), responses: z.array(responseRow) }),
});

export const uploadFlashProof = defineUpload({
  endpoint: 'upload_a.php',
  action: 'FLASHDOC',
  variant: { field: 'uploaddoc', value: 'D' },
  session: 'meta',
  source: '002 §2.12, §5.4, §7.5',
  assumed: true,
  summary: 'Adds a remark with a file to a pending discrepancy.',
  right: query,
  effect: 'outside',
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  refuses: ({ remark }: { readonly remark: string }) => responseProblem(remark, true),
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('FLASHDOC'),
    uploaddoc: z.literal('D'),
    ...remarkOf,
  }),
  reply: z.object({ error: z.string(), message: z.string(), responses: z.array(responseRow) }),
});
