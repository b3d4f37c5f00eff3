import * as z from 'zod/mini';
import { defineCall, defineDownload, type ReplyOf } from '../define.ts';
import { NUMBER_VIEWS, TRANSACTION_TYPES, type TransactionType } from '#domain/requests/codes.ts';
import { MAX_WITHDRAWAL_NOTE_CHARS } from '#domain/requests/withdrawal.ts';
import { dayOrNone, json, limited, oneOf, optionalJson, page, serial, srno, yesOrNo } from '../fields.ts';
import { named } from '../wire.ts';

/**
 * The calls of the desk: lists of requests, one request in full, and its approvals. Amounts and rates are decimal text.
 */

const desk = { endpoint: 'fxrequest_a.php', session: 'first', source: '001 §2–§9', assumed: true } as const;
const query = { key: 'TRANREQUESTDETAIL', flag: 'query' } as const;

/** Users who write requests can reopen their own drafts without the right to the list. */
export const queryOrOwnDraft = { ...query, or: { key: 'NEWTRANREQUEST', flag: 'query' } } as const;

const requestRow = {
  srno: z.int(),
  refNo: z.string(),
  date: z.string(),
  branch: ['req_brnno', z.string()],
  branchName: ['req_branname', z.string()],
  type: ['req_trantype', z.string()],
  entityName: z.string(),
  travellerName: ['req_travname', z.string()],
  mobile: z.string(),
  salesExecutive: z.string(),
  salesExecutiveName: z.string(),
  deliveryExecutive: z.string(),
  deliveryExecutiveName: z.string(),
  handover: z.string(),
  forexTotal: z.string(),
  grandTotal: z.string(),
  /** The payment lines of a submitted request, those agreed but not settled included. */
  received: ['req_paymentrecv', z.string()],
  /** Special approvals that are not settled, and what is left to pay or, of a purchase, to pay out. */
  agreed: z.string(),
  open: z.string(),
  paymentLink: ['req_paymentlinkreq', yesOrNo],
  linkSent: ['req_paymentlinksent', yesOrNo],
  submitted: yesOrNo,
  status: z.string(),
  bmApproved: yesOrNo,
  zmApproved: yesOrNo,
  cmApproved: yesOrNo,
  fundApproved: yesOrNo,
  isOut: ['req_out', yesOrNo],
  isIn: ['req_in', yesOrNo],
  createdBy: z.string(),
  version: z.int(),
  /** The number of warnings on the current content. */
  warningCount: ['req_warnings', z.int()],
  /** Why, by whom and when an approver sent the request back; empty unless it waits for its maker. */
  sentBack: z.string(),
  sentBackBy: z.string(),
  sentBackAt: z.string(),
  /** When the request was last submitted; empty if never. */
  submittedAt: z.string(),
} as const;
export const requestRowSchema = named('req_', requestRow);
export type RequestRow = z.output<typeof requestRowSchema>;
/** The same on the wire. */
export type WireRequestRow = z.input<typeof requestRowSchema>;

export const REQUEST_FILTERS = ['ALL', 'DRAFT', 'APRBM', 'APRZM', 'APRCM', 'APRFUND', 'PAYLINK'] as const;
/**
 * Not in the specification: requests that the caller sells or delivers and that are neither delivered nor handed over.
 */
export const IN_PROGRESS = 'INPROGRESS';
/**
 * Not in the specification: what home counts. Requests sent back to the caller, links to send, and links of the caller
 * that are not paid.
 */
export const COUNTED_FILTERS = ['SENTBACK', 'UNSENT', 'UNPAID'] as const;
/** Every filter of the list: those of the specification, then ours. */
export const ALL_FILTERS = [...REQUEST_FILTERS, IN_PROGRESS, ...COUNTED_FILTERS] as const;
export type RequestFilter = (typeof ALL_FILTERS)[number];

const TYPES = Object.keys(TRANSACTION_TYPES) as TransactionType[];
const searchSchema = z.object({
  srchStatus: z.enum(ALL_FILTERS),
  srchRef: z.union([z.string().check(z.regex(/^\d{0,9}$/)), z.int()]),
  srchFromDate: dayOrNone,
  srchToDate: dayOrNone,
  /** Empty or ALL means every branch in reach. */
  srchBranch: limited(20),
  /** Empty or ALL means every type. */
  srchTranType: z.enum(['', 'ALL', ...TYPES]),
});
export type RequestSearch = z.infer<typeof searchSchema>;

