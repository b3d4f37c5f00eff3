import * as z from 'zod/mini';
import { defineCall, defineDownload } from '../define.ts';
import { bit, day, flag, json, oneOf, optionalJson, page, srno } from '../fields.ts';
import { savedSchema } from '../shared.ts';

/** Transaction requests: save, list, detail, approvals. Amounts and rates are decimal text everywhere. */

const shared = { session: 'first', source: '001 §2–§9', assumed: true } as const;
const form = { ...shared, endpoint: 'newfxrequest_a.php' } as const;
const desk = { ...shared, endpoint: 'fxrequest_a.php' } as const;
const query = { key: 'TRANREQUESTDETAIL', flag: 'query' } as const;
/** Who writes requests and who looks at them both need what the form offers. */
const formQuery = { key: 'NEWTRANREQUEST', flag: 'query' } as const;

const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));
/** A number as a client writes it: text, or a JSON number of no more digits than it can hold exactly. */
const amount = z.union([text(30), z.number()]);
const dayOrNone = z.union([day, z.literal('')]);
const MAX_LINES = 100;

const productWritten = z.object({
  srno: z.optional(z.union([z.int(), text(10)])),
  product: text(4),
  productnm: z.optional(text(100)),
  isd: text(3),
  isdnm: z.optional(text(100)),
  qty: amount,
  rate: amount,
  amnt: z.optional(amount),
});
const paymentWritten = z.object({
  srno: z.optional(z.union([z.int(), text(10)])),
  paytype: text(4),
  paytypename: z.optional(text(100)),
  paybankcode: z.optional(z.union([text(20), z.int()])),
  paybankname: z.optional(text(100)),
  refnum: z.optional(text(200)),
  payamnt: amount,
  paydate: z.optional(dayOrNone),
  payamntrecv: z.optional(amount),
});

const requestWritten = z.object({
  /** D draft, F final. */
  reqDraftFinal: z.enum(['D', 'F']),
  reqSrNo: z.optional(z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{0,9}$/))])),
  reqRefNo: text(80),
  reqBran: text(20),
  reqSalesExecutive: text(20),
  reqHandOver: text(3),
  reqDeliveryExecutive: text(20),
  reqTranType: text(2),
  reqEntityName: text(1_000),
  reqTravName: text(1_000),
  reqTravIdType: z.union([text(2), z.int()]),
  reqTravIdNo: text(1_000),
  reqTravKAdd: text(4_000),
  reqTravDAdd: text(4_000),
  /** The serial number of the state. */
  reqTravState: z.union([text(10), z.int()]),
  reqMobile: text(100),
  reqEmail: text(1_000),
  reqTravOthDetl: text(4_000),
  reqProductData: z.array(productWritten).check(z.maxLength(MAX_LINES)),
  reqPaymentData: z.array(paymentWritten).check(z.maxLength(MAX_LINES)),
  reqFxTotal: amount,
  reqGst: amount,
  reqTcs: amount,
  /** The fee included. */
  reqOthChrg: amount,
  reqRoundOff: amount,
  reqGrandTotal: amount,
  reqRemitterBankCode: text(20),
  reqRemitterAcctNo: text(1_000),
  reqRemitterAcctIfsc: text(100),
  reqPaymentLink: flag,
  reqPaymentLinkSent: z.optional(flag),
  // Not of the specification, and optional.
  reqLatitude: z.optional(amount),
  reqLongitude: z.optional(amount),
  reqPan: z.optional(text(100)),
  reqNationality: z.optional(text(50)),
  reqResidency: z.optional(z.enum(['', 'R', 'N'])),
  reqPurpose: z.optional(text(20)),
  reqDestination: z.optional(text(50)),
  reqTravelDate: z.optional(dayOrNone),
  reqDob: z.optional(dayOrNone),
});
export type RequestWritten = z.infer<typeof requestWritten>;

export const saveRequest = defineCall({
  ...form,
  action: 'save',
  summary:
    'Saves a request as draft or final. The server computes every total; one that was sent and differs is refused. The same reference and content twice is one request.',
  right: { key: 'NEWTRANREQUEST', flag: 'save' },
  effect: 'write',
  args: { record: json(requestWritten) },
  isForNew: ({ record }: { record: RequestWritten }) => Number(record.reqSrNo ?? 0) === 0,
  reply: z.extend(savedSchema, {
    /** What the law asks to look at; nothing of it blocks. */
    warnings: z.array(z.string()),
  }),
});

