import { createHash } from 'node:crypto';
import { flagValue } from '#contract/fields.ts';
import type { RequestRow, RequestWritten } from '#contract/requests/requests.ts';
import { readWireDate } from '#domain/dates.ts';
import { NO_RUPEES, readRupees, type Rupees } from '#domain/money.ts';
import { parseAmount } from '#domain/numbers.ts';
import type { StatedTotals, Totals } from '#domain/requests/charges.ts';
import {
  HANDOVERS,
  PAYMENT_TYPES,
  PRODUCTS,
  requestStatusWord,
  TRANSACTION_TYPES,
} from '#domain/requests/codes.ts';
import type { PaymentLine, ProductLine, RequestDraft } from '#domain/requests/draft.ts';
import { lineAmount } from '#domain/requests/charges.ts';
import { readMoney, readQuantity, readRate } from '#domain/requests/pricing.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Wire ↔ request: the wire's own names end here. */

/** A payment line with the number it was sent under; a line that the gateway paid is known again by it. */
export interface NumberedPayment extends PaymentLine {
  readonly srno: number;
}

export interface Written {
  readonly srno: number;
  readonly isFinal: boolean;
  readonly refNo: string;
  readonly draft: Omit<RequestDraft, 'payments'> & { readonly payments: readonly NumberedPayment[] };
  /** The totals that were sent; null where one is no number. */
  readonly stated: StatedTotals | null;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

const asText = (written: string | number | undefined): string => String(written ?? '').trim();
/** A reference by its serial number; zero is none. */
const asReference = (written: string | number | undefined): string => {
  const text = asText(written);
  return /^0*$/.test(text) ? '' : text;
};
/** A day as yyyy-MM-dd; what is none stays as it was written, for the rules to refuse. */
const asDay = (written: string | undefined): string =>
  written === undefined || written === '' ? '' : (readWireDate(written) ?? written);

function codeOf<Codes extends object>(
  codes: Codes,
  written: string,
  label: string,
): (keyof Codes & string) | '' {
  const code = written.trim();
  if (code === '' || Object.hasOwn(codes, code)) return code as (keyof Codes & string) | '';
  throw new Refusal(`${label} is not one of the list.`);
}

function degrees(written: string | number | undefined, most: number): string | null {
  const text = asText(written);
  if (text === '') return null;
  if (!/^-?\d{1,3}(\.\d{1,20})?$/.test(text) || Math.abs(Number(text)) > most)
    throw malformed('The location cannot be read.');
  return text;
}

const stated = (written: string | number): Rupees | null => {
  const text = asText(written);
  if (text === '') return NO_RUPEES;
  const decimal = parseAmount(text, { negative: true });
  return decimal === null ? null : readRupees(decimal);
};

function statedTotals(record: RequestWritten): StatedTotals | null {
  const [forexTotal, gst, tcs, otherCharges, roundOff, grandTotal] = [
    record.reqFxTotal,
    record.reqGst,
    record.reqTcs,
    record.reqOthChrg,
    record.reqRoundOff,
    record.reqGrandTotal,
  ].map(stated);
  if (!forexTotal || !gst || !tcs || !otherCharges || !roundOff || !grandTotal) return null;
  return { forexTotal, gst, tcs, otherCharges, roundOff, grandTotal };
}

const productLine = (line: RequestWritten['reqProductData'][number]): ProductLine => ({
  product: codeOf(PRODUCTS, line.product, 'Product'),
  isd: line.isd.trim().toUpperCase(),
  quantity: asText(line.qty),
  rate: asText(line.rate),
});

const paymentLine = (line: RequestWritten['reqPaymentData'][number]): NumberedPayment => ({
  srno: Number(asReference(line.srno)) || 0,
  payType: codeOf(PAYMENT_TYPES, line.paytype, 'Payment Type'),
  bank: asReference(line.paybankcode),
  reference: asText(line.refnum),
  amount: asText(line.payamnt),
  date: asDay(line.paydate),
});

export function readWritten(record: RequestWritten): Written {
  const refNo = record.reqRefNo.trim();
  if (refNo === '') throw malformed('A request needs its reference number.');
  return {
    srno: Number(asReference(record.reqSrNo)) || 0,
    isFinal: record.reqDraftFinal === 'F',
    refNo,
    stated: statedTotals(record),
    latitude: degrees(record.reqLatitude, 90),
    longitude: degrees(record.reqLongitude, 180),
    draft: {
      branch: record.reqBran.trim(),
      salesExecutive: record.reqSalesExecutive.trim(),
      handover: codeOf(HANDOVERS, record.reqHandOver, 'Hand Over'),
      deliveryExecutive: record.reqDeliveryExecutive.trim(),
      type: codeOf(TRANSACTION_TYPES, record.reqTranType, 'Transaction Type'),
      entityName: record.reqEntityName.trim(),
      travellerName: record.reqTravName.trim(),
      idType: asReference(record.reqTravIdType),
      idNumber: record.reqTravIdNo.trim(),
      kycAddress: record.reqTravKAdd.trim(),
      deliveryAddress: record.reqTravDAdd.trim(),
      state: asReference(record.reqTravState),
      mobile: record.reqMobile.trim(),
      email: record.reqEmail.trim(),
      otherDetails: record.reqTravOthDetl.trim(),
      pan: asText(record.reqPan),
      nationality: asText(record.reqNationality),
      residency: record.reqResidency ?? '',
      purpose: asText(record.reqPurpose),
      destination: asText(record.reqDestination),
      travelDate: asDay(record.reqTravelDate),
      dateOfBirth: asDay(record.reqDob),
      products: record.reqProductData.map(productLine),
      payments: record.reqPaymentData.map(paymentLine),
      tcs: asText(record.reqTcs),
      otherCharges: asText(record.reqOthChrg),
      remitterBank: record.reqRemitterBankCode.trim(),
      accountNumber: record.reqRemitterAcctNo.trim(),
      ifsc: record.reqRemitterAcctIfsc.trim(),
      paymentLink: flagValue(record.reqPaymentLink) ?? false,
    },
  };
}

/** Tells whether the same content came twice; made of what is kept, so that no whole Aadhaar number is in it. */
export const contentHash = (isFinal: boolean, kept: RequestDraft, stated: StatedTotals | null): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([isFinal, kept, stated]))
    .digest();

