import type { Rupees } from '#domain/money.ts';
import type { GatewayPayment } from '#domain/payments/settlement.ts';

/** What a payment link is made of. */
export interface LinkAsked {
  readonly orderId: string;
  readonly amount: Rupees;
  readonly purpose: string;
  /** Only this account can pay: the gateway checks it with the bank. */
  readonly payer: {
    readonly name: string;
    readonly email: string;
    readonly mobile: string;
    readonly bankCode: string;
    readonly accountNumber: string;
    readonly ifsc: string;
  };
  /** Where the payer comes back to, and where the gateway tells what happened. */
  readonly returnUrl: string;
  readonly notifyUrl: string;
}

export interface LinkMade {
  readonly gatewayId: string;
  readonly url: string;
}

export const LINK_STATES = ['ACTIVE', 'PAID', 'PARTIALLY_PAID', 'CANCELLED', 'EXPIRED'] as const;

/** A link as the gateway knows it now. */
export interface LinkKnown {
  readonly state: (typeof LINK_STATES)[number];
  readonly payments: readonly GatewayPayment[];
}

/** The payment gateway. Each of these throws a GatewayError and tries nothing twice; the caller decides what to do. */
export interface Gateway {
  /** Asked again with the same order and content it gives the same link. */
  makeLink(asked: LinkAsked): Promise<LinkMade>;
  /** Null where the gateway has no such link. */
  findLink(orderId: string): Promise<LinkKnown | null>;
  /** Whether it is cancelled now; false where it can no longer be. */
  cancelLink(orderId: string): Promise<boolean>;
}

/**
 * `refused`: the gateway has understood and does not want to; asking again the same is of no use. `away`: it did not answer, and
 * whether it has done what was asked is not known. `unknown`: it answered something that makes no sense.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: 'refused' | 'away' | 'unknown';
  readonly status: number | undefined;
  constructor(kind: GatewayError['kind'], message: string, more: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.status = more.status;
  }
}
