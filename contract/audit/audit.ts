import * as z from 'zod/mini';
import { AUDIT_STATUSES, CHECKLIST_ANSWERS } from '#domain/audit/codes.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { serialNumber } from '../documents.ts';
import { defineCall } from '../define.ts';
import { json, limited, MANY_JSON_VALUES, namedRecord, page, typedDay, yesOrNo } from '../fields.ts';
import { optionSchema } from '../shared.ts';
import { named } from '../wire.ts';
import { discrepancyRow, textCorrection } from './discrepancies.ts';

/** The monthly audit: its list, its header, its tabs. Amounts are whole rupees as text. */

export const auditShared = {
  endpoint: 'audit_a.php',
  session: 'first',
  source: '002 §2.2–2.4, §3, §5.1, §7.1',
  assumed: true,
} as const;
export const auditQuery = { key: 'ASSESSMENT', flag: 'query' } as const;
/** Every change of an audit needs the add or the edit flag. */
export const auditChange = { key: 'ASSESSMENT', flag: 'change' } as const;

const headerFields = {
  srno: z.int(),
  branch: z.string(),
  branchName: ['hdr_branchnm', z.string()],
  entityName: ['entity_name', z.string()],
  year: z.int(),
  month: z.int(),
  monthName: ['hdr_monthnm', z.string()],
  /** yyyy-MM-dd. */
  date: z.string(),
  status: z.enum(AUDIT_STATUSES),
  statusName: ['hdr_statusnm', z.string()],
  cashier: z.string(),
  manager: ['hdr_bm', z.string()],
  auditor: ['um_username', z.string()],
  /** The audit of the month before; 0 if there is none. */
  previous: ['hdr_lastheadersrno', z.int()],
  /** dd/MM/yyyy, as are the next two, which are empty until they happen. */
  auditedOn: ['hdr_datedmy', z.string()],
  reviewedOn: ['hdr_reviewdatedmy', z.string()],
  closedOn: ['hdr_closedatedmy', z.string()],
} as const;
export const auditHeader = named('hdr_', headerFields);
export type AuditHeader = z.output<typeof auditHeader>;

export const listAudits = defineCall({
  ...auditShared,
  action: 'listaudit',
  summary: 'The audits in reach, the newest month first, page by page.',
  right: auditQuery,
  effect: 'read',
  args: {
    search: json(
      z.object({
        /** The id of a branch; empty or ALL means every branch in reach. */
        branch: z.optional(limited(20)),
        status: z.optional(z.enum(['', 'ALL', ...AUDIT_STATUSES])),
      }),
    ),
    page: page(),
  },
  reply: z.array(auditHeader),
});

