import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** Compares hashes in constant time, so that neither time nor length reveals how close a guess was. */
export const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', right, 'buffer'));

/** The signature of a webhook by the gateway: over the timestamp, then the body byte for byte. */
export const signatureOf = (secret: string, sentAt: string, body: Buffer): string =>
  createHmac('sha256', secret).update(sentAt).update(body).digest('base64');

export interface Signed {
  readonly signature: string;
  /** Milliseconds since 1970, as the gateway writes them. */
  readonly sentAt: string;
  readonly body: Buffer;
}

/** Whether a webhook has a valid signature, and the reason why it is not believed; empty if it may be. */
export interface Verdict {
  readonly isSigned: boolean;
  readonly why: string;
}

export function judge(
  { signature, sentAt, body }: Signed,
  secret: string,
  nowMs: number,
  windowMs: number,
): Verdict {
  if (!isSame(signature, signatureOf(secret, sentAt, body)))
    return { isSigned: false, why: 'Its signature is not right.' };
  const isMoment = /^\d{10,16}$/.test(sentAt);
  const isNow = isMoment && Math.abs(nowMs - Number(sentAt)) <= windowMs;
  return { isSigned: true, why: isNow ? '' : 'It was signed at another time.' };
}

/** The token in the URL of an order's result page. It is stable for an order and cannot be computed without the
 * secret. */
export const resultToken = (secret: string, orderId: string): string =>
  createHmac('sha256', secret).update(`result page of ${orderId}`).digest('base64url');

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
