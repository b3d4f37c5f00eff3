import { readIsoDate, type IsoDate } from '../dates.ts';
import { readPan } from '../masters/entity.ts';
import { mandatoryMessage, MESSAGES, TEXTS } from '../messages.ts';
import { compareExact, isAboveZero, type Exact, type Rupees } from '../money.ts';
import { fieldProblems, type FieldProblem } from '../rules.ts';
import { totalsThatDiffer, type StatedTotals } from './charges.ts';
import { ID_TYPES, isPublic, isSale } from './codes.ts';
import { PAYMENT_LINE_RULES, PRODUCT_LINE_RULES, REQUEST_RULES } from './draft.ts';
import type { PaymentLine, ProductLine, RequestDraft, RequestField } from './draft.ts';
import { isAadhaarType, keptIdNumber } from './identity.ts';
import { isMaskedNumber, TYPE_WHOLE } from './masks.ts';
import { paymentTotal, readMoney, readQuantity, readRate } from './pricing.ts';

const isBlank = (text: string) => text.trim() === '';
/** A number of zero counts as missing. */
const isNothing = (typed: string, read: Exact | Rupees | null) =>
  isBlank(typed) || (read !== null && !isAboveZero(read));

function problemsOf<Field extends string>(
  missing: readonly Field[],
  rules: Readonly<Record<Field, { readonly label: string }>>,
): FieldProblem<Field>[] {
  const message = mandatoryMessage(missing.map((field) => rules[field].label));
  return missing.map((field) => ({ field, message }));
}

/** Why a product line cannot be added (001 §5); empty if it can. */
export function productLineProblems(line: ProductLine): FieldProblem<keyof ProductLine>[] {
  const [quantity, rate] = [readQuantity(line.quantity), readRate(line.rate)];
  const missing: (keyof ProductLine)[] = [];
  if (line.product === '') missing.push('product');
  if (isBlank(line.isd)) missing.push('isd');
  if (isNothing(line.quantity, quantity)) missing.push('quantity');
  if (isNothing(line.rate, rate)) missing.push('rate');
  const tooLong = fieldProblems(PRODUCT_LINE_RULES, { ...line });
  const wrong: FieldProblem<keyof ProductLine>[] = [];
  if (!isBlank(line.quantity) && quantity === null)
    wrong.push({ field: 'quantity', message: 'Quantity must be a number, such as 500.' });
  if (!isBlank(line.rate) && rate === null)
    wrong.push({ field: 'rate', message: 'Rate must be a number, such as 83.4567.' });
  return [...problemsOf(missing, PRODUCT_LINE_RULES), ...tooLong, ...wrong];
}

/** Why a payment line cannot be added (001 §5); empty if it can. */
export function paymentLineProblems(line: PaymentLine): FieldProblem<keyof PaymentLine>[] {
  const amount = readMoney(line.amount);
  const missing: (keyof PaymentLine)[] = [];
  if (line.payType === '') missing.push('payType');
  if (line.payType === 'BANK' && isBlank(line.bank)) missing.push('bank');
  if (line.payType === 'BANK' && isBlank(line.reference)) missing.push('reference');
  if (isNothing(line.amount, amount)) missing.push('amount');
  const tooLong = fieldProblems(PAYMENT_LINE_RULES, { ...line });
  const wrong: FieldProblem<keyof PaymentLine>[] = [];
  if (amount === null) wrong.push({ field: 'amount', message: 'Amount must be rupees, such as 1500.50.' });
  if (!isBlank(line.date) && readIsoDate(line.date) === null)
    wrong.push({ field: 'date', message: 'Date is not a date.' });
  return [...problemsOf(missing, PAYMENT_LINE_RULES), ...tooLong, ...wrong];
}

/** Only sales have payment links: on a purchase the business pays the customer. */
export const asksForLink = ({ type, paymentLink }: Pick<RequestDraft, 'type' | 'paymentLink'>): boolean =>
  paymentLink && type !== '' && isSale(type);

export interface MissingField {
  readonly field: RequestField;
  readonly label: string;
}