const orNull = (text: string) => (text === '' ? null : text);

/** What the names of a request stand for. */
export interface Resolved {
  readonly branch: number | null;
  readonly sales: number | null;
  readonly delivery: number | null;
  readonly state: number | null;
}

/** Draft → columns of requests.request, as far as a save writes them. */
export const requestColumns = (
  draft: RequestDraft,
  { branch, sales, delivery, state }: Resolved,
  totals: Totals | null,
  scheme: string,
) => ({
  branch,
  sales_executive: sales,
  handover: draft.handover,
  delivery_executive: delivery,
  type: draft.type,
  entity_name: draft.entityName,
  traveller_name: draft.travellerName,
  id_type: draft.idType,
  id_number: draft.idNumber,
  kyc_address: draft.kycAddress,
  delivery_address: draft.deliveryAddress,
  state,
  mobile: draft.mobile,
  email: draft.email,
  other_details: draft.otherDetails,
  pan: draft.pan,
  nationality: draft.nationality,
  residency: draft.residency,
  purpose: draft.purpose,
  destination: draft.destination,
  travel_date: orNull(draft.travelDate),
  date_of_birth: orNull(draft.dateOfBirth),
  scheme,
  forex_total: totals?.forexTotal ?? NO_RUPEES,
  fee: totals?.fee ?? NO_RUPEES,
  other_charges: totals?.otherCharges ?? NO_RUPEES,
  gst: totals?.gst ?? NO_RUPEES,
  tcs: totals?.tcs ?? NO_RUPEES,
  round_off: totals?.roundOff ?? NO_RUPEES,
  grand_total: totals?.grandTotal ?? NO_RUPEES,
  remitter_bank: draft.remitterBank,
  account_number: draft.accountNumber,
  ifsc: draft.ifsc,
  link_requested: draft.paymentLink,
});
export type RequestColumns = ReturnType<typeof requestColumns>;

