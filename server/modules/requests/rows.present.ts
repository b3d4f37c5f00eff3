import { momentOrEmpty } from '#server/platform/moment.ts';
import {
  documentRowSchema,
  paymentLineSchema,
  productLineSchema,
  requestDetailSchema,
  requestRowSchema,
  type RequestRow,
} from '#contract/requests/desk.ts';
import { customerSchema } from '#contract/requests/form.ts';
import { PAYMENT_TYPES, PRODUCTS, requestStatusWord, WITHDRAWN_STATUS } from '#domain/requests/codes.ts';
import { compareRupees, rupees } from '#domain/rupees.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { amountsOf, receivedSoFar } from '#domain/requests/payment-amounts.ts';
import { waitsFor, type Progress } from '#domain/requests/waits-for.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';
import { AGREED, OPEN, PAYMENT_SUMS } from './payment-amounts.sql.ts';

/** Rows → wire. */

const day = (column: string) => `coalesce(${column}::text, '')`;
const bit = (condition: string) => `(${condition})::integer`;
const orEmpty = (column: string) => `coalesce(${column}, '')`;

/** Empty once the request is submitted or withdrawn. */
const ofDraft = (value: string) =>
  `case when r.submitted or r.withdrawn_at is not null then '' else ${value} end`;

/** Row → wire: the request `r`, its branch `b`, its executives `se` and `de`. */
export const REQUEST_ROW = onWire(requestRowSchema, {
  srno: 'r.srno',
  refNo: 'r.ref_no',
  date: 'r.made_on::text',
  branch: orEmpty('b.id'),
  branchName: orEmpty('b.name'),
  type: 'r.type',
  entityName: 'r.entity_name',
  travellerName: 'r.traveller_name',
  mobile: 'r.mobile',
  salesExecutive: orEmpty('se.code'),
  salesExecutiveName: orEmpty('se.name'),
  deliveryExecutive: orEmpty('de.code'),
  deliveryExecutiveName: orEmpty('de.name'),
  handover: 'r.handover',
  forexTotal: 'r.forex_total::text',
  grandTotal: 'r.grand_total::text',
  received: 'r.received::text',
  agreed: AGREED,
  open: OPEN,
  paymentLink: bit('r.link_requested'),
  linkSent: bit('r.link_sent'),
  submitted: bit('r.submitted'),
  // A withdrawn request has none of the known states.
  status: `case when r.withdrawn_at is null then r.status else '${WITHDRAWN_STATUS}' end`,
  bmApproved: bit('r.bm_by is not null'),
  zmApproved: bit('r.zm_by is not null'),
  cmApproved: bit('r.cm_by is not null'),
  fundApproved: bit('r.fm_by is not null'),
  isOut: bit('r.is_out'),
  isIn: bit('r.is_in'),
  createdBy: 'r.made_by_name',
  version: 'r.version',
  warningCount: 'cardinality(r.warnings)',
  sentBack: ofDraft(orEmpty('r.sent_back_reason')),
  sentBackBy: ofDraft(orEmpty('r.sent_back_by_name')),
  sentBackAt: ofDraft(momentOrEmpty('r.sent_back_at')),
  submittedAt: momentOrEmpty('r.submitted_at'),
});

/** The joins that a row needs for display, beside the request `r`. */
export const REQUEST_JOINS = `left join masters.entity_ref b on b.srno = r.branch
  left join masters.employee_ref se on se.srno = r.sales_executive
  left join masters.employee_ref de on de.srno = r.delivery_executive
  ${PAYMENT_SUMS}`;

const approved = (level: string) =>
  `json_build_object('by', ${orEmpty(`r.${level}_by_name`)}, 'at', ${momentOrEmpty(`r.${level}_at`)})`;

/** The additional columns of the detail: the state `st`, the gateway's bank `gb` and the purpose `pu`. */
export const REQUEST_MORE = onWire(requestDetailSchema, {
  idType: 'r.id_type',
  idNumber: 'r.id_number',
  kycAddress: 'r.kyc_address',
  deliveryAddress: 'r.delivery_address',
  state: orEmpty('r.state::text'),
  stateName: orEmpty('st.name'),
  email: 'r.email',
  otherDetails: 'r.other_details',
  scheme: 'r.scheme',
  fee: 'r.fee::text',
  gst: 'r.gst::text',
  tcs: 'r.tcs::text',
  otherCharges: 'r.other_charges::text',
  roundOff: 'r.round_off::text',
  remitterBank: 'r.remitter_bank',
  remitterBankName: orEmpty('gb.name'),
  accountNumber: 'r.account_number',
  ifsc: 'r.ifsc',
  latitude: orEmpty('r.latitude::text'),
  longitude: orEmpty('r.longitude::text'),
  pan: 'r.pan',
  nationality: 'r.nationality',
  residency: 'r.residency',
  purpose: 'r.purpose',
  purposeName: orEmpty('pu.name'),
  destination: 'r.destination',
  travelDate: day('r.travel_date'),
  dateOfBirth: day('r.date_of_birth'),
  approvals: `json_build_object('BM', ${approved('bm')}, 'ZM', ${approved('zm')}, 'CM', ${approved('cm')}, 'FM', ${approved('fm')})`,
  changedBy: 'r.changed_by_name',
  changedAt: momentOrEmpty('r.changed_at'),
  warnings: 'r.warnings',
  wasPaid: bit('r.dealt_at is not null or r.submitted_at is not null and r.received > 0'),
});

