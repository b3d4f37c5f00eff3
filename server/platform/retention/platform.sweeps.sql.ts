import { statement } from '../db/statement.ts';
import { COUNT_GONE, CUT, SWEPT, sweepRows, type Sweep } from './sweep.ts';

/** The bytes of an upload that ended in the middle may have reached the store. */
const unfinished = statement(
  'platform.incoming.sweep',
  SWEPT,
  `with gone as (
     delete from platform.incoming_object where ctid = any (array(
       select ctid from platform.incoming_object where at < ${CUT} limit $2::integer))
     returning hash, at
   ), unwanted as (
     insert into platform.unwanted_object (hash) select distinct hash from gone on conflict do nothing
   )
   ${COUNT_GONE}`,
);

/** A failed mail holds an address in its payload. */
const failedJobs = statement(
  'platform.job.sweep',
  SWEPT,
  `with old as materialized (
     select id, created_at from platform.job where state = 'failed' and created_at < ${CUT} order by id limit $2::integer
   ), gone as (
     select old.created_at as at from platform.drop_failed_jobs(array(select id from old)) as dropped (id) join old using (id)
   )
   ${COUNT_GONE}`,
);

export const platformSweeps: readonly Sweep[] = [
  sweepRows({ subject: 'idempotency_keys', table: 'platform.idempotency', at: 'made_at' }),
  sweepRows({ subject: 'proposals', table: 'platform.proposal', at: 'decided_at' }),
  { subject: 'unfinished_uploads', sweep: (tx, days, limit) => tx.one(unfinished, [days, limit]) },
  { subject: 'failed_jobs', sweep: (tx, days, limit) => tx.one(failedJobs, [days, limit]) },
];
