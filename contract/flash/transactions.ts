import * as z from 'zod/mini';
import { ANSWER_STATUSES, DISCREPANCY_KINDS, SALE_TYPES } from '#domain/flash/codes.ts';
import { defineCall, defineDownload } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { json, limited } from '../fields.ts';
import { currencyRow, denominationRow } from './currencies.ts';
import { flashAdd, flashNamed, flashQuery, flashShared } from './flash.ts';

/** The transactions of a flash audit, whose papers were looked at, and its report. */

export const transactionRow = z.object({
  /** The number of the line, sent as trnsrno. */
  srno: z.int(),
  hdrsrno: z.int(),
  trn_saletype: z.enum(SALE_TYPES),
  trn_saletypenm: z.string(),
  trn_transactionnum: z.string(),
  /** dd/MM/yyyy. */
  trn_date: z.string(),
  /** The paper that is missing. */
  docname: z.string(),
  trn_status: z.enum(['O', 'D']),
  trn_statusnm: z.string(),
  /** The status of its discrepancy. It counts while trn_status is D. */
  disc_status: z.enum(ANSWER_STATUSES),
  /** How many remarks the branch has given. */
  replies: z.int(),
  version: z.int(),
});
export type FlashTransaction = z.infer<typeof transactionRow>;

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
      z.object({
        /** The audit. */
        srno: serialNumber,
        transactionnum: limited(40),
        docname: z.optional(limited(400)),
        saletype: limited(10),
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
  args: { transaction: json(z.object({ hdrsrno: serialNumber, trnsrno: serialNumber })) },
  reply: z.object({ err: z.string(), msg: z.string() }),
});

export const flashReport = defineCall({
  ...flashShared,
  action: 'datatoview',
  source: '002 §2.11, §7.3',
  summary:
    'The report of a flash audit: header, currencies and transactions, with what was counted and answered.',
  right: flashQuery,
  effect: 'read',
  args: { audit: flashNamed },
  reply: z.object({
    header: z.object({
      srno: z.int(),
      entityname: z.string(),
      branch: z.string(),
      /** dd/MM/yyyy. */
      date: z.string(),
      auditor: z.string(),
      cashier: z.string(),
      status: z.string(),
      statusnm: z.string(),
      remark: z.string(),
      /** When and how the report values came: ISO, and fetch or upload; empty if they have not. */
      filledat: z.string(),
      filledby: z.string(),
      /** dd/MM/yyyy; empty while the audit is open. */
      closedon: z.string(),
    }),
    currencydata: z.array(currencyRow),
    trndata: z.array(transactionRow),
    /** What was counted, currency by currency, the largest face first. */
    denominations: z.array(z.extend(denominationRow, { cnsrno: z.int() })),
    /** What was said about the discrepancies, the oldest first; the newest 500. */
    answers: z.array(
      z.object({
        type: z.enum(DISCREPANCY_KINDS),
        /** The currency or the transaction. */
        line: z.int(),
        remark: z.string(),
        filename: z.string(),
        by: z.string(),
        /** ISO. */
        at: z.string(),
      }),
    ),
  }),
});
export type FlashReport = z.infer<(typeof flashReport)['reply']>;

export const flashPdf = defineDownload({
  ...flashShared,
  action: 'flashpdf',
  source: 'docs/readings.md: the report of a flash audit',
  summary: 'The report of a flash audit as a PDF. Leaves a trail.',
  right: flashQuery,
  effect: 'watched',
  args: { audit: flashNamed },
});
