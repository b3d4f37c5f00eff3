import {
  addRupees,
  isAboveZero,
  isZero,
  rupees,
  subtractRupees,
  sumRupees,
  type Rupees,
} from '#domain/money.ts';
import { addedTo, feeOn, lineAmount } from '#domain/requests/charges.ts';
import { typedRate } from '#domain/rates/card.ts';
import type { PaymentLine, ProductLine } from '#domain/requests/draft.ts';
import { paymentTotal, readMoney, readQuantity, readRate } from '#domain/requests/pricing.ts';
import type { TaxScheme } from '#domain/requests/schemes.ts';
import {
  NEW_PAYMENT,
  NEW_PRODUCT,
  type FormDraft,
  type FormPayment,
  type PaymentEntry,
  type ProductEntry,
} from './request.ts';

/** Functions that change the lines of a request while they are typed. */

/** The line being typed as it would be added; a rate that follows the card has the card's rate, as the card shows it. */
export const productOf = (
  { product, isd, quantity, rate }: ProductEntry,
  cardRate: string | null,
  places = 0,
): ProductLine => ({
  product,
  isd,
  quantity,
  rate: rate ?? typedRate(isd, cardRate ?? '', places),
});

export const paymentOf = (
  { payType, bank, reference, amount, date }: PaymentEntry,
  left: Rupees | null,
): PaymentLine => ({
  payType,
  bank: payType === 'BANK' ? bank : '',
  reference,
  amount: amount ?? (left === null || !isAboveZero(left) ? '' : withoutZeroPaise(left)),
  date,
});

const withoutZeroPaise = (amount: Rupees) => amount.replace(/\.00$/, '');

/** Whether something has been typed into the line that is not yet in the list. */
export const isTypedProduct = ({ isd, quantity, rate, taken }: ProductEntry): boolean =>
  taken !== null || isd !== '' || quantity !== '' || (rate !== null && rate !== '');
export const isTypedPayment = ({ payType, bank, reference, amount, date, taken }: PaymentEntry): boolean =>
  taken !== null || [payType, bank, reference, amount ?? '', date].some((typed) => typed !== '');

/** The amount of a line; null if quantity or rate cannot be parsed. */
export function amountOf({ quantity, rate }: ProductLine): Rupees | null {
  const [units, price] = [readQuantity(quantity), readRate(rate)];
  return units === null || price === null ? null : lineAmount(units, price);
}

const feeFor = (products: readonly ProductLine[], scheme: TaxScheme) =>
  feeOn(sumRupees(products.flatMap((line) => amountOf(line) ?? [])), scheme.fee);

/** Sets the lines and their new fee; the amount that the user added to the fee stays. */
function withProducts(
  draft: FormDraft,
  products: readonly ProductLine[],
  scheme: TaxScheme | null,
): FormDraft {
  const charges = readMoney(draft.otherCharges);
  if (draft.otherCharges === '' || charges === null || scheme === null) return { ...draft, products };
  const added = addedTo(feeFor(draft.products, scheme), charges);
  const otherCharges = isZero(added) ? '' : addRupees(feeFor(products, scheme), added);
  return { ...draft, products, otherCharges };
}

const inserted = <Line>(lines: readonly Line[], line: Line, taken: { readonly at: number } | null): Line[] =>
  lines.toSpliced(taken?.at ?? lines.length, 0, line);

export const withProductAdded = (
  draft: FormDraft,
  line: ProductLine,
  scheme: TaxScheme | null,
): FormDraft => ({
  ...withProducts(draft, inserted(draft.products, line, draft.productEntry.taken), scheme),
  // The next line is usually of the same product.
  productEntry: { ...NEW_PRODUCT, product: line.product },
});

export const withoutProduct = (draft: FormDraft, index: number, scheme: TaxScheme | null): FormDraft =>
  withProducts(draft, draft.products.toSpliced(index, 1), scheme);

/** Moves a line back to the entry fields; it returns to its position when it is added. */
export function withProductTaken(draft: FormDraft, index: number, scheme: TaxScheme | null): FormDraft {
  const line = draft.products[index];
  if (line === undefined) return draft;
  return { ...withoutProduct(draft, index, scheme), productEntry: { ...line, taken: { line, at: index } } };
}

/** Clears the line that is being typed, or cancels the change of a line. */
export function withProductUndone(draft: FormDraft, scheme: TaxScheme | null): FormDraft {
  const { taken, product } = draft.productEntry;
  if (taken === null) return { ...draft, productEntry: { ...NEW_PRODUCT, product } };
  const products = inserted(draft.products, taken.line, taken);
  return { ...withProducts(draft, products, scheme), productEntry: NEW_PRODUCT };
}

export const withPaymentAdded = (draft: FormDraft, line: PaymentLine): FormDraft => {
  const payment: FormPayment = { ...line, srno: 0, gatewayOrder: '' };
  return {
    ...draft,
    payments: inserted(draft.payments, payment, draft.paymentEntry.taken),
    paymentEntry: NEW_PAYMENT,
  };
};

export const withoutPayment = (draft: FormDraft, index: number): FormDraft => ({
  ...draft,
  payments: draft.payments.toSpliced(index, 1),
});

export function withPaymentTaken(draft: FormDraft, index: number): FormDraft {
  const line = draft.payments[index];
  if (line === undefined) return draft;
  const { payType, bank, reference, amount, date } = line;
  return {
    ...withoutPayment(draft, index),
    paymentEntry: { payType, bank, reference, amount, date, taken: { line, at: index } },
  };
}

export function withPaymentUndone(draft: FormDraft): FormDraft {
  const { taken } = draft.paymentEntry;
  if (taken === null) return { ...draft, paymentEntry: NEW_PAYMENT };
  return { ...draft, payments: inserted(draft.payments, taken.line, taken), paymentEntry: NEW_PAYMENT };
}

const isOfGateway = ({ gatewayOrder }: FormPayment) => gatewayOrder !== '';

/** Typed lines with the gateway's stored payments, which stay valid whoever saves last. */
export const withGatewayLinesOf = (typed: FormDraft, stored: FormDraft): FormDraft => ({
  ...typed,
  payments: [
    ...typed.payments.filter((line) => !isOfGateway(line)),
    ...stored.payments.filter((line) => isOfGateway(line)),
  ],
});

/** The amount left to pay; negative if the payments exceed the total. */
export const leftToPay = (grandTotal: Rupees, payments: readonly PaymentLine[]): Rupees =>
  subtractRupees(grandTotal, paymentTotal(payments));

/** An amount without its sign. */
export const sizeOf = (amount: Rupees): Rupees => rupees(amount.replace(/^-/, ''));
