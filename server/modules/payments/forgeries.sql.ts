import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

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

/** Small enough for one short transaction; the job runs every hour. */
const PURGED_AT_ONCE = 20_000;
const SAMPLE_DAYS = 7;

const purge = statement(
  'payments.event.purge',
  { events: 'int4', forgeries: 'int4' },
  `with forged as (
     delete from payments.forgery where minute < now() - interval '${SAMPLE_DAYS} days' returning minute
   ), old as (
     select id from payments.event where at < now() - make_interval(days => $1::integer) order by at limit ${PURGED_AT_ONCE}
   ), gone as (
     delete from payments.event where id in (select id from old) returning id
   )
   select (select count(*) from gone)::integer as events, (select count(*) from forged)::integer as forgeries`,
);
/** Deletes signed webhooks and samples of forgeries by age. */
export const purgeWebhooks = (tx: Transaction, keepDays: number) => tx.one(purge, [keepDays]);