export const DETAIL_JOINS = `${REQUEST_JOINS}
  left join masters.state_ref st on st.srno = r.state
  left join masters.gateway_bank_ref gb on lower(gb.code) = lower(r.remitter_bank)
  left join masters.purpose_ref pu on lower(pu.value) = lower(r.purpose)`;

const inWords = (column: string, names: Readonly<Record<string, string>>) =>
  `case ${column} ${Object.entries(names)
    .map(([code, name]) => `when '${code}' then '${name}'`)
    .join(' ')} end`;

/** The product line `l` in the currency `c`. */
export const PRODUCT_ROW = onWire(productLineSchema, {
  srno: 'l.line_no',
  product: 'l.product',
  productName: inWords('l.product', PRODUCTS),
  isd: 'l.isd',
  isdName: orEmpty('c.name'),
  flag: orEmpty('c.flag'),
  quantity: 'l.quantity::text',
  rate: 'trim_scale(l.rate)::text',
  ratePlaces: 'coalesce(c.rate_places, 2)',
  amount: 'l.amount::text',
});

/** The payment line `l` at the bank `k`. */
export const PAYMENT_ROW = onWire(paymentLineSchema, {
  srno: 'l.line_no',
  payType: 'l.type',
  payTypeName: inWords('l.type', PAYMENT_TYPES),
  bank: orEmpty('l.bank::text'),
  bankName: orEmpty('k.name'),
  reference: 'l.reference',
  amount: 'l.amount::text',
  date: day('l.paid_on'),
  received: 'l.received::text',
  gatewayOrder: orEmpty('l.gateway_order'),
  settledAt: momentOrEmpty('l.settled_at'),
});

/** The document `d` of the kind `k`. */
export const DOCUMENT_ROW = onWire(documentRowSchema, {
  srno: 'd.srno',
  kind: 'd.kind',
  kindName: 'k.name',
  remark: 'd.remark',
  filename: 'd.file_name',
  extension: 'd.extension',
  bytes: 'd.bytes',
  uploadedAt: momentOrEmpty('d.uploaded_at'),
  uploadedBy: 'd.uploaded_by_name',
});

/** The fields that a returning customer reuses from the request `r`. */
export const CUSTOMER_ROW = onWire(customerSchema, {
  srno: 'r.srno',
  travellerName: 'r.traveller_name',
  entityName: 'r.entity_name',
  idType: 'r.id_type',
  idNumber: 'r.id_number',
  kycAddress: 'r.kyc_address',
  deliveryAddress: 'r.delivery_address',
  state: orEmpty('r.state::text'),
  mobile: 'r.mobile',
  email: 'r.email',
  pan: 'r.pan',
  nationality: 'r.nationality',
  residency: 'r.residency',
  dateOfBirth: day('r.date_of_birth'),
});

const receivedOf = (row: RequestRow): string =>
  receivedSoFar(
    row.submitted,
    rupees(row.received),
    amountsOf(rupees(row.grandTotal), rupees(row.agreed), rupees(row.open)),
  );

function progressOf(row: RequestRow): Progress {
  const taken = {
    BM: row.bmApproved,
    ZM: row.zmApproved,
    CM: row.cmApproved,
    FM: row.fundApproved,
  };
  const sent = row.linkSent ? 'sent' : 'to send';
  return {
    status: row.status,
    submitted: row.submitted,
    isPaid: compareRupees(rupees(row.received), rupees(row.grandTotal)) >= 0,
    link: row.paymentLink ? sent : 'none',
    open: LEVELS.filter((level) => !taken[level]),
    isSale: row.type === 'SP' || row.type === 'SB',
    isInBranch: row.handover === 'IN',
  };
}

export const REQUEST_SHEET: readonly ExportColumn<RequestRow>[] = [
  { header: 'Number', kind: 'number', width: 10, value: (row) => row.srno },
  { header: 'Date', kind: 'date', width: 12, value: (row) => row.date },
  { header: 'Branch', kind: 'text', width: 24, value: (row) => row.branchName },
  { header: 'Type', kind: 'text', width: 8, value: (row) => row.type },
  { header: 'Traveller', kind: 'text', width: 28, value: (row) => row.travellerName },
  { header: 'Entity', kind: 'text', width: 28, value: (row) => row.entityName },
  { header: 'Mobile', kind: 'text', width: 16, value: (row) => row.mobile },
  { header: 'Sales executive', kind: 'text', width: 22, value: (row) => row.salesExecutiveName },
  { header: 'Delivery executive', kind: 'text', width: 22, value: (row) => row.deliveryExecutiveName },
  { header: 'Hand over', kind: 'text', width: 10, value: (row) => row.handover },
  { header: 'Forex total', kind: 'money', width: 16, value: (row) => row.forexTotal },
  { header: 'Grand total', kind: 'money', width: 16, value: (row) => row.grandTotal },
  { header: 'Received or paid out', kind: 'money', width: 16, value: receivedOf },
  { header: 'Agreed by head office', kind: 'money', width: 16, value: (row) => row.agreed },
  { header: 'Open', kind: 'money', width: 16, value: (row) => row.open },
  {
    header: 'Status',
    kind: 'text',
    width: 16,
    value: (row) => requestStatusWord(row.status),
  },
  { header: 'Waits for', kind: 'text', width: 30, value: (row) => waitsFor(progressOf(row)) },
  { header: 'Made by', kind: 'text', width: 22, value: (row) => row.createdBy },
];
