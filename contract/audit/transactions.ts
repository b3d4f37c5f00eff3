import * as z from 'zod/mini';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { MARKS, REGISTER_TYPES } from '#domain/audit/codes.ts';
import { defineCall, defineDownload } from '../define.ts';
import { serialNumber } from '../documents.ts';
import { bit, dayOrNone, json, limited, page, typedDay } from '../fields.ts';
import { auditChange, auditQuery, auditShared } from './audit.ts';

/** The transactions of an audit and their marks. A transaction is named by type, date and number. */

const shared = { ...auditShared, source: '002 §2.4, §4, §5.1, §7.1' } as const;

const transactionRow = z.object({
  adt_hdrsrno: z.int(),
  adt_lineno: z.int(),
  /** dd/MM/yyyy. */
  adt_date: z.string(),
  adt_trantype: z.string(),
  adt_tranno: z.string(),
  adt_travname: z.string(),
  adt_partyname: z.string(),
  adt_purpose: z.string(),
  adt_status: z.enum(MARKS),
  purpose_id: z.string(),
  /** Decimal text. */
  amount: z.string(),
  party_type: z.string(),
  paid_by: z.string(),
  marked_by: z.string(),
  /** Of the customer; the numbers with a mask, whoever asks. */
  nationality: z.string(),
  id_number: z.string(),
  pan: z.string(),
  /** Whether the country of the nationality is on a FATF list. */
  nationality_fatf: bit,
  /** The discrepancy of a transaction with the mark DIS: its number (0 if none), its status and its text. */
  dis_lineno: z.int(),
  dis_status: z.string(),
  dis_text: z.string(),
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
export type AuditTransaction = z.infer<typeof transactionRow>;

const filters = z.object({
  srno: serialNumber,
  filterTranType: z.optional(z.enum(['', 'ALL', ...REGISTER_TYPES, 'MT'])),
  filterTranFromDate: z.optional(dayOrNone),
  filterTranToDate: z.optional(dayOrNone),
  filterStatus: z.optional(z.enum(['', 'ALL', ...MARKS])),
  filterLimit: z.optional(z.union([z.literal(['', 'ALL', '10', '20']), z.literal([10, 20])])),
  /** Ours. 1 means those alone that need a look: domain/audit/flags.ts. */
  filterFlagged: z.optional(bit),
});

export const filterTransactions = defineCall({
  ...shared,
  action: 'filterforaudit',
  summary: 'The transactions of an audit by date, page by page.',
  right: auditQuery,
  effect: 'read',
  args: { filter: json(filters), page: page() },
  reply: z.array(transactionRow),
});

export const exportTransactions = defineDownload({
  ...shared,
  action: 'exporttran',
  source: 'docs/readings.md: exports',
  summary: 'The transactions of an audit as an .xlsx file, narrowed as shown. Leaves a trail.',
  right: auditQuery,
  effect: 'watched',
  args: { filter: json(filters) },
});

/** A transaction as a caller names it. */
const named = {
  srno: serialNumber,
  type: limited(20),
  date: typedDay,
  tranno: z.union([limited(20), z.int()]),
  tranmastflag: z.optional(z.enum(['T', 'M', ''])),
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
      z.object({
        srno: serialNumber,
        type: z.optional(limited(20)),
        /** The day of the transaction; empty means the day of the audit. */
        date: z.optional(typedDay),
        tranno: z.optional(z.union([limited(20), z.int()])),
        purpose: z.optional(limited(20)),
        discre: z.optional(limited(AUDIT_LIMITS.discrepancy * 2)),
        partytype: z.optional(limited(20)),
        typesub: z.optional(limited(20)),
        tranmastflag: z.enum(['T', 'M']),
        mastertype: z.optional(limited(20)),
        masterdocument: z.optional(z.union([limited(20), z.int()])),
        partyname: z.optional(limited(AUDIT_LIMITS.party * 4)),
        status: z.optional(limited(20)),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), lineno: z.int() }),
});

export const markTransaction = defineCall({
  ...shared,
  action: 'changestatusaudittran',
  summary: 'Marks a pending transaction as in order.',
  right: auditChange,
  effect: 'write',
  args: {
    mark: json(z.object({ ...named, status: z.enum(MARKS), partytype: z.optional(z.enum(['', 'F', 'D'])) })),
  },
  reply: done,
});

export const reverseTransaction = defineCall({
  ...shared,
  action: 'reversestatusaudittran',
  summary: 'Takes the mark of a transaction back, with its discrepancy while the branch has not answered.',
  right: auditChange,
  effect: 'write',
  args: { mark: json(z.object(named)) },
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
      z.object({
        srno: serialNumber,
        lines: z.array(serialNumber).check(z.minLength(1), z.maxLength(AUDIT_LIMITS.lines)),
        status: z.literal('OK'),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), marked: z.array(z.int()) }),
});
