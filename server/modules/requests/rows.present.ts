import { momentOrEmpty } from '#server/platform/moment.ts';
import type { RequestRow } from '#contract/requests/desk.ts';
import { PAYMENT_TYPES, PRODUCTS, requestStatusWord, WITHDRAWN_STATUS } from '#domain/requests/codes.ts';
import { compareRupees, rupees } from '#domain/rupees.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { amountsOf, receivedSoFar } from '#domain/requests/payment-amounts.ts';
import { waitsFor, type Progress } from '#domain/requests/waits-for.ts';
import type { WireColumns } from '#server/platform/database.ts';
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
export const REQUEST_ROW = {
  req_srno: 'r.srno',
  req_refno: 'r.ref_no',
  req_date: 'r.made_on::text',
  req_brnno: orEmpty('b.id'),
  req_branname: orEmpty('b.name'),
  req_trantype: 'r.type',
  req_entityname: 'r.entity_name',
  req_travname: 'r.traveller_name',
  req_mobile: 'r.mobile',
  req_salesexecutive: orEmpty('se.code'),
  req_salesexecutivename: orEmpty('se.name'),
  req_deliveryexecutive: orEmpty('de.code'),
  req_deliveryexecutivename: orEmpty('de.name'),
  req_handover: 'r.handover',
  req_forextotal: 'r.forex_total::text',
  req_grandtotal: 'r.grand_total::text',
  req_paymentrecv: 'r.received::text',
  req_agreed: AGREED,
  req_open: OPEN,
  req_paymentlinkreq: bit('r.link_requested'),
  req_paymentlinksent: bit('r.link_sent'),
  req_submitted: bit('r.submitted'),
  // A withdrawn request has none of the known states.
  req_status: `case when r.withdrawn_at is null then r.status else '${WITHDRAWN_STATUS}' end`,
  req_bmapproved: bit('r.bm_by is not null'),
  req_zmapproved: bit('r.zm_by is not null'),
  req_cmapproved: bit('r.cm_by is not null'),
  req_fundapproved: bit('r.fm_by is not null'),
  req_out: bit('r.is_out'),
  req_in: bit('r.is_in'),
  req_createdby: 'r.made_by_name',
  req_version: 'r.version',
  req_warnings: 'cardinality(r.warnings)',
  req_sentback: ofDraft(orEmpty('r.sent_back_reason')),
  req_sentbackby: ofDraft(orEmpty('r.sent_back_by_name')),
  req_sentbackat: ofDraft(momentOrEmpty('r.sent_back_at')),
  req_submittedat: momentOrEmpty('r.submitted_at'),
} as const satisfies WireColumns;

/** The joins that a row needs for display, beside the request `r`. */
export const REQUEST_JOINS = `left join masters.entity_ref b on b.srno = r.branch
  left join masters.employee_ref se on se.srno = r.sales_executive
  left join masters.employee_ref de on de.srno = r.delivery_executive
  ${PAYMENT_SUMS}`;

const approved = (level: string) =>
  `json_build_object('by', ${orEmpty(`r.${level}_by_name`)}, 'at', ${momentOrEmpty(`r.${level}_at`)})`;

/** The additional columns of the detail: the state `st`, the gateway's bank `gb` and the purpose `pu`. */
export const REQUEST_MORE = {
  req_travidtype: 'r.id_type',
  req_travidnum: 'r.id_number',
  req_travkycadd: 'r.kyc_address',
  req_travdeladd: 'r.delivery_address',
  req_geostate: orEmpty('r.state::text'),
  req_geostatename: orEmpty('st.name'),
  req_email: 'r.email',
  req_otherdetails: 'r.other_details',
  req_scheme: 'r.scheme',
  req_fee: 'r.fee::text',
  req_gst: 'r.gst::text',
  req_tcs: 'r.tcs::text',
  req_othchrg: 'r.other_charges::text',
  req_roundoff: 'r.round_off::text',
  req_bankcode: 'r.remitter_bank',
  req_bankname: orEmpty('gb.name'),
  req_bankacctno: 'r.account_number',
  req_bankacctifsc: 'r.ifsc',
  req_latitude: orEmpty('r.latitude::text'),
  req_longitude: orEmpty('r.longitude::text'),
  req_pan: 'r.pan',
  req_nationality: 'r.nationality',
  req_residency: 'r.residency',
  req_purpose: 'r.purpose',
  req_purposename: orEmpty('pu.name'),
  req_destination: 'r.destination',
  req_traveldate: day('r.travel_date'),
  req_dob: day('r.date_of_birth'),
  approvals: `json_build_object('BM', ${approved('bm')}, 'ZM', ${approved('zm')}, 'CM', ${approved('cm')}, 'FM', ${approved('fm')})`,
  changedby: 'r.changed_by_name',
  changedat: momentOrEmpty('r.changed_at'),
  warnings: 'r.warnings',
  req_waspaid: bit('r.dealt_at is not null or r.submitted_at is not null and r.received > 0'),
} as const satisfies WireColumns;

export const DETAIL_JOINS = `${REQUEST_JOINS}
  left join masters.state_ref st on st.srno = r.state
  left join masters.gateway_bank_ref gb on lower(gb.code) = lower(r.remitter_bank)
  left join masters.purpose_ref pu on lower(pu.value) = lower(r.purpose)`;

