import { isAboveZero, isZero, subtractRupees, NO_RUPEES, type Rupees } from '#domain/rupees.ts';
import { formatRupees } from '#domain/numbers.ts';
import type { PaymentAmounts } from '#domain/requests/payment-amounts.ts';
import { paymentAmountsText } from '#web/texts/paymentAmounts.ts';

/** Whose words are used: a draft's payments are entered, a sale's received, a purchase's paid out. */
export type PaymentKind = 'draft' | 'sale' | 'purchase';

export const isPaidInFull = ({ agreed, open }: PaymentAmounts): boolean => isZero(agreed) && isZero(open);

/** The three amounts in words; an amount of zero is left out. */
export function amountsInWords(kind: PaymentKind, amounts: PaymentAmounts): string {
  const words = paymentAmountsText[kind];
  const { paid, agreed, open } = amounts;
  if (isPaidInFull(amounts)) return words.full;
  if (open.startsWith('-')) return words.tooMuch(formatRupees(subtractRupees(NO_RUPEES, open)));
  if (isZero(paid) && isZero(open)) return words.onlyAgreed(formatRupees(agreed));
  const part = (amount: Rupees, say: (amount: string) => string) =>
    isAboveZero(amount) ? [say(formatRupees(amount))] : [];
  return [
    ...part(paid, words.paid),
    ...part(agreed, paymentAmountsText.agreed),
    ...part(open, words.open),
  ].join(', ');
}
