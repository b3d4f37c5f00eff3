import type { RequestDetail } from '#contract/requests/desk.ts';
import type { RequestInput } from '#contract/requests/form.ts';
import { NO_RUPEES, readRupees } from '#domain/money.ts';
import { shortDecimal } from '#domain/numbers.ts';
import { typedRate } from '#domain/rates/card.ts';
import type { Totals } from '#domain/requests/charges.ts';
import type { Handover, PaymentType, Product, Residency, TransactionType } from '#domain/requests/codes.ts';
import {
  asKept,
  EMPTY_REQUEST,
  type PaymentLine,
  type ProductLine,
  type RequestDraft,
} from '#domain/requests/draft.ts';
import { keptIdNumber } from '#domain/requests/identity.ts';
import { readMoney, readQuantity, readRate } from '#domain/requests/pricing.ts';

/** A payment line that may already be stored. */
export interface FormPayment extends PaymentLine {
  /** 0 if it is not stored yet. */
  readonly srno: number;
  /** The gateway's order that paid the line; such a line cannot be removed. */
  readonly gatewayOrder: string;
}

/** A line that is being changed: its original content and its position. */
interface EditedLine<Line> {
  readonly line: Line;
  readonly at: number;
}

/**
 * The line being typed. Null follows a known value: the rate follows the card, the amount follows the amount left to
 * pay.
 */
export interface ProductEntry extends Omit<ProductLine, 'rate'> {
  readonly rate: string | null;
  /** Null for a new line. */
  readonly taken: EditedLine<ProductLine> | null;
}
export interface PaymentEntry extends Omit<PaymentLine, 'amount'> {
  readonly amount: string | null;
  readonly taken: EditedLine<FormPayment> | null;
}

/** A request in its form: the stored fields, and the two lines that are being typed. */
export interface FormDraft extends Omit<RequestDraft, 'payments'> {
  readonly payments: readonly FormPayment[];
  readonly productEntry: ProductEntry;
  readonly paymentEntry: PaymentEntry;
  readonly latitude: string;
  readonly longitude: string;
}

export const NEW_PRODUCT: ProductEntry = { product: 'CN', isd: '', quantity: '', rate: null, taken: null };
export const NEW_PAYMENT: PaymentEntry = {
  payType: '',
  bank: '',
  reference: '',
  amount: null,
  date: '',
  taken: null,
};

export const blankRequest = (known: Partial<RequestDraft>): FormDraft => ({
  ...EMPTY_REQUEST,
  ...known,
  payments: [],
  productEntry: NEW_PRODUCT,
  paymentEntry: NEW_PAYMENT,
  latitude: '',
  longitude: '',
});

/**
 * Whether two drafts are equal. A location is added automatically, so adding one is not a change. Removing one is a
 * change.
 */
export function isSameRequest(draft: FormDraft, before: FormDraft): boolean {
  const said = (each: FormDraft) => JSON.stringify({ ...each, latitude: '', longitude: '' });
  const isTakenBack = before.latitude !== '' && draft.latitude === '';
  return !isTakenBack && said(draft) === said(before);
}

/** A draft that may be stored anywhere while it is typed: it contains no complete Aadhaar number. */
export const withIdNumberAsKept = (draft: FormDraft): FormDraft => ({
  ...draft,
  idNumber: keptIdNumber(draft.idType, draft.idNumber),
});

/** A request as it was opened. */
export interface OpenedRequest {
  readonly srno: number;
  readonly refNo: string;
  readonly draft: FormDraft;
  readonly version: number;
  readonly fetched: RequestDetail;
}

/** A draft that was stored without a branch gets the user's only branch, like a new one. */
export const withOnlyBranch = (opened: OpenedRequest, only: string): OpenedRequest =>
  only === '' || opened.draft.branch !== '' || !opened.fetched.detail.can.edit.ok
    ? opened
    : { ...opened, draft: { ...opened.draft, branch: only } };

const unlessZero = (amount: string) => (readRupees(amount) === NO_RUPEES ? '' : amount);

