import type { FieldRule } from '../rules.ts';
import { isPublic, isSale, takesTcs } from './codes.ts';
import type { Handover, PaymentType, Product, Residency, TransactionType } from './codes.ts';
import { keptIdNumber } from './identity.ts';
import { keptMobile } from './mobile.ts';

/** A product line as typed. Decimals are text; a missing value is empty. */
export interface ProductLine {
  readonly product: Product | '';
  /** The currency's code. */
  readonly isd: string;
  readonly quantity: string;
  readonly rate: string;
}

/** A payment line as typed. */
export interface PaymentLine {
  readonly payType: PaymentType | '';
  readonly bank: string;
  readonly reference: string;
  readonly amount: string;
  readonly date: string;
}

/** A transaction request as typed. Codes, dates (yyyy-MM-dd) and decimals are text. */
export interface RequestDraft {
  readonly branch: string;
  readonly salesExecutive: string;
  readonly handover: Handover | '';
  readonly deliveryExecutive: string;
  readonly type: TransactionType | '';
  readonly entityName: string;
  readonly travellerName: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly kycAddress: string;
  readonly deliveryAddress: string;
  readonly state: string;
  readonly mobile: string;
  readonly email: string;
  readonly otherDetails: string;
  readonly pan: string;
  readonly nationality: string;
  readonly residency: Residency | '';
  readonly purpose: string;
  readonly destination: string;
  readonly travelDate: string;
  readonly dateOfBirth: string;
  readonly products: readonly ProductLine[];
  readonly payments: readonly PaymentLine[];
  readonly tcs: string;
  /** Includes the fee. */
  readonly otherCharges: string;
  readonly remitterBank: string;
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly paymentLink: boolean;
}

export type RequestField = keyof RequestDraft;

/** An empty request. */
export const EMPTY_REQUEST: RequestDraft = {
  branch: '',
  salesExecutive: '',
  handover: '',
  deliveryExecutive: '',
  type: '',
  entityName: '',
  travellerName: '',
  idType: '',
  idNumber: '',
  kycAddress: '',
  deliveryAddress: '',
  state: '',
  mobile: '',
  email: '',
  otherDetails: '',
  pan: '',
  nationality: '',
  residency: '',
  purpose: '',
  destination: '',
  travelDate: '',
  dateOfBirth: '',
  products: [],
  payments: [],
  tcs: '',
  otherCharges: '',
  remitterBank: '',
  accountNumber: '',
  ifsc: '',
  paymentLink: false,
};

/**
 * Labels and lengths (001 §5), in the order of the form. The requirements for Final depend on the request: see
 * complete.ts.
 */
export const REQUEST_RULES: Readonly<Record<RequestField, FieldRule>> = {
  branch: { label: 'Branch' },
  salesExecutive: { label: 'Sales Executive' },
  handover: { label: 'Hand Over' },
  deliveryExecutive: { label: 'Delivery Executive' },
  type: { label: 'Transaction Type' },
  entityName: { label: 'Entity Name', maxChars: 100 },
  travellerName: { label: 'Traveller Name', maxChars: 100 },
  idType: { label: 'ID Type' },
  idNumber: { label: 'ID Number', maxChars: 50 },
  kycAddress: { label: 'KYC Address', maxChars: 500 },
  deliveryAddress: { label: 'Delivery Address', maxChars: 500 },
  state: { label: 'State' },
  mobile: { label: 'Mobile', maxChars: 15 },
  email: { label: 'E-mail', maxChars: 100 },
  otherDetails: { label: 'Other Details', maxChars: 500 },
  pan: { label: 'PAN', maxChars: 10 },
  nationality: { label: 'Nationality' },
  residency: { label: 'Residency' },
  purpose: { label: 'Purpose' },
  destination: { label: 'Destination' },
  travelDate: { label: 'Travel Date' },
  dateOfBirth: { label: 'Date of Birth' },
  products: { label: 'Product' },
  payments: { label: 'Payment' },
  tcs: { label: 'TCS', maxChars: 10, filter: 'decimal' },
  otherCharges: { label: 'Other Charges', maxChars: 10, filter: 'decimal' },
  remitterBank: { label: 'Remitter Bank' },
  accountNumber: { label: 'Account Number', maxChars: 50 },
  ifsc: { label: 'IFSC', maxChars: 11, filter: 'alphanumeric' },
  paymentLink: { label: 'Payment Link' },
};

export const PRODUCT_LINE_RULES: Readonly<Record<keyof ProductLine, FieldRule>> = {
  product: { label: 'Product' },
  isd: { label: 'ISD' },
  quantity: { label: 'Quantity', maxChars: 10, filter: 'decimal' },
  rate: { label: 'Rate', maxChars: 10, filter: 'decimal' },
};

export const PAYMENT_LINE_RULES: Readonly<Record<keyof PaymentLine, FieldRule>> = {
  payType: { label: 'Payment Type' },
  bank: { label: 'Bank' },
  reference: { label: 'Reference', maxChars: 50 },
  amount: { label: 'Amount', maxChars: 50, filter: 'decimal' },
  date: { label: 'Date' },
};

const TRAVELLER = ['travellerName', 'idType', 'idNumber'] as const;

/** The fields that the type and hand-over of the draft disable (001 §2). Changing type or hand-over clears them. */
export function disabledFields({ type, handover }: Pick<RequestDraft, 'type' | 'handover'>): RequestField[] {
  const disabled: RequestField[] = [];
  if (handover === 'IN') disabled.push('deliveryExecutive');
  if (type !== '' && !isPublic(type)) disabled.push(...TRAVELLER);
  if (type === '' || !takesTcs(type)) disabled.push('tcs');
  // Without a type there is no price, so the charges above the fee could not be stored.
  if (type === '') disabled.push('otherCharges');
  if (type !== '' && !isSale(type)) disabled.push('paymentLink');
  return disabled;
}

/** The draft with its disabled fields cleared. */
function withoutDisabled(draft: RequestDraft): RequestDraft {
  const disabled = new Set(disabledFields(draft));
  const kept = (field: RequestField, value: string) => (disabled.has(field) ? '' : value);
  return {
    ...draft,
    deliveryExecutive: kept('deliveryExecutive', draft.deliveryExecutive),
    travellerName: kept('travellerName', draft.travellerName),
    idType: kept('idType', draft.idType),
    idNumber: kept('idNumber', draft.idNumber),
    tcs: kept('tcs', draft.tcs),
    otherCharges: kept('otherCharges', draft.otherCharges),
    paymentLink: draft.paymentLink && !disabled.has('paymentLink'),
  };
}

export const afterTypeChange = (draft: RequestDraft, type: RequestDraft['type']): RequestDraft =>
  withoutDisabled({ ...draft, type });

export const afterHandoverChange = (draft: RequestDraft, handover: RequestDraft['handover']): RequestDraft =>
  withoutDisabled({ ...draft, handover });

/** The draft as stored: disabled fields cleared, an Aadhaar number masked, codes in capitals. */
export function asKept(draft: RequestDraft): RequestDraft {
  const kept = withoutDisabled(draft);
  return {
    ...kept,
    idNumber: keptIdNumber(kept.idType, kept.idNumber),
    mobile: keptMobile(kept.mobile),
    pan: kept.pan.trim().toUpperCase(),
    ifsc: kept.ifsc.trim().toUpperCase(),
  };
}
