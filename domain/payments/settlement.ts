import { addRupees, compareExact, type Rupees } from '../money.ts';

/** A payment as the gateway reports it. */
export interface GatewayPayment {
  readonly id: string;
  /** SUCCESS, FAILED, USER_DROPPED, PENDING, CANCELLED, VOID or any other status of the gateway. */
  readonly status: string;
  readonly amount: Rupees;
  readonly currency: string;
  readonly bankReference: string;
  /** ISO 8601 with its zone; empty while the payment is in progress. */
  readonly completedAt: string;
}

export const PAID = 'SUCCESS';
export const GATEWAY_CURRENCY = 'INR';

/** The order behind a payment link. */
export interface Ordered {
  readonly amount: Rupees;
  readonly round: number;
  /**
   * Another order replaces this one. An order whose link has only expired or was closed at the gateway can still be
   * paid.
   */
  readonly isReplaced: boolean;
  readonly isCredited: boolean;
}

/** The current state of the request. */
export interface Owing {
  readonly round: number;
  readonly grandTotal: Rupees;
  /** The sum of all its payment lines. */
  readonly paid: Rupees;
  readonly withdrawn: boolean;
}

/**
 * Why a successful payment is not received on its request; null if it is. The money is real even then: it is stored,
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
  if (owing.round !== ordered.round) return 'the request has changed since the link was made';
  if (compareExact(addRupees(owing.paid, payment.amount), owing.grandTotal) > 0)
    return 'less than that is left to pay';
  if (ordered.isReplaced) return 'another link stands in its place';
  return null;
}

/** Failed attempts. The payer can try the same link again. */
const FAILED: readonly string[] = ['FAILED', 'USER_DROPPED'];
/** The link can no longer be paid. */
const CLOSED: readonly string[] = ['CANCELLED', 'VOID', 'EXPIRED'];

export type Outcome = 'paid' | 'pending' | 'failed' | 'over';

/** The meaning of a status for the payer. An unknown status counts as pending. */
export function outcomeOf(status: string): Outcome {
  if (status === PAID) return 'paid';
  if (FAILED.includes(status)) return 'failed';
  return CLOSED.includes(status) ? 'over' : 'pending';
}

/**
 * Whether the result page should poll again. It also polls after a failure: a payer who fails and then pays can return
 * to the page before the gateway has notified us, and would only see the failure.
 */
export const mayChange = (status: string): boolean => ['pending', 'failed'].includes(outcomeOf(status));
