import type { Rupees } from '#domain/money.ts';
import type { GatewayPayment } from '#domain/payments/settlement.ts';

/** The content of a payment link. */
export interface NewLink {
  readonly orderId: string;
  readonly amount: Rupees;
  readonly purpose: string;
  /** Only this account can pay. The gateway verifies it with the bank. */
  readonly payer: {
    readonly name: string;
    readonly email: string;
    readonly mobile: string;
    readonly bankCode: string;
    readonly accountNumber: string;
    readonly ifsc: string;
  };
  /** The page to which the payer returns, and the address of the gateway's webhooks. */
  readonly returnUrl: string;
  readonly notifyUrl: string;
}

export interface CreatedLink {
  readonly gatewayId: string;
  readonly url: string;
}

export const LINK_STATES = ['ACTIVE', 'PAID', 'PARTIALLY_PAID', 'CANCELLED', 'EXPIRED'] as const;

/** The current state of a link at the gateway. */
export interface LinkStatus {
  readonly state: (typeof LINK_STATES)[number];
  readonly payments: readonly GatewayPayment[];
}

/** The payment gateway. Every method throws a GatewayError and never retries; the caller decides what to do. */
export interface Gateway {
  /** Returns the same link when it is called again with the same order and content. */
  makeLink(asked: NewLink): Promise<CreatedLink>;
  /** Null if the gateway has no such link. */
  findLink(orderId: string): Promise<LinkStatus | null>;
  /** Returns whether the link is cancelled now; false if it can no longer be cancelled. */
  cancelLink(orderId: string): Promise<boolean>;
}

/**
 * `refused`: the gateway understood the call and declined it, so a retry is useless. `away`: the gateway did not
 * answer, and it is not known whether it executed the call. `unknown`: the answer could not be understood.
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
