import * as z from 'zod/mini';
import { AUDIT_STATUSES, CHECKLIST_ANSWERS } from '#domain/audit/codes.ts';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { serialNumber } from '../documents.ts';
import { defineCall } from '../define.ts';
import { bit, json, limited, MANY_JSON_VALUES, namedRecord, page, typedDay } from '../fields.ts';
import { optionSchema } from '../shared.ts';
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

const headerShape = {
  hdr_srno: z.int(),
  hdr_branch: z.string(),
  hdr_branchnm: z.string(),
  entity_name: z.string(),
  hdr_year: z.int(),
  hdr_month: z.int(),
  hdr_monthnm: z.string(),
  /** yyyy-MM-dd. */
  hdr_date: z.string(),
  hdr_status: z.enum(AUDIT_STATUSES),
  hdr_statusnm: z.string(),
  hdr_cashier: z.string(),
  hdr_bm: z.string(),
  /** The auditor. */
  um_username: z.string(),
  /** The audit of the month before; 0 if there is none. */
  hdr_lastheadersrno: z.int(),
  /** dd/MM/yyyy, as are the next two, which are empty until they happen. */
  hdr_datedmy: z.string(),
  hdr_reviewdatedmy: z.string(),
  hdr_closedatedmy: z.string(),
} as const;
const headerRow = z.object(headerShape);
export type AuditHeader = z.infer<typeof headerRow>;

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
  reply: z.array(headerRow),
});

export const createAudit = defineCall({
  ...auditShared,
  action: 'createaudit',
  summary: 'Starts the audit of a branch and a month. There is one for each.',
  right: { key: 'ASSESSMENT', flag: 'add' },
  effect: 'write',
  args: {
    audit: json(
      z.object({
        branch: limited(20),
        year: z.union([z.int(), z.literal('')]),
        month: z.union([z.int(), z.literal('')]),
        /** Empty means today. */
        date: z.optional(typedDay),
        cashier: limited(200),
        bm: limited(200),
      }),
    ),
  },
  reply: z.object({ err: z.string(), msg: z.string(), srno: z.int() }),
});

const version = z.int();
const checklistRow = z.object({
  srno: z.int(),
  dtl_auditsrno: z.int(),
  /** The number of the particular; above 100 for a heading. */
  no: z.int(),
  mst_particulars: z.string(),
  dtl_yesno: z.enum(CHECKLIST_ANSWERS),
  dtl_auditobservation: z.string(),
  /** 0 for a heading. */
  mst_editable: bit,
  version,
  /** The answer and the observation of the month before; empty if there is none. */
  last_yesno: z.string(),
  last_observation: z.string(),
});
export type ChecklistRow = z.infer<typeof checklistRow>;

const countRow = z.object({
  srno: z.int(),
  mst_particulars: z.string(),
  code: z.string(),
  dtl_trancount: z.int(),
  /** Counted by the server. */
  dtl_discrepancies: z.int(),
  /** audit, requests, upload, typed, or empty if nobody has counted; the count is 0 then. */
  source: z.string(),
  version,
});
export type CountRow = z.infer<typeof countRow>;

const misRow = z.object({
  srno: z.int(),
  mst_particulars: z.string(),
  code: z.string(),
  /** Empty until it is filled, as is the next. */
  dtl_thismonthamnt: z.string(),
  dtl_lastmonthamnt: z.string(),
  version,
});
export type MisRow = z.infer<typeof misRow>;

const summaryRow = z.object({
  srno: z.int(),
  mst_particulars: z.string(),
  code: z.string(),
  /** Counted by the server. */
  dtl_discrepancies: z.int(),
  /** Null until they are known. */
  dtl_disclastmonth: z.nullable(z.int()),
  dtl_discpreviouscompiled: z.nullable(z.int()),
  version,
});
export type SummaryRow = z.infer<typeof summaryRow>;

export const auditDocumentRow = z.object({
  adoc_srno: z.int(),
  adoc_filename: z.string(),
  /** The format of a register, or the type of an attendance paper. */
  adoc_remark: z.string(),
  adoc_ext: z.string(),
  /** How a register came: fetch or upload. */
  origin: z.string(),
  /** The transactions of a register. */
  rows: z.int(),
  /** ISO. */
  uploaded_at: z.string(),
  uploaded_by: z.string(),
});
export type AuditDocument = z.infer<typeof auditDocumentRow>;

const tallyRow = z.object({
  type: z.string(),
  status: z.string(),
  n: z.int(),
});

export const auditDetail = z.object({
  err: z.string(),
  Header: z.extend(headerRow, {
    version,
    /** The letters of the tabs that are complete are the browser's to compute; these are the numbers. */
    previous_month: z.string(),
    previous_status: z.string(),
    /** Whether the registers of this month are fetched (1) or uploaded (0). */
    fetched: bit,
    /** When the business figures were last filled; ISO, empty if never. */
    mis_filled_at: z.string(),
  }),
  RBIGL: z.array(checklistRow),
  OPSGL: z.array(checklistRow),
  /** At most 500, the oldest open ones first. */
  Discre: z.array(discrepancyRow),
  Auditdoc: z.array(auditDocumentRow),
  /** The formats of registers that are still missing. */
  DocUpload: z.array(optionSchema),
  DocCorporate: z.array(optionSchema),
  DocAd: z.array(optionSchema),
  DocFran: z.array(optionSchema),
  DiscreMaster: z.array(discrepancyRow),
  PurCount: z.array(countRow),
  SaleCount: z.array(countRow),
  MtssCount: z.array(countRow),
  BussMis: z.array(misRow),
  DISSCRSUMM: z.array(summaryRow),
  /** How many transactions of each type have each mark. */
  Tally: z.array(tallyRow),
});
export type AuditDetail = z.infer<typeof auditDetail>;

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
const named = { srno: serialNumber, version: z.optional(z.int()) } as const;
const MAX_ROWS = 200;
const rows = <Row extends z.ZodMiniType>(row: Row) => z.optional(z.array(row).check(z.maxLength(MAX_ROWS)));
const checklistInput = z.object({
  ...named,
  dtl_yesno: z.enum(CHECKLIST_ANSWERS),
  dtl_auditobservation: limited(AUDIT_LIMITS.observation * 10),
});
const countInput = z.object({
  ...named,
  dtl_trancount: z.union([z.int(), limited(20)]),
  /** `typed` for a 0 that was typed: a row that nobody has counted shows 0 as well, and stays so if it is sent back. */
  source: z.optional(limited(20)),
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
      z.object({
        srno: serialNumber,
        hdrAuditStatus: z.optional(z.enum(AUDIT_STATUSES)),
        auditRBIGLData: rows(checklistInput),
        auditOPSGLData: rows(checklistInput),
        auditDispcrData: rows(textCorrection),
        auditPpCountData: rows(countInput),
        auditSpCountData: rows(countInput),
        auditMtssCountData: rows(countInput),
        auditBussMisData: rows(z.object({ ...named, dtl_lastmonthamnt: limited(20) })),
        auditDisscrSummData: rows(
          z.object({
            ...named,
            dtl_disclastmonth: z.union([z.int(), limited(20), z.null()]),
            dtl_discpreviouscompiled: z.union([z.int(), limited(20), z.null()]),
          }),
        ),
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