const requestRow = {
  req_srno: z.int(),
  req_refno: z.string(),
  req_date: z.string(),
  req_brnno: z.string(),
  req_branname: z.string(),
  req_trantype: z.string(),
  req_entityname: z.string(),
  req_travname: z.string(),
  req_mobile: z.string(),
  req_salesexecutive: z.string(),
  req_salesexecutivename: z.string(),
  req_deliveryexecutive: z.string(),
  req_deliveryexecutivename: z.string(),
  req_handover: z.string(),
  req_forextotal: z.string(),
  req_grandtotal: z.string(),
  req_paymentrecv: z.string(),
  req_paymentlinkreq: bit,
  req_paymentlinksent: bit,
  req_submitted: bit,
  req_status: z.string(),
  req_bmapproved: bit,
  req_zmapproved: bit,
  req_cmapproved: bit,
  req_fundapproved: bit,
  req_out: bit,
  req_in: bit,
  req_createdby: z.string(),
  req_version: z.int(),
} as const;
const requestRowSchema = z.object(requestRow);
export type RequestRow = z.infer<typeof requestRowSchema>;

export const REQUEST_FILTERS = ['ALL', 'DRAFT', 'APRBM', 'APRZM', 'APRCM', 'APRFUND', 'PAYLINK'] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];

const searchSchema = z.object({
  srchStatus: z.enum(REQUEST_FILTERS),
  srchRef: z.union([z.string().check(z.regex(/^\d{0,9}$/)), z.int()]),
  srchFromDate: dayOrNone,
  srchToDate: dayOrNone,
  /** Empty or ALL for every branch in reach. */
  srchBranch: text(20),
  /** Empty or ALL for every type. */
  srchTranType: text(3),
});
export type RequestSearch = z.infer<typeof searchSchema>;

