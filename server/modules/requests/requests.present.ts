import { createHash } from 'node:crypto';
import { flagValue } from '#contract/fields.ts';
import type { RequestInput } from '#contract/requests/form.ts';
import { readWireDate } from '#domain/dates.ts';
import { NO_RUPEES, readRupees, type Rupees } from '#domain/money.ts';
import { parseAmount } from '#domain/numbers.ts';
import type { StatedTotals, Totals } from '#domain/requests/charges.ts';
import { HANDOVERS, PAYMENT_TYPES, PRODUCTS, TRANSACTION_TYPES } from '#domain/requests/codes.ts';
import type { PaymentLine, ProductLine, RequestDraft } from '#domain/requests/draft.ts';
import { lineAmount } from '#domain/requests/charges.ts';
import { readMoney, readQuantity, readRate } from '#domain/requests/pricing.ts';
import { malformed, Refusal } from '#server/platform/dispatch/problems.ts';

/**
 * Wire → request. The record of a save keeps the names of the wire up to here, because devices store unsent ones in that
 * form (docs/decisions/0068-records.md). rows.present.ts has the opposite direction.
 */

/** A payment line with the number under which it was sent, which identifies a stored line. */
export interface NumberedPayment extends PaymentLine {
  readonly srno: number;
}

export interface SubmittedRequest {
  readonly srno: number;
  readonly isFinal: boolean;
  readonly refNo: string;
  readonly draft: Omit<RequestDraft, 'payments'> & { readonly payments: readonly NumberedPayment[] };
  /** The totals that were sent; null if one of them is not a number. */
  readonly stated: StatedTotals | null;
  /** Null if the client sends no place. The stored one then stays. */
  readonly place: Place | null;
}

/** The place where a request was made. Without coordinates the stored place is removed. */
export interface Place {
  readonly latitude: string | null;
  readonly longitude: string | null;
}

const asText = (written: string | number | undefined): string => String(written ?? '').trim();
/** A reference by its serial number; zero means none. */
const asReference = (written: string | number | undefined): string => {
  const text = asText(written);
  return /^0*$/.test(text) ? '' : text;
};
/** A day as yyyy-MM-dd. Text that is not a day stays unchanged, so that the rules refuse it. */
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

const placeOf = ({ reqLatitude, reqLongitude }: RequestInput): Place | null =>
  reqLatitude === undefined && reqLongitude === undefined
    ? null
    : { latitude: degrees(reqLatitude, 90), longitude: degrees(reqLongitude, 180) };

const stated = (written: string | number): Rupees | null => {
  const text = asText(written);
  if (text === '') return NO_RUPEES;
  const decimal = parseAmount(text, { negative: true });
  return decimal === null ? null : readRupees(decimal);
};

function statedTotals(record: RequestInput): StatedTotals | null {
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

const productLine = (line: RequestInput['reqProductData'][number]): ProductLine => ({
  product: codeOf(PRODUCTS, line.product, 'Product'),
  isd: line.isd.trim().toUpperCase(),
  quantity: asText(line.qty),
  rate: asText(line.rate),
});

const paymentLine = (line: RequestInput['reqPaymentData'][number]): NumberedPayment => ({
  srno: Number(asReference(line.srno)) || 0,
  payType: codeOf(PAYMENT_TYPES, line.paytype, 'Payment Type'),
  bank: asReference(line.paybankcode),
  reference: asText(line.refnum),
  amount: asText(line.payamnt),
  date: asDay(line.paydate),
});

export function readRequestInput(record: RequestInput): SubmittedRequest {
  const refNo = record.reqRefNo.trim();
  if (refNo === '') throw malformed('A request needs its reference number.');
  return {
    srno: Number(asReference(record.reqSrNo)) || 0,
    isFinal: record.reqDraftFinal === 'F',
    refNo,
    stated: statedTotals(record),
    place: placeOf(record),
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

/** Detects the same content sent twice. It is computed from the stored form, so it contains no whole Aadhaar number. */
export const contentHash = (isFinal: boolean, kept: RequestDraft, stated: StatedTotals | null): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([isFinal, kept, stated]))
    .digest();

const orNull = (text: string) => (text === '' ? null : text);

/** The serial numbers of the records that a request names. */
interface Resolved {
  readonly branch: number | null;
  readonly sales: number | null;
  readonly delivery: number | null;
  readonly state: number | null;
}

/** Draft → the columns of requests.request that a save writes. */
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

/** Product lines as rows. The draft must have passed validation. */
export const productRows = (products: readonly ProductLine[]) =>
  products.flatMap((line, index) => {
    const [quantity, rate] = [readQuantity(line.quantity), readRate(line.rate)];
    if (quantity === null || rate === null) return [];
    const amount = lineAmount(quantity, rate);
    return [{ line_no: index + 1, product: line.product, isd: line.isd, quantity, rate, amount }];
  });

/** The stored lines that are sent again, each once, by their numbers. */
export const keptLines = (payments: readonly NumberedPayment[], stored: readonly number[]): number[] =>
  stored.filter((number) => payments.some(({ srno }) => srno === number));

/**
 * Payment lines as rows. A stored line keeps its number, so that it stays settled. New lines get the next free numbers,
 * skipping those of the lines that the gateway paid. At Final they count as received.
 */
export function paymentRows(
  payments: readonly NumberedPayment[],
  kept: readonly number[],
  gateway: readonly number[],
  isFinal: boolean,
) {
  const waiting = new Set(kept);
  let last = Math.max(0, ...kept);
  const nextFree = () => {
    do last += 1;
    while (gateway.includes(last));
    return last;
  };
  return payments.map((line) => {
    const amount = readMoney(line.amount) ?? NO_RUPEES;
    return {
      line_no: waiting.delete(line.srno) ? line.srno : nextFree(),
      type: line.payType,
      bank: line.bank === '' ? null : Number(line.bank),
      reference: line.reference,
      amount,
      paid_on: orNull(line.date),
      received: isFinal ? amount : NO_RUPEES,
    };
  });
}
