import * as z from 'zod/mini';
import { readRupees, type Rupees } from '#domain/money.ts';
import { systemActing, type Database } from '#server/platform/database.ts';
import type { Hook } from '#server/platform/http/hooks.ts';
import type { Log } from '#server/platform/log.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { keepEvent } from './events.sql.ts';
import { openForgeries } from './forgeries.ts';
import { judge, type Verdict } from './signature.ts';

const amount = z.optional(z.union([z.number(), z.string()]));

/** A webhook about a link, or about a payment by a link, which then names the link in its tags. */
const webhookSchema = z.object({
  data: z.object({
    link_id: z.optional(z.string().check(z.maxLength(100))),
    link_amount: amount,
    link_currency: z.optional(z.string()),
    order: z.optional(
      z.object({
        order_amount: amount,
        order_currency: z.optional(z.string()),
        order_tags: z.nullish(z.object({ link_id: z.optional(z.string().check(z.maxLength(100))) })),
      }),
    ),
  }),
});

interface WebhookFacts {
  readonly orderId: string | null;
  readonly amount: Rupees | null;
  readonly currency: string;
}
const NO_GATEWAY: Verdict = { isSigned: false, why: 'No payment gateway is set up.' };
const NOTHING: WebhookFacts = { orderId: null, amount: null, currency: '' };

function read(body: Buffer): WebhookFacts {
  let written: unknown;
  try {
    written = JSON.parse(body.toString('utf8'));
  } catch {
    return NOTHING;
  }
  const parsed = z.safeParse(webhookSchema, written);
  if (!parsed.success) return NOTHING;
  const { link_id, link_amount, link_currency, order } = parsed.data.data;
  const isOfLink = link_id !== undefined;
  const named = isOfLink ? link_amount : order?.order_amount;
  return {
    orderId: link_id ?? order?.order_tags?.link_id ?? null,
    amount: named === undefined ? null : readRupees(String(named)),
    currency: (isOfLink ? link_currency : order?.order_currency) ?? '',
  };
}

export interface WebhookOptions {
  readonly database: Database;
  readonly log: Log;
  /** Null if no gateway is configured. Then no webhook is believed. */
  readonly secret: string | null;
  readonly windowMinutes: number;
  readonly metrics: Metrics;
}

/**
 * The webhook of the gateway. Its answer contains no information, and its content is not trusted: a webhook with a
 * valid signature only causes a query to the gateway about the order. The signature is checked before anything is
 * stored, and no rate limit applies before that check. A flood of forgeries therefore neither fills the database nor
 * blocks the gateway.
 */
export function cashfreeHook({ database, log, secret, windowMinutes, metrics }: WebhookOptions): Hook {
  const forgeries = openForgeries({ database, log, metrics });
  const countSigned = metrics.counter('webhooks_signed', 'Webhooks with a good signature');
  return {
    path: '/hooks/cashfree',
    async take({ body, header, address, requestId }) {
      const signed = {
        signature: header('x-webhook-signature'),
        sentAt: header('x-webhook-timestamp'),
        body,
      };
      const verdict: Verdict =
        secret === null ? NO_GATEWAY : judge(signed, secret, Date.now(), windowMinutes * 60_000);
      if (!verdict.isSigned) {
        forgeries.note({ ...signed, address, requestId, why: verdict.why });
        return;
      }
      countSigned();
      const told = verdict.why === '' ? read(body) : NOTHING;
      const kept = await database.write(
        systemActing('hook.cashfree', { request: requestId, address }),
        (tx) => keepEvent(tx, { ...signed, ...told, address, why: verdict.why }),
      );
      if (kept !== undefined && kept.why !== '')
        log.warn({ why: kept.why, address, request: requestId }, 'a webhook is not believed');
    },
  };
}