/** Product lines as rows; the draft must be without problems. */
export const productRows = (products: readonly ProductLine[]) =>
  products.flatMap((line, index) => {
    const [quantity, rate] = [readQuantity(line.quantity), readRate(line.rate)];
    if (quantity === null || rate === null) return [];
    const amount = lineAmount(quantity, rate);
    return [{ line_no: index + 1, product: line.product, isd: line.isd, quantity, rate, amount }];
  });

/** Payment lines as rows, numbered around those that the gateway paid. At Final they count as received. */
export function paymentRows(payments: readonly PaymentLine[], taken: readonly number[], isFinal: boolean) {
  let lineNo = 0;
  return payments.map((line) => {
    do lineNo += 1;
    while (taken.includes(lineNo));
    const amount = readMoney(line.amount) ?? NO_RUPEES;
    return {
      line_no: lineNo,
      type: line.payType,
      bank: line.bank === '' ? null : Number(line.bank),
      reference: line.reference,
      amount,
      paid_on: orNull(line.date),
      received: isFinal ? amount : NO_RUPEES,
    };
  });
}

const MOMENT = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
export const moment = (column: string) => `coalesce(to_char(${column} at time zone 'UTC', ${MOMENT}), '')`;
const day = (column: string) => `coalesce(${column}::text, '')`;
const bit = (condition: string) => `(${condition})::integer`;
const orEmpty = (column: string) => `coalesce(${column}, '')`;

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
  req_paymentlinkreq: bit('r.link_requested'),
  req_paymentlinksent: bit('r.link_sent'),
  req_submitted: bit('r.submitted'),
  // One that was withdrawn has none of the known states.
  req_status: `case when r.withdrawn_at is null then r.status else 'W' end`,
  req_bmapproved: bit('r.bm_by is not null'),
  req_zmapproved: bit('r.zm_by is not null'),
  req_cmapproved: bit('r.cm_by is not null'),
  req_fundapproved: bit('r.fm_by is not null'),
  req_out: bit('r.is_out'),
  req_in: bit('r.is_in'),
  req_createdby: 'r.made_by_name',
  req_version: 'r.version',
} as const satisfies WireColumns;

/** The tables that a row is shown from, beside the request `r`. */
export const REQUEST_JOINS = `left join masters.entity_ref b on b.srno = r.branch
  left join masters.employee_ref se on se.srno = r.sales_executive
  left join masters.employee_ref de on de.srno = r.delivery_executive`;

const approved = (level: string) =>
  `json_build_object('by', ${orEmpty(`r.${level}_by_name`)}, 'at', ${moment(`r.${level}_at`)})`;

/** What the detail has besides: the state `st`, the gateway's bank `gb` and the purpose `pu`. */
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
  changedat: moment('r.changed_at'),
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
  settledat: moment('l.settled_at'),
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
  doc_uploadedat: moment('d.uploaded_at'),
  doc_uploadedby: 'd.uploaded_by_name',
};

/** What a returning customer fills in again, from the request `r`. */
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

const waitsFor = (row: RequestRow): string => {
  if (row.req_submitted === 0) return 'Draft';
  if (row.req_bmapproved === 0) return 'Branch manager';
  if (row.req_zmapproved === 0) return 'Zonal manager';
  const open = [
    row.req_cmapproved === 0 && 'Corporate manager',
    row.req_fundapproved === 0 && 'Fund manager',
  ];
  return open.filter((name) => name !== false).join(', ');
};

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
  { header: 'Received', kind: 'money', width: 16, value: (row) => row.req_paymentrecv },
  { header: 'Status', kind: 'text', width: 14, value: (row) => requestStatusWord(row.req_status) },
  { header: 'Waits for', kind: 'text', width: 30, value: waitsFor },
  { header: 'Made by', kind: 'text', width: 22, value: (row) => row.req_createdby },
];