export const listRequests = defineCall({
  ...desk,
  action: 'list',
  summary:
    'Requests in reach, newest first, page by page. Every filter narrows it; dates count only with status ALL. The search text of the page finds a request by its number, PAN, ID number or mobile, or by the last six or more characters of its ID number or reference.',
  right: query,
  effect: 'read',
  args: { search: json(searchSchema), page: page() },
  reply: z.array(requestRowSchema),
});

export const exportRequests = defineDownload({
  ...desk,
  action: 'export',
  summary: 'The same as an .xlsx file.',
  right: query,
  effect: 'watched',
  args: { search: json(searchSchema), page: page() },
});

const approvalShape = { by: z.string(), at: z.string() } as const;
/** Whether an action is possible now, and if not, the reason in words. */
const answer = z.object({ ok: z.boolean(), why: z.string() });

export const requestDetailSchema = named('req_', {
  ...requestRow,
  idType: ['req_travidtype', z.string()],
  idNumber: ['req_travidnum', z.string()],
  kycAddress: ['req_travkycadd', z.string()],
  deliveryAddress: ['req_travdeladd', z.string()],
  state: ['req_geostate', z.string()],
  stateName: ['req_geostatename', z.string()],
  email: z.string(),
  otherDetails: z.string(),
  scheme: z.string(),
  fee: z.string(),
  gst: z.string(),
  tcs: z.string(),
  otherCharges: ['req_othchrg', z.string()],
  roundOff: z.string(),
  remitterBank: ['req_bankcode', z.string()],
  remitterBankName: ['req_bankname', z.string()],
  accountNumber: ['req_bankacctno', z.string()],
  ifsc: ['req_bankacctifsc', z.string()],
  latitude: z.string(),
  longitude: z.string(),
  pan: z.string(),
  nationality: z.string(),
  residency: z.string(),
  purpose: z.string(),
  purposeName: z.string(),
  destination: z.string(),
  travelDate: z.string(),
  dateOfBirth: ['req_dob', z.string()],
  /** Whether PAN, ID number, account and birthday are whole, or masked and shown by the call `numbers`, or masked. */
  numbers: z.enum(NUMBER_VIEWS),
  /** Who approved each step and when; empty until then. */
  approvals: [
    'approvals',
    z.object({
      BM: z.object(approvalShape),
      ZM: z.object(approvalShape),
      CM: z.object(approvalShape),
      FM: z.object(approvalShape),
    }),
  ],
  /** The actions that this user can take on the request now. */
  can: [
    'can',
    z.object({
      BM: answer,
      ZM: answer,
      CM: answer,
      FM: answer,
      unlock: answer,
      edit: answer,
      link: answer,
    }),
  ],
  changedBy: ['changedby', z.string()],
  changedAt: ['changedat', z.string()],
  /** The warnings on the current content. */
  warnings: ['warnings', z.array(z.string())],
  /** Whether money was ever received for it while it was submitted. A withdrawal then needs a note. */
  wasPaid: yesOrNo,
});

export const documentRowSchema = named('doc_', {
  srno: z.int(),
  /** The number of its kind. */
  kind: ['doc_id', z.int()],
  kindName: ['docm_desc', z.string()],
  remark: z.string(),
  filename: z.string(),
  extension: ['doc_ext', z.string()],
  bytes: z.int(),
  uploadedAt: z.string(),
  uploadedBy: z.string(),
});
export type RequestDocument = z.output<typeof documentRowSchema>;
export type WireRequestDocument = z.input<typeof documentRowSchema>;

export const productLineSchema = named('', {
  srno: z.int(),
  product: z.string(),
  productName: ['productnm', z.string()],
  isd: z.string(),
  isdName: ['isdnm', z.string()],
  flag: ['isd_flag', z.string()],
  quantity: ['qty', z.string()],
  rate: z.string(),
  /** The decimals of the currency's rates. */
  ratePlaces: ['isd_rateplaces', z.int()],
  amount: ['amnt', z.string()],
});
export const paymentLineSchema = named('', {
  srno: z.int(),
  payType: z.string(),
  payTypeName: z.string(),
  bank: ['paybankcode', z.string()],
  bankName: ['paybankname', z.string()],
  reference: ['refnum', z.string()],
  amount: ['payamnt', z.string()],
  date: ['paydate', z.string()],
  received: ['payamntrecv', z.string()],
  /** The gateway order that paid this line. A line with an order cannot be removed. */
  gatewayOrder: z.string(),
  /** When a special approval was settled; empty until then, and for other kinds. */
  settledAt: z.string(),
});
export const activitySchema = named('acl_', {
  at: ['acl_timestamp', z.string()],
  by: ['um_username', z.string()],
  remark: z.string(),
  /** The request's status after the entry; empty if the status did not change. */
  status: z.string(),
});

