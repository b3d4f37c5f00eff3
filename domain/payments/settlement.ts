import { addRupees, compareExact, type Rupees } from '../money.ts';

/** A payment as the gateway knows it. */
export interface GatewayPayment {
  readonly id: string;
  /** SUCCESS, FAILED, USER_DROPPED, PENDING, CANCELLED, VOID and whatever else the gateway may say. */
  readonly status: string;
  readonly amount: Rupees;
  readonly currency: string;
  readonly bankReference: string;
  /** ISO 8601 with its zone; empty while it is under way. */
  readonly completedAt: string;
}

export const PAID = 'SUCCESS';
export const GATEWAY_CURRENCY = 'INR';

/** What was asked of the payer. */
export interface Ordered {
  readonly amount: Rupees;
  readonly round: number;
  /** Another order stands for it, or it was cancelled. */
  readonly isVoid: boolean;
  readonly isCredited: boolean;
}

/** The request as it stands now. */
export interface Owing {
  readonly round: number;
  readonly grandTotal: Rupees;
  /** What all its payment lines come to. */
  readonly paid: Rupees;
  readonly withdrawn: boolean;
}

/**
 * Why a payment that succeeded is not received on its request; null where it is. Such money is real all the same: it is kept,
 * shown and returned.
 */
export function whyToReturn(
  payment: Pick<GatewayPayment, 'amount' | 'currency'>,
  ordered: Ordered,
  owing: Owing,
): string | null {
  if (payment.currency !== GATEWAY_CURRENCY) return `it is in ${payment.currency || 'no currency'}`;
  if (compareExact(payment.amount, ordered.amount) !== 0) return 'it is not the amount that was asked for';
  if (ordered.isCredited) return 'the link was paid before';
  if (owing.withdrawn) return 'the request is withdrawn';
  if (ordered.isVoid || owing.round !== ordered.round) return 'the link was for an earlier total';
  if (compareExact(addRupees(owing.paid, payment.amount), owing.grandTotal) > 0)
    return 'less than that is left to pay';
  return null;
}

/** Statuses after which a payment does not change any more. */
const OVER: readonly string[] = [PAID, 'FAILED', 'USER_DROPPED', 'CANCELLED', 'VOID', 'EXPIRED'];

/** Whether the result page should look again. */
export const isPending = (status: string): boolean => !OVER.includes(status);
