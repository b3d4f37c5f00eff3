import { REQUEST_RULES, type RequestDraft, type RequestField } from '#domain/requests/draft.ts';
import { limitsOf } from '#web/ui/Field.tsx';
import type { RequestForm } from './form.ts';

/** The id by which a message finds its field. */
const fieldId = (field: RequestField): string => `request-${field}`;

/** The id of the box that finds a customer. */
export const CUSTOMER_BOX = 'request-customer';

/** Messages about a list of lines focus the first field of the line being typed. */
const FIRST_OF_LINE: Readonly<Partial<Record<RequestField, string>>> = {
  products: 'request-product-isd',
  payments: 'request-payment-payType',
};

export const fieldSelector = (field: RequestField): string => `#${FIRST_OF_LINE[field] ?? fieldId(field)}`;

/** The first field that a returning customer's request still needs. */
export function nextAfterCustomer({ type, handover, purpose }: RequestDraft): string {
  if (handover === '') return fieldSelector('handover');
  return fieldSelector(type === 'SP' && purpose === '' ? 'purpose' : 'products');
}

/** Keeps fields side by side aligned when only one of them has help. */
export const HELP_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

type TextName = {
  [Field in keyof RequestDraft]: RequestDraft[Field] extends string ? Field : never;
}[keyof RequestDraft];

/** The common properties of every field of the form, by its name. */
export function fieldsOf({ draft, change, marks, isDisabled }: RequestForm) {
  const common = (field: RequestField) => ({
    id: fieldId(field),
    label: REQUEST_RULES[field].label,
    error: marks[field],
    disabled: isDisabled(field),
  });
  const set = (field: TextName, value: string) => change({ [field]: value });
  const text = (field: TextName) => ({
    ...common(field),
    autoComplete: 'off',
    ...limitsOf(REQUEST_RULES[field]),
    value: draft[field],
    onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
  });
  const choice = (field: TextName) => ({
    ...common(field),
    openOnFocus: false,
    value: draft[field] === '' ? null : draft[field],
    onChange: (value: string | null) => set(field, value ?? ''),
  });
  return { common, text, choice };
}

/** The entries of a fixed list, by code and name. */
export const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