export const listRequests = defineCall({
  ...desk,
  action: 'list',
  summary: 'Requests in reach, newest first, page by page. Dates count only with status ALL.',
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
/** Whether something is possible now, and in words why not. */
const answer = z.object({ ok: z.boolean(), why: z.string() });

const requestDetailSchema = z.object({
  ...requestRow,
  req_travidtype: z.string(),
  req_travidnum: z.string(),
  req_travkycadd: z.string(),
  req_travdeladd: z.string(),
  req_geostate: z.string(),
  req_geostatename: z.string(),
  req_email: z.string(),
  req_otherdetails: z.string(),
  req_scheme: z.string(),
  req_fee: z.string(),
  req_gst: z.string(),
  req_tcs: z.string(),
  req_othchrg: z.string(),
  req_roundoff: z.string(),
  req_bankcode: z.string(),
  req_bankname: z.string(),
  req_bankacctno: z.string(),
  req_bankacctifsc: z.string(),
  req_latitude: z.string(),
  req_longitude: z.string(),
  req_pan: z.string(),
  req_nationality: z.string(),
  req_residency: z.string(),
  req_purpose: z.string(),
  req_purposename: z.string(),
  req_destination: z.string(),
  req_traveldate: z.string(),
  req_dob: z.string(),
  /** Who approved at each step and when; empty before. */
  approvals: z.object({
    BM: z.object(approvalShape),
    ZM: z.object(approvalShape),
    CM: z.object(approvalShape),
    FM: z.object(approvalShape),
  }),
  /** What this user can do with it now. */
  can: z.object({
    BM: answer,
    ZM: answer,
    CM: answer,
    FM: answer,
    unlock: answer,
    edit: answer,
    link: answer,
  }),
  changedby: z.string(),
  changedat: z.string(),
});

export const documentRowSchema = z.object({
  doc_srno: z.int(),
  doc_id: z.int(),
  docm_desc: z.string(),
  doc_remark: z.string(),
  doc_filename: z.string(),
  doc_ext: z.string(),
  doc_bytes: z.int(),
  doc_uploadedat: z.string(),
  doc_uploadedby: z.string(),
});
export type RequestDocument = z.infer<typeof documentRowSchema>;

const detailReplySchema = z.object({
  detail: requestDetailSchema,
  product: z.array(
    z.object({
      srno: z.int(),
      product: z.string(),
      productnm: z.string(),
      isd: z.string(),
      isdnm: z.string(),
      isd_flag: z.string(),
      qty: z.string(),
      rate: z.string(),
      amnt: z.string(),
    }),
  ),
  payment: z.array(
    z.object({
      srno: z.int(),
      paytype: z.string(),
      paytypename: z.string(),
      paybankcode: z.string(),
      paybankname: z.string(),
      refnum: z.string(),
      payamnt: z.string(),
      paydate: z.string(),
      payamntrecv: z.string(),
      /** The gateway's order that paid it; such a line cannot be removed. */
      gatewayorder: z.string(),
      /** When a special approval was settled; empty before, and for other kinds. */
      settledat: z.string(),
    }),
  ),
  document: z.array(documentRowSchema),
  activitylog: z.array(
    z.object({ acl_timestamp: z.string(), um_username: z.string(), acl_remark: z.string() }),
  ),
});
export type RequestDetail = z.infer<typeof detailReplySchema>;

export const requestDetail = defineCall({
  ...desk,
  action: 'detail',
  summary: 'One request with its lines, documents and activity, and what the user can do with it.',
  right: query,
  effect: 'read',
  args: { srno: srno() },
  reply: detailReplySchema,
});

const doneSchema = z.object({ err: z.string(), msg: z.string() });

export const approveRequest = defineCall({
  ...desk,
  action: 'APPROVE',
  summary: 'Approves a request at one step; If-Match holds the version that was seen.',
  right: query,
  effect: 'write',
  args: { level: oneOf(['BM', 'ZM', 'CM', 'FM']), srno: srno() },
  reply: doneSchema,
});

export const unlockRequest = defineCall({
  ...desk,
  action: 'UNLOCK',
  summary: 'Gives a submitted request back for changes; every approval is taken back.',
  right: query,
  effect: 'write',
  args: { srno: srno(), reason: optionalJson(z.object({ reason: text(250) })) },
  reply: doneSchema,
});

export const withdrawRequest = defineCall({
  ...desk,
  action: 'WITHDRAW',
  summary: 'Puts a draft away for good; it stays in the log.',
  right: { key: 'NEWTRANREQUEST', flag: 'edit' },
  effect: 'write',
  source: 'docs/readings.md: requests',
  args: { srno: srno() },
  reply: doneSchema,
});

export const findCustomer = defineCall({
  ...form,
  action: 'customer',
  summary:
    'The last request in reach of a returning customer, by ID number, PAN or mobile; fills the form in. Empty where there is none.',
  right: formQuery,
  effect: 'read',
  source: 'docs/readings.md: requests',
  args: { asked: json(z.object({ by: z.enum(['idnumber', 'pan', 'mobile']), value: text(50) })) },
  reply: z.array(
    z.object({
      req_srno: z.int(),
      req_travname: z.string(),
      req_entityname: z.string(),
      req_travidtype: z.string(),
      req_travidnum: z.string(),
      req_travkycadd: z.string(),
      req_travdeladd: z.string(),
      req_geostate: z.string(),
      req_mobile: z.string(),
      req_email: z.string(),
      req_pan: z.string(),
      req_nationality: z.string(),
      req_residency: z.string(),
      req_dob: z.string(),
    }),
  ),
});

export const formFacts = defineCall({
  ...form,
  action: 'facts',
  summary:
    'What the form reckons with: the tax scheme of today, the rates of the branch’s card, and what a PAN was sold this financial year.',
  right: formQuery,
  effect: 'read',
  source: 'docs/readings.md: requests',
  args: {
    asked: json(
      z.object({
        branch: text(20),
        pan: text(10),
        nationality: z.optional(text(50)),
        destination: z.optional(text(50)),
        /** The request that is looked at, which does not count as sold before. */
        srno: z.optional(z.int().check(z.minimum(0))),
      }),
    ),
  },
  reply: z.object({
    date: z.string(),
    scheme: z.string(),
    rates: z.array(z.object({ isd: z.string(), buy: z.string(), sell: z.string(), ibr: z.string() })),
    /** Sales to the public under this PAN since April; empty without a PAN. */
    yeartotal: z.string(),
    /** The same in US dollars. */
    yearusd: z.string(),
    /** Rupees for a US dollar by the list of the day; empty without one. */
    usdrate: z.string(),
    /** Whether the named countries are on a list of the FATF. */
    nationalityfatf: bit,
    destinationfatf: bit,
    /** How far a typed rate may lie from the card before the form warns. */
    rateoffpercent: z.string(),
  }),
});
