import * as z from 'zod/mini';
import { ATTENDANCE_TYPES, FORMATS } from '#domain/audit/codes.ts';
import { AUDIT_TEXTS, MANDATORY } from '#domain/audit/texts.ts';
import { defineCall, defineDownload, defineUpload, type FileFault } from '../define.ts';
import { documentView, serialNumber } from '../documents.ts';
import { json, limited } from '../fields.ts';
import { wrongCell } from '../sheets.ts';
import { named } from '../wire.ts';
import { auditChange, auditDocumentRow, auditQuery, auditShared } from './audit.ts';

/** The registers FLM3 to FLM6 of an audit, the papers of its attendance row, and the registers FLM1 and FLM8 of the ledger. */

const shared = { ...auditShared, source: '002 §2.4, §4, §5.1, §7.1' } as const;

export const fetchRegister = defineCall({
  ...shared,
  action: 'fetchflms',
  summary:
    'Makes a register and its transactions from the approved requests of the month, once; for audits from April 2025 on.',
  right: auditChange,
  effect: 'write',
  // The text of a missing format is the handler's.
  args: { register: json(named('', { audit: ['srno', serialNumber], format: limited(20) })) },
  reply: z.object({ err: z.string(), msg: z.string(), rows: z.int() }),
});

export const uploadRegister = defineUpload({
  endpoint: 'upload_a.php',
  action: 'AUDITTRANSACTIONSIMPORT',
  session: 'meta',
  source: '002 §4, §5.1, §7.1, §8',
  assumed: true,
  summary: 'Reads a register from a sheet and keeps the sheet; for audits before April 2025.',
  right: auditChange,
  effect: 'outside',
  accepts: ['xls', 'xlsx'],
  reads: 'sheet',
  keeps: true,
  fileAnswer: (fault: FileFault, { format }: { readonly format: string }) =>
    fault === 'content' ? { error: AUDIT_TEXTS.uploadFailed(format.trim()) } : null,
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('AUDITTRANSACTIONSIMPORT'),
    srno: serialNumber,
    pageright: z.literal('ASSESSMENT'),
    remark: z.optional(limited(100)),
    format: limited(20),
  }),
  reply: z.object({
    error: z.string(),
    message: z.string(),
    /** The cells at fault, at most 200 of them, and how many there are. */
    errors: z.optional(z.array(wrongCell)),
    errorcount: z.optional(z.int()),
    /** All of them as a sheet. */
    errorsheet: z.optional(z.object({ fname: z.string(), bs64: z.string() })),
    /** Of a stored register the amounts that are not quantity × rate, at most 200 of them, and how many there are. */
    warnings: z.optional(z.array(wrongCell)),
    warningcount: z.optional(z.int()),
  }),
});

export const deleteRegister = defineCall({
  ...shared,
  action: 'deleteflm',
  summary: 'Takes a register and its transactions off an audit. Its marks come back with it.',
  right: { key: 'ASSESSMENT', flag: 'edit' },
  effect: 'write',
  args: {
    register: json(
      named('', {
        audit: ['srno', serialNumber],
        type: z.literal('FLM'),
        format: ['remark', z.enum(FORMATS)],
      }),
    ),
  },
  reply: z.object({ error: z.string(), message: z.string(), docdetail: z.array(auditDocumentRow) }),
});

/** Registers and papers are seen with the audit, proofs with the audit or the discrepancies. */
const query = { ...auditQuery, either: { key: 'DISCREPANCY', flag: 'query' } } as const;
const file = { srno: serialNumber, filename: limited(255) } as const;

export const viewAuditFile = defineCall({
  ...shared,
  action: 'docview',
  summary: 'What a browser can show of a register, a paper or a proof. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object({ ...file, page: z.optional(serialNumber) })) },
  reply: documentView,
});

export const downloadAuditFile = defineDownload({
  ...shared,
  action: 'docdownload',
  summary:
    'A paper or a proof as it was uploaded, or a register as a sheet that can be uploaded again. Leaves a trail.',
  right: query,
  effect: 'watched',
  args: { document: json(z.object(file)) },
});

export const listAttendance = defineCall({
  ...shared,
  action: 'operationaldoc',
  summary: 'The papers of the attendance row.',
  right: auditQuery,
  effect: 'read',
  args: {
    row: json(z.object({ srno: serialNumber, type: z.literal('AUDITATTENDANCEUPLOAD') })),
  },
  reply: z.array(auditDocumentRow),
});

export const uploadAttendance = defineUpload({
  endpoint: 'upload_a.php',
  action: 'AUDITATTENDANCEUPLOAD',
  session: 'meta',
  source: '002 §2.4, §5.1, §7.1, §9',
  assumed: true,
  summary: 'Adds an attendance sheet (1) or a group photo (2) to the attendance row of an audit.',
  right: auditChange,
  effect: 'outside',
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  refuses: ({ doctype }: { readonly doctype?: string }) => ((doctype ?? '') === '' ? MANDATORY : null),
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('AUDITATTENDANCEUPLOAD'),
    doctype: z.optional(z.enum(['', ...ATTENDANCE_TYPES])),
    /** The number of the checklist row, by which the audit is known. */
    docid: serialNumber,
    pageright: z.enum(['AUDIT', 'ASSESSMENT']),
  }),
  reply: z.object({ error: z.string(), message: z.string(), docdetail: z.array(auditDocumentRow) }),
});

export const registerTemplate = defineDownload({
  ...shared,
  action: 'flmtemplate',
  source: 'docs/readings.md: registers of the audit',
  summary: 'An empty sheet with the columns of a register.',
  right: auditQuery,
  effect: 'read',
  args: { register: json(z.object({ format: z.enum(FORMATS) })) },
});

export const ledgerRegister = defineDownload({
  ...shared,
  action: 'flmregister',
  source: 'docs/readings.md: registers of the audit',
  summary: 'FLM1 or FLM8 of the month of an audit, as the ledger of notes stands. Leaves a trail.',
  right: auditQuery,
  effect: 'watched',
  args: { register: json(named('', { audit: ['srno', serialNumber], form: z.enum(['FLM1', 'FLM8']) })) },
});
