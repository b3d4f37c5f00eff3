import * as z from 'zod/mini';
import { ANSWER_STATUSES, DISCREPANCY_KINDS, SALE_TYPES } from '#domain/flash/codes.ts';
import { defineCall, defineDownload } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json, limited } from '../fields.ts';
import { named } from '../wire.ts';
import { currencyRow, denominationFields } from './currencies.ts';
import { flashAdd, flashNamed, flashQuery, flashShared } from './flash.ts';

/** The transactions of a flash audit, whose papers were looked at, and its report. */

export const transactionRow = named('', {
  srno: z.int(),
  audit: ['hdrsrno', z.int()],
  saleType: ['trn_saletype', z.enum(SALE_TYPES)],
  saleTypeName: ['trn_saletypenm', z.string()],
  number: ['trn_transactionnum', z.string()],
  /** dd/MM/yyyy. */
  date: ['trn_date', z.string()],
  /** The paper that is missing. */
  document: ['docname', z.string()],
  status: ['trn_status', z.enum(['O', 'D'])],
  statusName: ['trn_statusnm', z.string()],
  /** The status of its discrepancy. It counts while the status of the line is D. */
  answerStatus: ['disc_status', z.enum(ANSWER_STATUSES)],
  /** How many remarks the branch has given. */
  replies: z.int(),
  version: z.int(),
});
export type FlashTransaction = z.output<typeof transactionRow>;

export const listFlashTransactions = defineCall({
  ...flashShared,
  action: 'gettrandetail',
  summary: 'The transactions of a flash audit.',
  right: flashQuery,
  effect: 'read',
  args: { audit: flashNamed },
  reply: z.array(transactionRow),
});

export const addFlashTransaction = defineCall({
  ...flashShared,
  action: 'transactiondetail',
  source: '002 §2.10, §5.4, §7.5',
  summary: 'Adds a transaction; one with a document name is a discrepancy, because that paper is missing.',
  right: flashAdd,
  effect: 'write',
  args: {
    transaction: json(
      named('', {
        audit: ['srno', serialNumber],
        number: ['transactionnum', limited(40)],
        document: ['docname', z.optional(limited(400))],
        saleType: limited(10),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), srno: z.int() }),
});

export const removeFlashTransaction = defineCall({
  ...flashShared,
  action: 'removetran',
  source: 'docs/readings.md: transactions of a flash audit',
  summary: 'Takes a transaction off, while the branch has not answered it.',
  right: flashAdd,
  effect: 'write',
  args: {
    transaction: json(named('', { audit: ['hdrsrno', serialNumber], srno: ['trnsrno', serialNumber] })),
  },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

export const reportHeader = named('', {
  srno: z.int(),
  branchName: ['entityname', z.string()],
  branch: z.string(),
  /** dd/MM/yyyy. */
  date: z.string(),
  auditor: z.string(),
  cashier: z.string(),
  status: z.string(),
  statusName: ['statusnm', z.string()],
  remark: z.string(),
  /** When and how the report values came: ISO, and fetch or upload; empty if they have not. */
  filledAt: z.string(),
  filledBy: z.string(),
  /** dd/MM/yyyy; empty while the audit is open. */
  closedOn: z.string(),
});
export const countedFace = named('', { ...denominationFields, currency: ['cnsrno', z.int()] });
export const reportAnswer = named('', {
  kind: ['type', z.enum(DISCREPANCY_KINDS)],
  /** The currency or the transaction. */
  line: z.int(),
  remark: z.string(),
  filename: z.string(),
  by: z.string(),
  /** ISO. */
  at: z.string(),
});
export const reportContent = named('', {
  header: reportHeader,
  currencies: ['currencydata', z.array(currencyRow)],
  transactions: ['trndata', z.array(transactionRow)],
  /** What was counted, currency by currency, the largest face first. */
  denominations: z.array(countedFace),
  /** What was said about the discrepancies, the oldest first; the newest 500. */
  answers: z.array(reportAnswer),
});
export type FlashReport = z.output<typeof reportContent>;

export const flashReport = defineCall({
  ...flashShared,
  action: 'datatoview',
  source: '002 §2.11, §7.3',
  summary:
    'The report of a flash audit: header, currencies and transactions, with what was counted and answered.',
  right: flashQuery,
  effect: 'read',
  args: { audit: flashNamed },
  reply: reportContent,
});

export const flashPdf = defineDownload({
  ...flashShared,
  action: 'flashpdf',
  source: 'docs/readings.md: the report of a flash audit',
  summary: 'The report of a flash audit as a PDF. Leaves a trail.',
  right: flashQuery,
  effect: 'watched',
  args: { audit: flashNamed },
});