/** The fields still missing for Final (001 §5), always in this order. */
export function missingForFinal(draft: RequestDraft): MissingField[] {
  const { type, handover } = draft;
  const ofPublic = type !== '' && isPublic(type);
  const ofBulk = type !== '' && !isPublic(type);
  const needs: readonly (readonly [RequestField, boolean])[] = [
    ['branch', isBlank(draft.branch)],
    ['salesExecutive', isBlank(draft.salesExecutive)],
    ['handover', handover === ''],
    ['deliveryExecutive', handover === 'DEL' && isBlank(draft.deliveryExecutive)],
    ['type', type === ''],
    ['travellerName', ofPublic && isBlank(draft.travellerName)],
    ['idType', ofPublic && isBlank(draft.idType)],
    ['idNumber', ofPublic && keptIdNumber(draft.idType, draft.idNumber) === ''],
    ['entityName', ofBulk && isBlank(draft.entityName)],
    ['kycAddress', isBlank(draft.kycAddress)],
    ['deliveryAddress', isBlank(draft.deliveryAddress)],
    ['state', isBlank(draft.state)],
    ['products', draft.products.length === 0],
    ['payments', draft.payments.length === 0 && !asksForLink(draft)],
  ];
  return needs
    .filter(([, isMissing]) => isMissing)
    .map(([field]) => ({ field, label: REQUEST_RULES[field].label }));
}

/** Every reason why a request cannot be saved even as a draft: values that are too long or invalid for their field. */
export function draftProblems(draft: RequestDraft, today: IsoDate): FieldProblem<RequestField>[] {
  const tooLong = fieldProblems(REQUEST_RULES, { ...draft, products: null, payments: null });
  return [
    ...tooLong,
    ...[...wrongValues(draft, today)].filter(({ field }) => !tooLong.some((each) => each.field === field)),
    ...draft.products
      .flatMap(productLineProblems)
      .map(({ message }) => ({ field: 'products' as const, message })),
    ...draft.payments
      .flatMap(paymentLineProblems)
      .map(({ message }) => ({ field: 'payments' as const, message })),
  ];
}

function* wrongValues(draft: RequestDraft, today: IsoDate): Generator<FieldProblem<RequestField>> {
  if (draft.idType !== '' && !Object.hasOwn(ID_TYPES, draft.idType))
    yield { field: 'idType', message: 'ID Type is not one of the list.' };
  if (readPan(draft.pan).wasCleared)
    yield { field: 'pan', message: 'PAN must have 5 letters, 4 digits and 1 letter.' };
  for (const field of ['idNumber', 'accountNumber'] as const)
    if (isMaskedNumber(draft[field]) && !(field === 'idNumber' && isAadhaarType(draft.idType)))
      yield { field, message: `${REQUEST_RULES[field].label} ${TYPE_WHOLE}` };
  for (const field of ['tcs', 'otherCharges'] as const)
    if (readMoney(draft[field]) === null)
      yield { field, message: `${REQUEST_RULES[field].label} must be rupees, such as 1500.50.` };
  for (const field of ['travelDate', 'dateOfBirth'] as const)
    if (draft[field] !== '' && readIsoDate(draft[field]) === null)
      yield { field, message: `${REQUEST_RULES[field].label} is not a date.` };
  const birth = readIsoDate(draft.dateOfBirth);
  if (birth !== null && birth >= today) yield { field: 'dateOfBirth', message: MESSAGES.MSG0007 };
}

/** Why the payment does not match the grand total (001 §5); null if it does. With a link the payment can be short. */
export function paymentMessage(paid: Rupees, grandTotal: Rupees, linkAsked: boolean): string | null {
  const order = compareExact(paid, grandTotal);
  if (order > 0) return TEXTS.paymentDoesNotTally;
  return order < 0 && !linkAsked ? TEXTS.paymentShort : null;
}

/** Every reason why a request cannot be Final. The first message names all missing fields. */
export function finalProblems(
  draft: RequestDraft,
  grandTotal: Rupees,
  today: IsoDate,
): FieldProblem<RequestField>[] {
  const missing = missingForFinal(draft).map(({ field }) => field);
  const problems = [...problemsOf(missing, REQUEST_RULES), ...draftProblems(draft, today)];
  if (problems.length > 0) return problems;
  if (!isAboveZero(grandTotal)) return [{ field: 'products', message: 'Grand total must be above zero.' }];
  const message = paymentMessage(paymentTotal(draft.payments), grandTotal, asksForLink(draft));
  return message === null ? [] : [{ field: 'payments', message }];
}

/** MSG0008 if a sent total differs from the server's; null if all are equal. */
export const totalsMessage = (computed: StatedTotals, stated: StatedTotals): string | null =>
  totalsThatDiffer(computed, stated).length > 0 ? MESSAGES.MSG0008 : null;
