import { systemActing, type Database } from '#server/platform/database.ts';
import { FORGERY_SAMPLE_BYTES, FORGERY_SIGNATURE_CHARS } from '#server/platform/limits.ts';
import type { Log } from '#server/platform/log.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import { keepForgery } from './forgeries.sql.ts';

interface Forgery {
  readonly address: string | null;
  readonly requestId: string;
  readonly signature: string;
  readonly body: Buffer;
  readonly why: string;
}

const MINUTE_MS = 60_000;

/** Records forged webhooks: a metric counts them all, and at most once a minute a short sample and a log line are
 * written. */
export function openForgeries({
  database,
  log,
  metrics,
}: {
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
}) {
  const count = metrics.counter('webhooks_forged', 'Webhooks without a good signature');
  let sampledMinute = 0;
  let sinceSample = 0;
  return {
    /** Returns at once, so that the response time does not reveal whether a sample was stored. */
    note({ address, requestId, signature, body, why }: Forgery): void {
      count();
      sinceSample += 1;
      const minute = Math.floor(Date.now() / MINUTE_MS);
      if (minute === sampledMinute) return;
      sampledMinute = minute;
      log.warn({ why, address, request: requestId, forgeries: sinceSample }, 'webhooks are forged');
      sinceSample = 0;
      const sample = {
        address,
        why,
        signature: signature.replaceAll('\0', '').slice(0, FORGERY_SIGNATURE_CHARS),
        bytes: body.length,
        bodyStart: body.subarray(0, FORGERY_SAMPLE_BYTES),
      };
      database
        .write(systemActing('hook.cashfree', { request: requestId, address }), (tx) =>
          keepForgery(tx, sample),
        )
        .catch((error: unknown) => log.warn({ err: error }, 'a sample of a forged webhook was not kept'));
    },
  };
}
