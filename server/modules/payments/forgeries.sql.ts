import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { sweepRows, type Sweep } from '#server/platform/retention/sweep.ts';

const keep = statement(
  'payments.forgery.keep',
  {},
  `insert into payments.forgery (minute, address, why, signature, bytes, body_start)
   values (date_trunc('minute', now()), nullif($1::text, '')::inet, $2, $3, $4, $5)
   on conflict (minute) do nothing`,
);

interface Sample {
  readonly address: string | null;
  readonly why: string;
  readonly signature: string;
  readonly bytes: number;
  readonly bodyStart: Buffer;
}
/** Stores the first forgery of each minute, across all processes. */
export const keepForgery = (tx: Transaction, { address, why, signature, bytes, bodyStart }: Sample) =>
  tx.rows(keep, [address ?? '', why, signature, bytes, bodyStart]);

export const paymentSweeps: readonly Sweep[] = [
  sweepRows({
    subject: 'webhooks',
    table: 'payments.event',
    at: 'at',
    unless: `exists (select from payments.link_order o where o.order_id = t.order_id and platform.is_held(o.request))`,
  }),
  sweepRows({ subject: 'forgeries', table: 'payments.forgery', at: 'minute' }),
];
