import * as z from 'zod/mini';
import { AUDIT_LIMITS } from '#domain/audit/audit.ts';
import { DISCREPANCY_STATUSES } from '#domain/audit/codes.ts';
import { replyProblem } from '#domain/audit/discrepancy.ts';
import { serialNumber } from '../documents.ts';
import { defineCall, defineUpload } from '../define.ts';
import { dayOrNone, json, limited, page, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/** Discrepancies of the monthly audit: their page, their replies, their decisions. The audit shows the same records. */

const shared = {
  endpoint: 'audit_a.php',
  session: 'first',
  source: '002 §2.7, §3, §4, §5.1, §7.2',
  assumed: true,
} as const;
/** Both pages show discrepancies, and a flag on either is worth the same. */
const queryOnEither = {
  key: 'DISCREPANCY',
  flag: 'query',
  either: { key: 'ASSESSMENT', flag: 'query' },
} as const;
const changeOnEither = {
  key: 'DISCREPANCY',
  flag: 'change',
  either: { key: 'ASSESSMENT', flag: 'change' },
} as const;

export const discrepancyRow = named('adis_', {
  audit: ['adis_hdrsrno', z.int()],
  lineNo: z.int(),
  /** T of a transaction, M of the file of a party. */
  kind: ['adis_flag', z.string()],
  branch: z.string(),
  branchName: ['adis_branchnm', z.string()],
  /** The month of the audit, such as October 2026. */
  month: z.string(),
  type: ['adis_trantype', z.string()],
  typeName: ['adis_trantypename', z.string()],
  number: ['adis_tranno', z.string()],
  /** dd/MM/yyyy; empty for the file of a party. */
  transactionDate: ['adis_trandate', z.string()],
  purpose: ['adis_tranpurpose', z.string()],
  purposeName: ['adis_tranpurposename', z.string()],
  partyTypeName: z.string(),
  /** The partner of a money transfer: its code and its name. */
  typeSub: ['adis_trantypesub', z.string()],
  typeSubName: ['adis_trantypesubname', z.string()],
  words: ['adis_discrepancy', z.string()],
  status: z.enum(DISCREPANCY_STATUSES),
  statusName: ['adis_statusnm', z.string()],
  masterTypeName: ['adis_mastertypenm', z.string()],
  partyName: z.string(),
  masterDocumentName: ['adis_masterdocumentnm', z.string()],
  /** The words once more. */
  discrepancy: ['audit_discrepancy', z.string()],
  /** Days since it was raised, or went back to the branch. */
  age: z.int(),
  replies: z.int(),
  /** Whether there is a reply since the discrepancy last became pending. */
  isAnswered: ['adis_answered', yesOrNo],
  raisedBy: z.string(),
  /** ISO. */
  raisedAt: z.string(),
  version: ['version', z.int()],
});
export type DiscrepancyRow = z.output<typeof discrepancyRow>;

/** A correction of the text of a pending discrepancy, sent with the audit. */
export const textCorrection = named('adis_', {
  lineNo: serialNumber,
  words: ['adis_discrepancy', limited(AUDIT_LIMITS.discrepancy * 2)],
  version: ['version', z.optional(z.int())],
});

export const DISCREPANCY_FILTERS = ['ALL', 'PEN', 'REV', 'OK', ...DISCREPANCY_STATUSES] as const;

const branch = z.optional(limited(20));
const period = {
  from: ['fromDate', z.optional(dayOrNone)],
  to: ['toDate', z.optional(dayOrNone)],
  /** The year and the month of the audit; 0 or empty means any. */
  year: ['srchYear', z.optional(z.union([z.int(), z.literal('')]))],
  month: ['srchMonth', z.optional(z.union([z.int(), z.literal('')]))],
} as const;
/** Which discrepancies are asked for, besides their type and status. */
const within = { branch, ...period } as const;

export const discrepancySearch = named('', {
  mode: z.enum(['V', 'D']),
  branch,
  /** T of transactions, M of the files of parties; empty means both. */
  kind: ['type', z.optional(z.enum(['', 'T', 'M']))],
  /** Pending if it is not sent; empty means all. */
  status: z.optional(z.enum(['', ...DISCREPANCY_FILTERS])),
  ...period,
  limit: z.optional(z.union([z.literal(['', 'ALL', '10', '20']), z.literal([10, 20])])),
  /** One discrepancy by its number, for the address of the page. */
  lineNo: z.optional(serialNumber),
});

export const listDiscrepancies = defineCall({
  ...shared,
  action: 'listdiscrepancy',
  summary:
    'The discrepancies in reach, the oldest first. V gives one page of them, D an .xlsx file of all, which leaves a trail.',
  right: { key: 'DISCREPANCY', flag: 'query' },
  effect: 'outside',
  mayBeFile: true,
  args: {
    search: json(discrepancySearch),
    page: page(),
  },
  reply: z.array(discrepancyRow),
});

const byStatus = z.object({ P: z.int(), R: z.int(), D: z.int() });

export const countDiscrepancies = defineCall({
  ...shared,
  action: 'discrepancycounts',
  source: 'docs/readings.md: counts of discrepancies',
  summary: 'How many discrepancies the list has, by type and status, up to 1,000 of each.',
  right: { key: 'DISCREPANCY', flag: 'query' },
  effect: 'read',
  args: { search: json(named('', within)) },
  reply: z.object({ T: byStatus, M: byStatus }),
});
export type DiscrepancyCounts = z.infer<(typeof countDiscrepancies)['reply']>;

export const replyRow = named('adoc_', {
  srno: z.int(),
  /** Empty if the reply has no proof. */
  filename: z.string(),
  remark: z.string(),
  extension: ['adoc_ext', z.string()],
  bytes: z.int(),
  /** The status that the discrepancy got; empty for words. */
  status: ['status', z.string()],
  by: ['by', z.string()],
  /** ISO. */
  at: ['at', z.string()],
});
export type ReplyRow = z.output<typeof replyRow>;

export const listProofs = defineCall({
  ...shared,
  action: 'listauditdiscproof',
  summary:
    'What was said about a discrepancy, with the proofs, and the changes of its status; the oldest first.',
  right: queryOnEither,
  effect: 'read',
  args: {
    discrepancy: json(
      named('', {
        audit: ['srno', serialNumber],
        lineNo: serialNumber,
        uploadType: ['uploadType', z.optional(z.literal('AUDITPROOF'))],
        type: ['trantype', z.optional(limited(20))],
        number: ['tranno', z.optional(limited(20))],
      }),
    ),
  },
  reply: z.array(replyRow),
});

export const addReply = defineUpload({
  endpoint: 'upload_a.php',
  action: 'AUDITPROOF',
  session: 'meta',
  source: '002 §5.1, §7.2',
  assumed: true,
  summary: 'Adds a reply to a pending discrepancy, with an optional proof.',
  right: queryOnEither,
  effect: 'outside',
  fileOptional: true,
  refuses: ({ remark }: { readonly remark: string }) => replyProblem(remark),
  accepts: ['jpg', 'jpeg', 'png', 'tif', 'gif', 'pdf', 'bmp', 'doc', 'docx', 'xls', 'xlsx'],
  meta: z.object({
    sid: z.string(),
    uploadType: z.literal('AUDITPROOF'),
    /** The audit. */
    srno: serialNumber,
    pageright: z.enum(['ASSESSMENT', 'DISCREPANCY']),
    remark: limited(AUDIT_LIMITS.remark * 2),
    lineno: serialNumber,
    tranmastflag: z.optional(z.enum(['T', 'M', ''])),
    trantype: z.optional(limited(20)),
    tranno: z.optional(limited(20)),
  }),
  reply: z.object({ error: z.string(), message: z.string(), docdetail: z.array(replyRow) }),
});

const statusInput = {
  audit: ['hdrsrno', serialNumber],
  lineNo: serialNumber,
  status: z.enum(DISCREPANCY_STATUSES),
} as const;
const done = z.object({ err: z.string(), msg: z.string() });

export const decideDiscrepancy = defineCall({
  ...shared,
  action: 'changediscrestatus',
  summary:
    'Sets the status of a discrepancy: cleared, in review, or pending again, with a remark if one is given.',
  right: changeOnEither,
  effect: 'write',
  args: {
    decision: json(named('', { ...statusInput, remark: z.optional(limited(AUDIT_LIMITS.remark * 2)) })),
  },
  reply: done,
});

export const submitResponse = defineCall({
  ...shared,
  action: 'changediscrestatusrev',
  summary: 'Submits the response of the branch: a pending discrepancy with a reply goes into review.',
  right: queryOnEither,
  effect: 'write',
  args: { decision: json(named('', statusInput)) },
  reply: done,
});