export const createAudit = defineCall({
  ...auditShared,
  action: 'createaudit',
  summary: 'Starts the audit of a branch and a month. There is one for each.',
  right: { key: 'ASSESSMENT', flag: 'add' },
  effect: 'write',
  args: {
    audit: json(
      named('', {
        branch: limited(20),
        year: z.union([z.int(), z.literal('')]),
        month: z.union([z.int(), z.literal('')]),
        /** Empty means today. */
        date: z.optional(typedDay),
        cashier: limited(200),
        manager: ['bm', limited(200)],
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), srno: z.int() }),
});

const version = z.int();
const particulars = ['mst_particulars', z.string()] as const;
export const checklistRow = named('', {
  srno: z.int(),
  audit: ['dtl_auditsrno', z.int()],
  /** The number of the particular; above 100 for a heading. */
  no: z.int(),
  particulars,
  answer: ['dtl_yesno', z.enum(CHECKLIST_ANSWERS)],
  observation: ['dtl_auditobservation', z.string()],
  /** A heading is not. */
  isEditable: ['mst_editable', yesOrNo],
  version,
  /** The answer and the observation of the month before; empty if there is none. */
  lastAnswer: ['last_yesno', z.string()],
  lastObservation: ['last_observation', z.string()],
});
export type ChecklistRow = z.output<typeof checklistRow>;

/** Counted by the server. */
const discrepancies = ['dtl_discrepancies', z.int()] as const;
export const countRow = named('', {
  srno: z.int(),
  particulars,
  code: z.string(),
  transactions: ['dtl_trancount', z.int()],
  discrepancies,
  /** audit, requests, upload, typed, or empty if nobody has counted; the count is 0 then. */
  source: z.string(),
  version,
});
export type CountRow = z.output<typeof countRow>;

export const misRow = named('', {
  srno: z.int(),
  particulars,
  code: z.string(),
  /** Empty until it is filled, as is the next. */
  thisMonth: ['dtl_thismonthamnt', z.string()],
  lastMonth: ['dtl_lastmonthamnt', z.string()],
  version,
});
export type MisRow = z.output<typeof misRow>;

export const summaryRow = named('', {
  srno: z.int(),
  particulars,
  code: z.string(),
  discrepancies,
  /** Null until they are known. */
  lastMonth: ['dtl_disclastmonth', z.nullable(z.int())],
  complied: ['dtl_discpreviouscompiled', z.nullable(z.int())],
  version,
});
export type SummaryRow = z.output<typeof summaryRow>;

export const auditDocumentRow = named('adoc_', {
  srno: z.int(),
  filename: z.string(),
  /** The format of a register, or the type of an attendance paper. */
  kind: ['adoc_remark', z.string()],
  extension: ['adoc_ext', z.string()],
  /** How a register came: fetch or upload. */
  origin: ['origin', z.string()],
  /** The transactions of a register. */
  rows: ['rows', z.int()],
  /** ISO. */
  uploadedAt: ['uploaded_at', z.string()],
  uploadedBy: ['uploaded_by', z.string()],
});
export type AuditDocument = z.output<typeof auditDocumentRow>;

const tallyRow = z.object({
  type: z.string(),
  status: z.string(),
  n: z.int(),
});

export const detailHeader = named('hdr_', {
  ...headerFields,
  version: ['version', version],
  /** The letters of the tabs that are complete are the browser's to compute; these are the numbers. */
  previousMonth: ['previous_month', z.string()],
  previousStatus: ['previous_status', z.string()],
  /** Whether the registers of this month are fetched, or else uploaded. */
  isFetched: ['fetched', yesOrNo],
  /** When the business figures were last filled; ISO, empty if never. */
  businessFilledAt: ['mis_filled_at', z.string()],
});
export const auditDetail = named('', {
  err: z.string(),
  header: ['Header', detailHeader],
  rbi: ['RBIGL', z.array(checklistRow)],
  operational: ['OPSGL', z.array(checklistRow)],
  /** At most 500, the oldest open ones first. */
  discrepancies: ['Discre', z.array(discrepancyRow)],
  registers: ['Auditdoc', z.array(auditDocumentRow)],
  /** The formats of registers that are still missing. */
  missingFormats: ['DocUpload', z.array(optionSchema)],
  /** The kinds of documents of corporates, authorised dealers and franchises. */
  corporateKinds: ['DocCorporate', z.array(optionSchema)],
  dealerKinds: ['DocAd', z.array(optionSchema)],
  franchiseKinds: ['DocFran', z.array(optionSchema)],
  partyDiscrepancies: ['DiscreMaster', z.array(discrepancyRow)],
  purchases: ['PurCount', z.array(countRow)],
  sales: ['SaleCount', z.array(countRow)],
  transfers: ['MtssCount', z.array(countRow)],
  business: ['BussMis', z.array(misRow)],
  summary: ['DISSCRSUMM', z.array(summaryRow)],
  /** How many transactions of each type have each mark. */
  tally: ['Tally', z.array(tallyRow)],
});
export type AuditDetail = z.output<typeof auditDetail>;

export const detailAudit = defineCall({
  ...auditShared,
  action: 'detailaudit',
  summary: 'One audit with everything but its transactions.',
  right: auditQuery,
  effect: 'read',
  args: { audit: json(namedRecord) },
  reply: auditDetail,
});

/** A row names itself by its number; a version that it has seen guards against overwriting. */
const namedRow = { srno: serialNumber, version: z.optional(z.int()) } as const;
const MAX_ROWS = 200;
const rows = <Row extends z.ZodMiniType>(row: Row) => z.optional(z.array(row).check(z.maxLength(MAX_ROWS)));
const checklistInput = named('', {
  ...namedRow,
  answer: ['dtl_yesno', z.enum(CHECKLIST_ANSWERS)],
  observation: ['dtl_auditobservation', limited(AUDIT_LIMITS.observation * 10)],
});
const countInput = named('', {
  ...namedRow,
  transactions: ['dtl_trancount', z.union([z.int(), limited(20)])],
  /** `typed` for a 0 that was typed: a row that nobody has counted shows 0 as well, and stays so if it is sent back. */
  source: z.optional(limited(20)),
});
const misInput = named('', { ...namedRow, lastMonth: ['dtl_lastmonthamnt', limited(20)] });
const typedCount = z.union([z.int(), limited(20), z.null()]);
const summaryInput = named('', {
  ...namedRow,
  lastMonth: ['dtl_disclastmonth', typedCount],
  complied: ['dtl_discpreviouscompiled', typedCount],
});

export const saveAudit = defineCall({
  ...auditShared,
  action: 'saveaudit',
  summary:
    'Saves the status and the rows that are sent; a tab whose array is absent stays as it is. A row that another user has changed since is refused with 409.',
  right: auditChange,
  effect: 'write',
  args: {
    audit: json(
      named('', {
        srno: serialNumber,
        status: ['hdrAuditStatus', z.optional(z.enum(AUDIT_STATUSES))],
        rbi: ['auditRBIGLData', rows(checklistInput)],
        operational: ['auditOPSGLData', rows(checklistInput)],
        discrepancies: ['auditDispcrData', rows(textCorrection)],
        purchases: ['auditPpCountData', rows(countInput)],
        sales: ['auditSpCountData', rows(countInput)],
        transfers: ['auditMtssCountData', rows(countInput)],
        business: ['auditBussMisData', rows(misInput)],
        summary: ['auditDisscrSummData', rows(summaryInput)],
      }),
      MANY_JSON_VALUES,
    ),
  },
  reply: auditDetail,
});

export const auditChoices = defineCall({
  ...auditShared,
  action: 'choices',
  source: 'docs/readings.md: choices of the audit',
  summary: 'The years that an audit can be of, and today.',
  right: auditQuery,
  effect: 'read',
  args: {},
  reply: z.object({ years: z.array(z.int()), today: z.string() }),
});