function draftOf({ detail, products, payments }: RequestDetail): FormDraft {
  return {
    ...blankRequest({}),
    branch: detail.branch,
    salesExecutive: detail.salesExecutive,
    handover: detail.handover as Handover | '',
    deliveryExecutive: detail.deliveryExecutive,
    type: detail.type as TransactionType | '',
    entityName: detail.entityName,
    travellerName: detail.travellerName,
    idType: detail.idType,
    idNumber: detail.idNumber,
    kycAddress: detail.kycAddress,
    deliveryAddress: detail.deliveryAddress,
    state: detail.state,
    mobile: detail.mobile,
    email: detail.email,
    otherDetails: detail.otherDetails,
    pan: detail.pan,
    nationality: detail.nationality,
    residency: detail.residency as Residency | '',
    purpose: detail.purpose,
    destination: detail.destination,
    travelDate: detail.travelDate,
    dateOfBirth: detail.dateOfBirth,
    products: products.map((line) => ({
      product: line.product as Product,
      isd: line.isd,
      quantity: shortDecimal(line.quantity),
      rate: typedRate(line.isd, line.rate, line.ratePlaces),
    })),
    payments: payments.map((line) => ({
      srno: line.srno,
      payType: line.payType as PaymentType,
      // The gateway's payments have no bank in the list.
      bank: line.gatewayOrder === '' ? line.bank : 'gateway',
      reference: line.reference,
      amount: shortDecimal(line.amount),
      date: line.date,
      gatewayOrder: line.gatewayOrder,
    })),
    tcs: unlessZero(detail.tcs),
    // Empty means the fee alone, whatever its amount is.
    otherCharges: detail.otherCharges === detail.fee ? '' : detail.otherCharges,
    remitterBank: detail.remitterBank,
    accountNumber: detail.accountNumber,
    ifsc: detail.ifsc,
    paymentLink: detail.paymentLink,
    latitude: detail.latitude,
    longitude: detail.longitude,
  };
}

/** A stored request as the form opens it. */
export function openedOf(fetched: RequestDetail): OpenedRequest {
  const { srno, refNo, version } = fetched.detail;
  return { srno, refNo, draft: draftOf(fetched), version, fetched };
}

/** The body of a save: only the fields that may be stored, with the totals as shown. */
export function writtenOf(
  form: FormDraft,
  totals: Totals | null,
  identity: {
    readonly srno: number;
    readonly refNo: string;
    readonly isFinal: boolean;
    readonly linkSent: boolean;
  },
): RequestInput {
  const draft = asKept(form);
  return {
    reqDraftFinal: identity.isFinal ? 'F' : 'D',
    reqSrNo: identity.srno,
    reqRefNo: identity.refNo,
    reqBran: draft.branch,
    reqSalesExecutive: draft.salesExecutive,
    reqHandOver: draft.handover,
    reqDeliveryExecutive: draft.deliveryExecutive,
    reqTranType: draft.type,
    reqEntityName: draft.entityName.trim(),
    reqTravName: draft.travellerName.trim(),
    reqTravIdType: draft.idType,
    reqTravIdNo: draft.idNumber,
    reqTravKAdd: draft.kycAddress.trim(),
    reqTravDAdd: draft.deliveryAddress.trim(),
    reqTravState: draft.state,
    reqMobile: draft.mobile.trim(),
    reqEmail: draft.email.trim(),
    reqTravOthDetl: draft.otherDetails.trim(),
    reqProductData: draft.products.map((line, index) => ({
      srno: index + 1,
      product: line.product,
      isd: line.isd,
      qty: readQuantity(line.quantity) ?? line.quantity,
      rate: readRate(line.rate) ?? line.rate,
      ...(totals === null ? {} : { amnt: totals.lineAmounts[index] ?? '' }),
    })),
    reqPaymentData: form.payments.map((line) => ({
      srno: line.srno,
      paytype: line.payType,
      paybankcode: line.bank,
      refnum: line.reference.trim(),
      payamnt: readMoney(line.amount) ?? line.amount,
      paydate: line.date,
    })),
    reqFxTotal: totals?.forexTotal ?? NO_RUPEES,
    reqGst: totals?.gst ?? NO_RUPEES,
    reqTcs: totals?.tcs ?? NO_RUPEES,
    reqOthChrg: totals?.otherCharges ?? NO_RUPEES,
    reqRoundOff: totals?.roundOff ?? NO_RUPEES,
    reqGrandTotal: totals?.grandTotal ?? NO_RUPEES,
    reqRemitterBankCode: draft.remitterBank,
    reqRemitterAcctNo: draft.accountNumber.trim(),
    reqRemitterAcctIfsc: draft.ifsc,
    reqPaymentLink: draft.paymentLink ? 1 : 0,
    reqPaymentLinkSent: identity.linkSent ? 1 : 0,
    reqLatitude: form.latitude,
    reqLongitude: form.longitude,
    reqPan: draft.pan,
    reqNationality: draft.nationality,
    reqResidency: draft.residency,
    reqPurpose: draft.purpose,
    reqDestination: draft.destination,
    reqTravelDate: draft.travelDate,
    reqDob: draft.dateOfBirth,
  };
}

const IST_OFFSET_MS = 330 * 60_000;

/** The reference of a request: the user id and the time in India at which its form was opened. */
export const newReference = (userId: string, nowMs: number): string =>
  userId +
  new Date(nowMs + IST_OFFSET_MS)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 17);
