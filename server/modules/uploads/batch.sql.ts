import type { WrongCell } from '#contract/sheets.ts';
import { MAX_READING_AT_ONCE, type BatchPhase } from '#domain/uploads/batches.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import type { Transaction } from '#server/platform/database.ts';
import { dayUse } from '#server/platform/db/day-use.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { WholeFile } from '#server/platform/files/intake.ts';
import type { Author } from '#server/platform/record.ts';

/** A batch besides its rows: added, watched, refused, each in a short transaction of its own. */

/** What users upload on a day. */
export const uploadDays = dayUse({ table: 'uploads.day_use', counters: ['batches', 'bytes'] });
const add = statement(
  'uploads.batch.add',
  { srno: 'int4' },
  `insert into uploads.batch (kind, file_name, hash, bytes, uploaded_by, uploaded_by_name)
   select $1::text, $2::text, $3::text, $4::integer, $5::integer, $6::text
   where (select count(*) from uploads.batch b where b.uploaded_by = $5 and b.state = 'reading'
     and not uploads.is_silent(b.heard_at)) < ${MAX_READING_AT_ONCE}
   returning srno`,
);
/**
 * Adds a batch and counts it for the day. The second of two uploads of a user waits at the count of the day, and then
 * sees the batch of the first. Undefined if too many are being read.
 */
export async function addBatch(
  tx: Transaction,
  kind: UploadKind,
  { fileName, hash, bytes }: WholeFile,
  { account, name }: Author,
): Promise<number | undefined> {
  await uploadDays.add(tx, account, { batches: 1, bytes });
  return (await tx.maybe(add, [kind, fileName, hash, bytes, account, name]))?.srno;
}

const report = statement(
  'uploads.batch.report',
  {},
  `update uploads.batch set phase = $2, rows = $3, done_rows = $4, heard_at = clock_timestamp()
   where srno = $1 and state = 'reading'`,
);
export interface Progress {
  readonly phase: BatchPhase;
  readonly rows: number;
  readonly doneRows: number;
}
/** Says how far a batch is, and that its process lives. */
export const reportProgress = (tx: Transaction, batch: number, { phase, rows, doneRows }: Progress) =>
  tx.rows(report, [batch, phase, rows, doneRows]);

const TRAILED = `jsonb_build_object('kind', kind, 'file', file_name, 'hash', hash, 'rows', rows, 'reason', reason`;

const refuse = statement(
  'uploads.batch.refuse',
  {},
  `with refused as (
     update uploads.batch set state = 'refused', reason = $2, rows = $3, done_rows = $3, error_count = $4, is_stored = $5,
       ended_at = now()
     where srno = $1 and state = 'reading' returning *
   )
   insert into platform.trail (action, record, record_id, after)
   select 'refuse', 'upload', srno::text, ${TRAILED}, 'errors', error_count) from refused`,
);
const keepWrong = statement(
  'uploads.wrong.keep',
  {},
  `insert into uploads.wrong_cells (batch, cells)
   select srno, $2::jsonb from uploads.batch where srno = $1 and error_count > 0`,
);
interface RefusedBatch {
  readonly reason: string;
  readonly rows: number;
  readonly wrong?: readonly WrongCell[];
  /** Whether the store has the file. */
  readonly isStored: boolean;
}
/** Refuses a batch, after the transaction of its rows was rolled back. */
export async function refuseBatch(
  tx: Transaction,
  batch: number,
  { reason, rows, wrong = [], isStored }: RefusedBatch,
): Promise<void> {
  await tx.rows(refuse, [batch, reason, rows, wrong.length, isStored]);
  if (wrong.length > 0) await tx.rows(keepWrong, [batch, JSON.stringify(wrong)]);
}

const sweep = statement(
  'uploads.batch.sweep',
  { batches: 'int4' },
  `with silent as (
     update uploads.batch set state = 'refused', reason = $1, ended_at = now()
     where state = 'reading' and uploads.is_silent(heard_at) returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'refuse', 'upload', srno::text, ${TRAILED}) from silent
   )
   select count(*)::integer as batches from silent`,
);
/** Refuses the batches whose process has died; returns how many. */
export const refuseSilent = async (tx: Transaction, reason: string): Promise<number> =>
  (await tx.one(sweep, [reason])).batches;
