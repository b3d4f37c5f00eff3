import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from './behaviour.ts';
import { linkEntity, type Link, type Payment } from './ledger.ts';

const TYPES = {
  SUCCESS: 'PAYMENT_SUCCESS_WEBHOOK',
  FAILED: 'PAYMENT_FAILED_WEBHOOK',
  USER_DROPPED: 'PAYMENT_USER_DROPPED_WEBHOOK',
} as const;

/** Link amounts are texts here but numbers in answers, as with the real gateway. */
export function linkEvent(link: Link, url: string, payment?: Payment): string {
  const entity = linkEntity(link, url);
  return JSON.stringify({
    data: {
      ...entity,
      link_amount: entity.link_amount.toFixed(2),
      link_amount_paid: entity.link_amount_paid.toFixed(2),
      ...(payment === undefined
        ? {}
        : {
            order: {
              order_id: payment.order_id,
              order_amount: payment.payment_amount.toFixed(2),
              transaction_id: payment.cf_payment_id,
              transaction_status: payment.payment_status,
            },
          }),
    },
    type: 'PAYMENT_LINK_EVENT',
    version: 1,
    event_time: new Date().toISOString(),
  });
}

export const paymentEvent = (link: Link, payment: Payment): string =>
  JSON.stringify({
    data: {
      order: {
        order_id: payment.order_id,
        order_amount: link.asked.link_amount,
        order_currency: link.asked.link_currency,
        order_tags: { link_id: link.asked.link_id },
      },
      payment,
      customer_details: { customer_email: link.asked.customer_details.customer_email },
    },
    type: TYPES[payment.payment_status],
    event_time: new Date().toISOString(),
  });

/** An outgoing webhook. */
export interface Outgoing {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function signed(body: string, secret: string, sentAt = String(Date.now())): Outgoing {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': sentAt,
      'x-webhook-signature': createHmac('sha256', secret).update(sentAt).update(body).digest('base64'),
      'x-webhook-version': '2025-01-01',
    },
  };
}

/** A webhook that looks valid but is not signed with our secret. */
export const forged = (body: string): Outgoing => signed(body, randomBytes(16).toString('hex'));

export async function post(url: string, { body, headers }: Outgoing): Promise<number | null> {
  try {
    const response = await fetch(url, { method: 'POST', body, headers });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

const TRIES = 3;
const TRY_AGAIN_MS = 500;

/** Delivers according to the behaviour; a webhook that was not accepted is sent again a few times. */
export async function deliver(
  url: string,
  body: string,
  secret: string,
  { webhooks, delayMs, times, forge }: Behaviour,
): Promise<void> {
  if (webhooks === 'dropped') return;
  await sleep(delayMs);
  for (let time = 0; time < times; time += 1) {
    if (forge) await post(url, forged(body));
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const status = await post(url, signed(body, secret));
      if (status !== null && status < 300) break;
      await sleep(TRY_AGAIN_MS * attempt);
    }
  }
}
