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
  /** Another order stands for it. One whose link has merely ended, by its age or at the gateway, may still be paid. */
  readonly isReplaced: boolean;
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
  if (owing.round !== ordered.round) return 'the request has changed since the link was made';
  if (compareExact(addRupees(owing.paid, payment.amount), owing.grandTotal) > 0)
    return 'less than that is left to pay';
  if (ordered.isReplaced) return 'another link stands in its place';
  return null;
}

/** Attempts that came to nothing: the same link can be tried again. */
const FAILED: readonly string[] = ['FAILED', 'USER_DROPPED'];
/** The link cannot be paid any more. */
const CLOSED: readonly string[] = ['CANCELLED', 'VOID', 'EXPIRED'];

export type Outcome = 'paid' | 'pending' | 'failed' | 'over';

/** What a status means to the payer; one that we do not know may still become anything. */
export function outcomeOf(status: string): Outcome {
  if (status === PAID) return 'paid';
  if (FAILED.includes(status)) return 'failed';
  return CLOSED.includes(status) ? 'over' : 'pending';
}

/**
 * Whether the result page should look again. After a failure too: who fails and then pays comes back to the page before
 * the gateway has told us, and would read of the failure alone.
 */
export const mayChange = (status: string): boolean => ['pending', 'failed'].includes(outcomeOf(status));
