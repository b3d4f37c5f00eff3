import { MAX_ROWS_A_DAY } from '#domain/uploads/batches.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { uploadDays } from './batch.sql.ts';
import type { BranchMonth } from './store.sql.ts';

/** The end of a batch that is applied, in the transaction of its rows. */

const useRows = statement(
  'uploads.day.rows',
  { rows: 'int4' },
  `update uploads.day_use set rows = rows + $2::integer
   where account = $1 and day = (now() at time zone 'Asia/Kolkata')::date and rows + $2 <= ${MAX_ROWS_A_DAY} returning rows`,
);
/** Counts rows for the day of their user; false if they are too many. Midnight may have passed since the file came. */
export async function countRows(tx: Transaction, account: number, rows: number): Promise<boolean> {
  await uploadDays.add(tx, account, {});
  return (await tx.maybe(useRows, [account, rows])) !== undefined;
}

const apply = statement(
  'uploads.batch.apply',
  { srno: 'int4' },
  `with done as (
     update uploads.batch b set state = 'applied', is_stored = true, phase = 'storing', rows = $2, done_rows = $2, ended_at = now(),
       branch = case when m.branch_count = 1 then m.first_branch end, branches = m.branches, first_month = m.first_month,
       last_month = m.last_month, covered = m.covered
     from (
       select count(distinct branch)::integer as branch_count, min(branch) as first_branch,
         array_agg(distinct branch order by branch) as branches, min(month) as first_month, max(month) as last_month,
         count(*)::integer as covered
       from unnest($3::integer[], $4::date[]) as m (branch, month)
     ) as m
     where b.srno = $1 and b.state = 'reading' and not uploads.is_silent(b.heard_at)
     returning b.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'import', 'upload', srno::text, branch, jsonb_build_object('kind', kind, 'file', file_name, 'hash', hash,
       'rows', rows, 'first_month', first_month, 'last_month', last_month,
       'branches', (select jsonb_agg(e.id order by e.id) from masters.entity_ref e where e.srno = any (done.branches)),
       'replace', $5::boolean)
     from done
   )
   select srno from done`,
);
/** Applies a batch. False if it was silent for so long that others saw it refused. */
export const applyBatch = async (
  tx: Transaction,
  batch: number,
  rows: number,
  months: readonly BranchMonth[],
  isReplacing: boolean,
): Promise<boolean> =>
  (await tx.maybe(apply, [
    batch,
    rows,
    months.map(({ branch }) => branch),
    months.map(({ month }) => month),
    isReplacing,
  ])) !== undefined;
