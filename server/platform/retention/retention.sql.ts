import type { Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';
import type { Swept } from './sweep.ts';

const TODAY = `(now() at time zone 'Asia/Kolkata')::date`;

const rule = statement(
  'platform.retention.rule',
  { days: 'int4' },
  'select days from platform.retention_in_force where subject = $1',
);
/** The days for which a subject is kept today. */
export const daysKept = async (tx: Transaction, subject: string): Promise<number> =>
  (await tx.one(rule, [subject])).days;

const record = statement(
  'platform.retention.record',
  {},
  `insert into platform.retention_run as r (subject, day, days, removed, oldest, newest, ended_at)
   values ($1, ${TODAY}, $2, $3, $4::timestamptz, $5::timestamptz, case when $6::boolean then now() end)
   on conflict (subject, day) do update set days = excluded.days, removed = r.removed + excluded.removed,
     oldest = least(r.oldest, excluded.oldest), newest = greatest(r.newest, excluded.newest), ended_at = excluded.ended_at`,
);
/** Adds one batch to what was removed today. It commits together with the removal. */
export const recordBatch = (
  tx: Transaction,
  subject: string,
  days: number,
  { removed, oldest, newest }: Swept,
  isLast: boolean,
) => tx.rows(record, [subject, days, removed, oldest, newest, isLast]);
