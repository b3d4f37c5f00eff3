import * as z from 'zod/mini';
import { readRupees, type Rupees } from '#domain/money.ts';
import { systemActing, type Database } from '#server/platform/database.ts';
import { Problem } from '#server/platform/dispatch/problems.ts';
import type { Hook } from '#server/platform/http/hooks.ts';
import type { Log } from '#server/platform/log.ts';
import { keepEvent } from './events.sql.ts';
import { whyForged } from './signature.ts';

const amount = z.optional(z.union([z.number(), z.string()]));

/** A webhook about a link, or about a payment by one, which then bears the link among its tags. */
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

interface Told {
  readonly orderId: string | null;
  readonly amount: Rupees | null;
  readonly currency: string;
}
const NOTHING: Told = { orderId: null, amount: null, currency: '' };

function read(body: Buffer): Told {
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
  /** Null where no gateway is set up: then nothing that comes is believed. */
  readonly secret: string | null;
  readonly windowMinutes: number;
  /** Throws when an address has sent too much. */
  readonly limit: (address: string | null) => Promise<void>;
}

/**
 * The gateway tells what happened. It is told nothing in return, and nothing it says is taken for true: a webhook with a
 * good signature only makes us ask the gateway about the order.
 */
export const cashfreeHook = ({ database, log, secret, windowMinutes, limit }: WebhookOptions): Hook => ({
  path: '/hooks/cashfree',
  async take({ body, header, address, requestId }) {
    const signed = { signature: header('x-webhook-signature'), sentAt: header('x-webhook-timestamp'), body };
    const why =
      secret === null
        ? 'No payment gateway is set up.'
        : whyForged(signed, secret, Date.now(), windowMinutes * 60_000);
    if (why !== '' && (await isTooMuch(limit, address))) return;
    const told = why === '' ? read(body) : NOTHING;
    const kept = await database.write(systemActing('hook.cashfree', { request: requestId, address }), (tx) =>
      keepEvent(tx, { ...signed, ...told, address, why }),
    );
    if (kept.why !== '')
      log.warn({ why: kept.why, address, request: requestId }, 'a webhook is not believed');
  },
});

/** Forgeries are kept, but nobody fills our disk with them. */
async function isTooMuch(limit: WebhookOptions['limit'], address: string | null): Promise<boolean> {
  try {
    await limit(address);
    return false;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}