const detailReplySchema = named('', {
  detail: requestDetailSchema,
  products: ['product', z.array(productLineSchema)],
  payments: ['payment', z.array(paymentLineSchema)],
  documents: ['document', z.array(documentRowSchema)],
  activity: ['activitylog', z.array(activitySchema)],
});
export type RequestDetail = z.output<typeof detailReplySchema>;
/** The same on the wire. */
export type WireRequestDetail = z.input<typeof detailReplySchema>;

export const requestDetail = defineCall({
  ...desk,
  action: 'detail',
  summary:
    'One request with its lines, documents and activity, and what the user can do with it. Without TRANREQUESTDETAIL only an own draft is found. PAN, ID number, account and birthday are masked unless the user made the request, enters requests, approves a step or carries it.',
  right: queryOrOwnDraft,
  effect: 'read',
  args: { srno: srno() },
  reply: detailReplySchema,
});

const doneShape = { err: z.string(), msg: z.string() } as const;
const doneSchema = z.object(doneShape);

export const approveRequest = defineCall({
  ...desk,
  action: 'APPROVE',
  summary: 'Approves a request at one step; If-Match holds the version that was seen.',
  right: query,
  effect: 'write',
  stepUp: { kind: 'approvals', perRecord: true },
  args: { level: oneOf(['BM', 'ZM', 'CM', 'FM']), srno: srno() },
  reply: doneSchema,
});

/** The maximum number of requests that are approved together. */
export const MAX_APPROVED_TOGETHER = 200;

export const approveRequests = defineCall({
  ...desk,
  action: 'APPROVEALL',
  summary:
    'Approves several requests at one step, each only in the version that was seen. Every request has its own result; a refused one does not affect the others.',
  right: query,
  effect: 'write',
  stepUp: { kind: 'approvals', perRecord: true },
  source: 'docs/readings.md: approving several',
  args: {
    level: oneOf(['BM', 'ZM', 'CM', 'FM']),
    requests: json(
      z
        .array(z.object({ srno: serial, version: z.int().check(z.minimum(1)) }))
        .check(z.minLength(1), z.maxLength(MAX_APPROVED_TOGETHER)),
    ),
  },
  reply: z.object({
    ...doneShape,
    /** In the order of the arguments; `why` is empty if the request was approved. */
    results: z.array(z.object({ srno: z.int(), why: z.string() })),
  }),
});
export type ApprovalResult = ReplyOf<typeof approveRequests>['results'][number];

export const MAX_SENT_BACK_CHARS = 250;

export const sendBackRequest = defineCall({
  ...desk,
  action: 'SENDBACK',
  summary: 'Unlocks a submitted request and tells its maker why.',
  right: query,
  effect: 'write',
  source: 'docs/readings.md: sent back',
  args: { srno: srno(), why: json(z.object({ reason: limited(MAX_SENT_BACK_CHARS) })) },
  reply: doneSchema,
});

export const unlockRequest = defineCall({
  ...desk,
  action: 'UNLOCK',
  summary: 'Gives a submitted request back for changes; every approval is taken back.',
  right: query,
  effect: 'write',
  args: { srno: srno(), reason: optionalJson(z.object({ reason: limited(250) })) },
  reply: doneSchema,
});

export const withdrawRequest = defineCall({
  ...desk,
  action: 'WITHDRAW',
  summary:
    'Puts a draft away for good; it stays in the log. A request for which money was ever received needs a note where the money went.',
  right: { key: 'NEWTRANREQUEST', flag: 'edit' },
  effect: 'write',
  source: 'docs/readings.md: withdrawn',
  args: { srno: srno(), note: optionalJson(z.object({ note: limited(MAX_WITHDRAWAL_NOTE_CHARS) })) },
  reply: doneSchema,
});
