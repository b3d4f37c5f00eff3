import { addRupees, largerOf, NO_RUPEES, subtractRupees, type Rupees } from '../rupees.ts';

/** How far a request is paid: what has come (of a purchase: gone out), what head office has agreed to wait for, and what is open. */
export interface PaymentAmounts {
  readonly paid: Rupees;
  readonly agreed: Rupees;
  /** Negative if the payments are more than the grand total. */
  readonly open: Rupees;
}

/** The three amounts together are the grand total. */
export const amountsOf = (grandTotal: Rupees, agreed: Rupees, open: Rupees): PaymentAmounts => ({
  paid: subtractRupees(grandTotal, addRupees(agreed, open)),
  agreed,
  open,
});

/**
 * What has come, or gone out. What a draft has entered is still to come; a request that was sent back has what came before,
 * of which `stored` is the sum, with what is only agreed.
 */
export const receivedSoFar = (
  isSubmitted: boolean,
  stored: Rupees,
  { paid, agreed }: PaymentAmounts,
): Rupees => (isSubmitted ? paid : largerOf(NO_RUPEES, subtractRupees(stored, agreed)));
