import { statement } from '#server/platform/db/statement.ts';
import { COUNT_GONE, CUT, SWEPT, sweepRows, type Sweep } from '#server/platform/retention/sweep.ts';
import { uploadDays } from './batch.sql.ts';

/** The history keeps the batch without its file, whose bytes then go. */
const forgetSheets = statement(
  'uploads.batch.forget_sheets',
  SWEPT,
  `with old as (
     select srno, hash from uploads.batch where is_stored and uploaded_at < ${CUT} order by srno limit $2::integer
   ), gone as (
     update uploads.batch b set is_stored = false, hash = '', file_name = 'Erased.xlsx' from old where b.srno = old.srno
     returning b.uploaded_at as at
   ), unwanted as (
     insert into platform.unwanted_object (hash) select distinct hash from old on conflict do nothing
   )
   ${COUNT_GONE}`,
);

export const uploadsSweeps: readonly Sweep[] = [
  sweepRows({ subject: 'wrong_cells', table: 'uploads.wrong_cells', at: 'kept_at' }),
  sweepRows({
    subject: 'lrs_rows',
    table: 'uploads.lrs_row',
    at: 'on_day',
    unless: `exists (select from platform.hold h where h.ended_at is null and h.kind = 'pan' and h.value = t.pan)`,
  }),
  { subject: 'upload_sheets', sweep: (tx, days, limit) => tx.one(forgetSheets, [days, limit]) },
  uploadDays.sweep,
];