const named = (column: string, names: Readonly<Record<string, string>>) =>
  `case ${column} ${Object.entries(names)
    .map(([code, name]) => `when '${code}' then '${name}'`)
    .join(' ')} end`;

/** The product line `l` in the currency `c`. */
export const PRODUCT_ROW: WireColumns = {
  srno: 'l.line_no',
  product: 'l.product',
  productnm: named('l.product', PRODUCTS),
  isd: 'l.isd',
  isdnm: orEmpty('c.name'),
  isd_flag: orEmpty('c.flag'),
  qty: 'l.quantity::text',
  rate: 'trim_scale(l.rate)::text',
  isd_rateplaces: 'coalesce(c.rate_places, 2)',
  amnt: 'l.amount::text',
};

/** The payment line `l` at the bank `k`. */
export const PAYMENT_ROW: WireColumns = {
  srno: 'l.line_no',
  paytype: 'l.type',
  paytypename: named('l.type', PAYMENT_TYPES),
  paybankcode: orEmpty('l.bank::text'),
  paybankname: orEmpty('k.name'),
  refnum: 'l.reference',
  payamnt: 'l.amount::text',
  paydate: day('l.paid_on'),
  payamntrecv: 'l.received::text',
  gatewayorder: orEmpty('l.gateway_order'),
  settledat: momentOrEmpty('l.settled_at'),
};

/** The document `d` of the kind `k`. */
export const DOCUMENT_ROW: WireColumns = {
  doc_srno: 'd.srno',
  doc_id: 'd.kind',
  docm_desc: 'k.name',
  doc_remark: 'd.remark',
  doc_filename: 'd.file_name',
  doc_ext: 'd.extension',
  doc_bytes: 'd.bytes',
  doc_uploadedat: momentOrEmpty('d.uploaded_at'),
  doc_uploadedby: 'd.uploaded_by_name',
};

/** The fields that a returning customer reuses from the request `r`. */
export const CUSTOMER_ROW: WireColumns = {
  req_srno: 'r.srno',
  req_travname: 'r.traveller_name',
  req_entityname: 'r.entity_name',
  req_travidtype: 'r.id_type',
  req_travidnum: 'r.id_number',
  req_travkycadd: 'r.kyc_address',
  req_travdeladd: 'r.delivery_address',
  req_geostate: orEmpty('r.state::text'),
  req_mobile: 'r.mobile',
  req_email: 'r.email',
  req_pan: 'r.pan',
  req_nationality: 'r.nationality',
  req_residency: 'r.residency',
  req_dob: day('r.date_of_birth'),
};

const receivedOf = (row: RequestRow): string =>
  receivedSoFar(
    row.req_submitted === 1,
    rupees(row.req_paymentrecv),
    amountsOf(rupees(row.req_grandtotal), rupees(row.req_agreed), rupees(row.req_open)),
  );

function progressOf(row: RequestRow): Progress {
  const taken = {
    BM: row.req_bmapproved,
    ZM: row.req_zmapproved,
    CM: row.req_cmapproved,
    FM: row.req_fundapproved,
  };
  const sent = row.req_paymentlinksent === 1 ? 'sent' : 'to send';
  return {
    status: row.req_status,
    submitted: row.req_submitted === 1,
    isPaid: compareRupees(rupees(row.req_paymentrecv), rupees(row.req_grandtotal)) >= 0,
    link: row.req_paymentlinkreq === 1 ? sent : 'none',
    open: LEVELS.filter((level) => taken[level] === 0),
    isSale: row.req_trantype === 'SP' || row.req_trantype === 'SB',
    isInBranch: row.req_handover === 'IN',
  };
}

export const REQUEST_SHEET: readonly ExportColumn<RequestRow>[] = [
  { header: 'Number', kind: 'number', width: 10, value: (row) => row.req_srno },
  { header: 'Date', kind: 'date', width: 12, value: (row) => row.req_date },
  { header: 'Branch', kind: 'text', width: 24, value: (row) => row.req_branname },
  { header: 'Type', kind: 'text', width: 8, value: (row) => row.req_trantype },
  { header: 'Traveller', kind: 'text', width: 28, value: (row) => row.req_travname },
  { header: 'Entity', kind: 'text', width: 28, value: (row) => row.req_entityname },
  { header: 'Mobile', kind: 'text', width: 16, value: (row) => row.req_mobile },
  { header: 'Sales executive', kind: 'text', width: 22, value: (row) => row.req_salesexecutivename },
  { header: 'Delivery executive', kind: 'text', width: 22, value: (row) => row.req_deliveryexecutivename },
  { header: 'Hand over', kind: 'text', width: 10, value: (row) => row.req_handover },
  { header: 'Forex total', kind: 'money', width: 16, value: (row) => row.req_forextotal },
  { header: 'Grand total', kind: 'money', width: 16, value: (row) => row.req_grandtotal },
  { header: 'Received or paid out', kind: 'money', width: 16, value: receivedOf },
  { header: 'Agreed by head office', kind: 'money', width: 16, value: (row) => row.req_agreed },
  { header: 'Open', kind: 'money', width: 16, value: (row) => row.req_open },
  {
    header: 'Status',
    kind: 'text',
    width: 16,
    value: (row) => requestStatusWord(row.req_status),
  },
  { header: 'Waits for', kind: 'text', width: 30, value: (row) => waitsFor(progressOf(row)) },
  { header: 'Made by', kind: 'text', width: 22, value: (row) => row.req_createdby },
];
