import type { findCustomer } from '#contract/requests/form.ts';
import type { ReplyOf } from '#contract/define.ts';
import type { Residency } from '#domain/requests/codes.ts';
import { disabledFields, type RequestDraft } from '#domain/requests/draft.ts';
import type { FormDraft } from './request.ts';

export type Customer = ReplyOf<typeof findCustomer>[number];

/** A number belongs to its type of document: neither is filled in beside a different value of the other. */
function isSamePaper(draft: RequestDraft, { idType: type, idNumber: number }: Customer): boolean {
  const written = (text: string) => text.trim().toUpperCase();
  const isSameType = draft.idType === '' || draft.idType === type;
  return isSameType && (draft.idNumber === '' || written(draft.idNumber) === written(number));
}

/** The fields that the last request fills in: only empty ones, and only those that the type has. */
export function filledBy(draft: RequestDraft, customer: Customer): Partial<FormDraft> {
  const offered: Partial<RequestDraft> = {
    travellerName: customer.travellerName,
    entityName: customer.entityName,
    ...(isSamePaper(draft, customer) && {
      idType: customer.idType,
      idNumber: customer.idNumber,
    }),
    kycAddress: customer.kycAddress,
    deliveryAddress: customer.deliveryAddress,
    state: customer.state,
    mobile: customer.mobile,
    email: customer.email,
    pan: customer.pan,
    nationality: customer.nationality,
    residency: customer.residency as Residency | '',
    dateOfBirth: customer.dateOfBirth,
  };
  const disabled = disabledFields(draft);
  return Object.fromEntries(
    Object.entries(offered).filter(
      ([field, value]) =>
        value !== '' &&
        draft[field as keyof RequestDraft] === '' &&
        !disabled.includes(field as keyof RequestDraft),
    ),
  );
}
