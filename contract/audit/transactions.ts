import * as z from 'zod/mini';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { MARKS, REGISTER_TYPES } from '#domain/audit/codes.ts';
import { defineCall, defineDownload } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { dayOrNone, json, limited, page, typedDay, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';
import { auditChange, auditQuery, auditShared } from './audit.ts';

/** The transactions of an audit and their marks. A transaction is named by type, date and number. */

const shared = { ...auditShared, source: '002 §2.4, §4, §5.1, §7.1' } as const;

export const transactionRow = named('', {
  audit: ['adt_hdrsrno', z.int()],
  lineNo: ['adt_lineno', z.int()],
  /** dd/MM/yyyy. */
  date: ['adt_date', z.string()],
  type: ['adt_trantype', z.string()],
  number: ['adt_tranno', z.string()],
  traveller: ['adt_travname', z.string()],
  partyName: ['adt_partyname', z.string()],
  purposeName: ['adt_purpose', z.string()],
  status: ['adt_status', z.enum(MARKS)],
  purpose: ['purpose_id', z.string()],
  /** Decimal text. */
  amount: z.string(),
  partyType: ['party_type', z.string()],
  paidBy: ['paid_by', z.string()],
  markedBy: ['marked_by', z.string()],
  /** Of the customer; the numbers with a mask, whoever asks. */
  nationality: z.string(),
  idNumber: ['id_number', z.string()],
  pan: z.string(),
  /** Whether the country of the nationality is on a FATF list. */
  isFatf: ['nationality_fatf', yesOrNo],
  /** The discrepancy of a transaction with the mark DIS: its number (0 if none), its status and its text. */
  discrepancyLineNo: ['dis_lineno', z.int()],
  discrepancyStatus: ['dis_status', z.string()],
  discrepancyWords: ['dis_text', z.string()],
  lines: z.array(
    z.object({
      product: z.string(),
      isd: z.string(),
      quantity: z.string(),
      rate: z.string(),
      amount: z.string(),
    }),
  ),
});
export type AuditTransaction = z.output<typeof transactionRow>;

export const transactionFilter = named('filter', {
  audit: ['srno', serialNumber],
  type: ['filterTranType', z.optional(z.enum(['', 'ALL', ...REGISTER_TYPES, 'MT']))],
  from: ['filterTranFromDate', z.optional(dayOrNone)],
  to: ['filterTranToDate', z.optional(dayOrNone)],
  status: z.optional(z.enum(['', 'ALL', ...MARKS])),
  limit: z.optional(z.union([z.literal(['', 'ALL', '10', '20']), z.literal([10, 20])])),
  /** Ours. Those alone that need a look: domain/audit/flags.ts. */
  isFlagged: ['filterFlagged', z.optional(yesOrNo)],
});

export const filterTransactions = defineCall({
  ...shared,
  action: 'filterforaudit',
  summary: 'The transactions of an audit by date, page by page.',
  right: auditQuery,
  effect: 'read',
  args: { filter: json(transactionFilter), page: page() },
  reply: z.array(transactionRow),
});

export const exportTransactions = defineDownload({
  ...shared,
  action: 'exporttran',
  source: 'docs/readings.md: exports',
  summary: 'The transactions of an audit as an .xlsx file, narrowed as shown. Leaves a trail.',
  right: auditQuery,
  effect: 'watched',
  args: { filter: json(transactionFilter) },
});

/** A transaction as a caller names it. */
const namedTransaction = {
  audit: ['srno', serialNumber],
  type: limited(20),
  date: typedDay,
  number: ['tranno', z.union([limited(20), z.int()])],
  kind: ['tranmastflag', z.optional(z.enum(['T', 'M', '']))],
} as const;
const done = z.object({ err: z.string(), msg: z.string() });

export const addDiscrepancy = defineCall({
  ...shared,
  action: 'addauditdiscrepancy',
  summary:
    'Adds a discrepancy: of a transaction, which it marks if the audit has it, or of the file of a party.',
  right: auditChange,
  effect: 'write',
  args: {
    discrepancy: json(
      named('', {
        audit: ['srno', serialNumber],
        type: z.optional(limited(20)),
        /** The day of the transaction; empty means the day of the audit. */
        date: z.optional(typedDay),
        number: ['tranno', z.optional(z.union([limited(20), z.int()]))],
        purpose: z.optional(limited(20)),
        words: ['discre', z.optional(limited(AUDIT_LIMITS.discrepancy * 2))],
        partyType: z.optional(limited(20)),
        typeSub: z.optional(limited(20)),
        kind: ['tranmastflag', z.enum(['T', 'M'])],
        masterType: z.optional(limited(20)),
        masterDocument: z.optional(z.union([limited(20), z.int()])),
        partyName: z.optional(limited(AUDIT_LIMITS.party * 4)),
        status: z.optional(limited(20)),
      }),
    ),
  },
  reply: named('', { err: z.string(), msg: z.string(), lineNo: z.int() }),
});

export const markTransaction = defineCall({
  ...shared,
  action: 'changestatusaudittran',
  summary: 'Marks a pending transaction as in order.',
  right: auditChange,
  effect: 'write',
  args: {
    mark: json(
      named('', {
        ...namedTransaction,
        status: z.enum(MARKS),
        partyType: z.optional(z.enum(['', 'F', 'D'])),
      }),
    ),
  },
  reply: done,
});

export const reverseTransaction = defineCall({
  ...shared,
  action: 'reversestatusaudittran',
  summary: 'Takes the mark of a transaction back, with its discrepancy while the branch has not answered.',
  right: auditChange,
  effect: 'write',
  args: { mark: json(named('', namedTransaction)) },
  reply: done,
});

export const markTransactions = defineCall({
  ...shared,
  action: 'marklines',
  source: 'docs/readings.md: marking many transactions',
  summary: 'Marks up to 500 transactions as in order; those that are not pending any more stay as they are.',
  right: auditChange,
  effect: 'write',
  args: {
    marks: json(
      named('', {
        audit: ['srno', serialNumber],
        lines: z.array(serialNumber).check(z.minLength(1), z.maxLength(AUDIT_LIMITS.lines)),
        status: z.literal('OK'),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), marked: z.array(z.int()) }),
});
