import {
  NO_RUPEES,
  readExact,
  readRupees,
  RATE_PLACES,
  sumRupees,
  type Exact,
  type Rupees,
} from '../money.ts';
import { parseAmount } from '../numbers.ts';
import { addedTo, feeOn, lineAmount, totalsOf, type Deal, type Totals } from './charges.ts';
import type { PaymentLine, RequestDraft } from './draft.ts';
import type { TaxScheme } from './schemes.ts';

/** Converts typed text to the figures of a request. Each reader returns null if the text is not such a number. */

const QUANTITY_PLACES = 2;

const readTyped = (typed: string, places: number): Exact | null => {
  const decimal = parseAmount(typed, { places });
  return decimal === null ? null : readExact(decimal, places);
};

export const readQuantity = (typed: string): Exact | null => readTyped(typed, QUANTITY_PLACES);
export const readRate = (typed: string): Exact | null => readTyped(typed, RATE_PLACES);

/** An empty text reads as zero. */
export function readMoney(typed: string): Rupees | null {
  if (typed.trim() === '') return NO_RUPEES;
  const decimal = parseAmount(typed);
  return decimal === null ? null : readRupees(decimal);
}

export interface Priced {
  readonly deal: Deal;
  readonly totals: Totals;
}

/**
 * The totals of a draft as far as it is readable. An unreadable line or amount counts as zero, as in a half-typed form.
 * `draftProblems` reports it before anything is saved. Null while no type is chosen.
 */
export function priceDraft(
  draft: Pick<RequestDraft, 'type' | 'products' | 'otherCharges' | 'tcs'>,
  scheme: TaxScheme,
): Priced | null {
  if (draft.type === '') return null;
  const lines = draft.products.flatMap((line) => {
    const [quantity, rate] = [readQuantity(line.quantity), readRate(line.rate)];
    return quantity === null || rate === null ? [] : [{ quantity, rate }];
  });
  const fee = feeOn(sumRupees(lines.map(({ quantity, rate }) => lineAmount(quantity, rate))), scheme.fee);
  const deal: Deal = {
    type: draft.type,
    scheme,
    lines,
    addedCharges: addedTo(fee, readMoney(draft.otherCharges) ?? NO_RUPEES),
    tcs: readMoney(draft.tcs) ?? NO_RUPEES,
  };
  return { deal, totals: totalsOf(deal) };
}

/** The sum of the payment lines, or of those of one type. */
export const paymentTotal = (payments: readonly PaymentLine[], only?: PaymentLine['payType']): Rupees =>
  sumRupees(
    payments
      .filter(({ payType }) => only === undefined || payType === only)
      .map(({ amount }) => readMoney(amount) ?? NO_RUPEES),
  );
