import type { RequestDetail } from '#contract/requests/desk.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { formatTypedRupees } from '#domain/numbers.ts';
import {
  HANDOVERS,
  ID_TYPES,
  PAYMENT_TYPES,
  PRODUCTS,
  RESIDENCIES,
  TRANSACTION_TYPES,
} from '#domain/requests/codes.ts';
import { REQUEST_RULES, type RequestField } from '#domain/requests/draft.ts';
import { uiText } from '#web/texts/ui.ts';
import type { FieldChange } from '#web/ui/theirChanges.ts';
import type { FormDraft } from './request.ts';

const dateWord = (text: string) => {
  const date = readIsoDate(text);
  return date === null ? text : formatDate(date);
};
const nameIn = (names: Readonly<Record<string, string>>, code: string) => names[code] ?? code;

/** The text of each field whose value is not plain text. */
const WORDS: Partial<Record<RequestField, (draft: FormDraft) => string>> = {
  handover: ({ handover }) => nameIn(HANDOVERS, handover),
  type: ({ type }) => (type === '' ? '' : TRANSACTION_TYPES[type].name),
  idType: ({ idType }) => nameIn(ID_TYPES, idType),
  residency: ({ residency }) => nameIn(RESIDENCIES, residency),
  travelDate: ({ travelDate }) => dateWord(travelDate),
  dateOfBirth: ({ dateOfBirth }) => dateWord(dateOfBirth),
  products: ({ products }) =>
    products
      .map(({ product, isd, quantity, rate }) => `${nameIn(PRODUCTS, product)} ${isd} ${quantity} × ${rate}`)
      .join('; '),
  payments: ({ payments }) =>
    payments
      .map(({ payType, reference, amount }) =>
        [nameIn(PAYMENT_TYPES, payType), reference, formatTypedRupees(amount)].filter(Boolean).join(' '),
      )
      .join('; '),
  tcs: ({ tcs }) => formatTypedRupees(tcs),
  otherCharges: ({ otherCharges }) => formatTypedRupees(otherCharges),
  paymentLink: ({ paymentLink }) => (paymentLink ? uiText.common.yes : uiText.common.no),
};

/** The fields of a fetched request with the names of picked values. */
const NAMES = {
  branch: ['branch', 'branchName'],
  salesExecutive: ['salesExecutive', 'salesExecutiveName'],
  deliveryExecutive: ['deliveryExecutive', 'deliveryExecutiveName'],
  state: ['state', 'stateName'],
  purpose: ['purpose', 'purposeName'],
  remitterBank: ['remitterBank', 'remitterBankName'],
} as const;

const isNamed = (field: RequestField): field is keyof typeof NAMES => Object.hasOwn(NAMES, field);

/** A request in words, field by field; a picked value is named if one of the fetched requests has its name. */
export function sayRequest(draft: FormDraft, known: readonly RequestDetail[]): FieldChange[] {
  return (Object.keys(REQUEST_RULES) as RequestField[]).map((field) => {
    const { label } = REQUEST_RULES[field];
    if (isNamed(field)) {
      const [code, name] = NAMES[field];
      const value = draft[field];
      const named = known.find(({ detail }) => detail[code] === value)?.detail[name];
      return { label, value, shown: value === '' ? '' : (named ?? value) };
    }
    const written = draft[field];
    return { label, value: WORDS[field]?.(draft) ?? (typeof written === 'string' ? written.trim() : '') };
  });
}
