import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Compared by hash, so that neither time nor length tells how near a guess was. */
export const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', right, 'buffer'));

/** What the gateway signs a webhook with: the moment it was sent, then the body byte for byte. */
export const signatureOf = (secret: string, sentAt: string, body: Buffer): string =>
  createHmac('sha256', secret).update(sentAt).update(body).digest('base64');

export interface Signed {
  readonly signature: string;
  /** Milliseconds since 1970, as the gateway writes them. */
  readonly sentAt: string;
  readonly body: Buffer;
}

/** Why a webhook is not from the gateway, or not from now; empty where it is. */
export function whyForged(
  { signature, sentAt, body }: Signed,
  secret: string,
  nowMs: number,
  windowMs: number,
): string {
  if (!isSame(signature, signatureOf(secret, sentAt, body))) return 'Its signature is not right.';
  const isMoment = /^\d{10,16}$/.test(sentAt);
  if (!isMoment || Math.abs(nowMs - Number(sentAt)) > windowMs) return 'It was signed at another time.';
  return '';
}

/** The token in the address of an order's result page: the same for the same order, and known to nobody without our secret. */
export const resultToken = (secret: string, orderId: string): string =>
  createHmac('sha256', secret).update(`result page of ${orderId}`).digest('base64url');

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
