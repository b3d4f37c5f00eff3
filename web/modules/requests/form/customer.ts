import type { ReplyOf } from '#contract/define.ts';
import type { customerDetails } from '#contract/requests/customers.ts';
import { isPublic, type Residency } from '#domain/requests/codes.ts';
import { readCustomerQuery } from '#domain/requests/customers.ts';
import { disabledFields, type RequestDraft, type RequestField } from '#domain/requests/draft.ts';
import { keptMobile } from '#domain/requests/mobile.ts';
import type { FormDraft } from './request.ts';

export type CustomerDetails = ReplyOf<typeof customerDetails>;

/** The fields that the card of a returning customer replaces. */
export const CARD_FIELDS = [
  'travellerName',
  'entityName',
  'idType',
  'idNumber',
  'pan',
  'mobile',
  'email',
  'state',
  'kycAddress',
] as const satisfies readonly RequestField[];

const isPassportLike = (number: string) => /^[a-z]\d{7}$/i.test(number);
const PASSPORT = '1';

/** The fields that a chosen customer fills in. Those of a customer who was chosen before are replaced. */
export function chosenFields(draft: RequestDraft, customer: CustomerDetails): Partial<FormDraft> {
  const fields: Partial<RequestDraft> = {
    travellerName: customer.travellerName,
    entityName: customer.entityName,
    idType: customer.idType,
    idNumber: customer.idNumber,
    kycAddress: customer.kycAddress,
    deliveryAddress: customer.deliveryAddress,
    state: customer.state,
    mobile: customer.mobile,
    email: customer.email,
    pan: customer.pan,
    nationality: customer.nationality,
    residency: customer.residency as Residency | '',
    dateOfBirth: customer.dateOfBirth,
    remitterBank: customer.remitterBank,
    accountNumber: customer.accountNumber,
    ifsc: customer.ifsc,
  };
  const disabled = disabledFields(draft);
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => !disabled.includes(field as RequestField)),
  );
}

/** The field of a new customer that the typed text fills in; only one that is still empty. */
export function newCustomerFields(draft: RequestDraft, typed: string): Partial<FormDraft> {
  const query = readCustomerQuery(typed);
  if (query === null) return {};
  const isBulk = draft.type !== '' && !isPublic(draft.type);
  const text = typed.trim().replace(/\s+/g, ' ');
  const fields: Partial<RequestDraft> = {
    pan: { pan: query.value },
    mobile: { mobile: keptMobile(text) },
    idnumber: isBulk
      ? {}
      : {
          idNumber: text.toUpperCase(),
          ...(isPassportLike(text) && draft.idType === '' ? { idType: PASSPORT } : {}),
        },
    name: isBulk ? { entityName: text } : { travellerName: text },
  }[query.by];
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => draft[field as keyof RequestDraft] === ''),
  );
}

/** Whether the card can stand for the fields: everything that Final needs of them is filled in. */
export function isCardComplete(draft: RequestDraft): boolean {
  const isBulk = draft.type !== '' && !isPublic(draft.type);
  const needed = isBulk
    ? (['entityName', 'kycAddress', 'state'] as const)
    : (['travellerName', 'idType', 'idNumber', 'kycAddress', 'state'] as const);
  return needed.every((field) => draft[field].trim() !== '');
}
