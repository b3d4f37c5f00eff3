import type { AnswerStatus, DiscrepancyKind, FlashStatus, LineStatus } from '#domain/flash/codes.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author, LockedRecord } from '#server/platform/record.ts';
import { DISCREPANCIES, isAnswered } from './present.ts';

/** The responses to a discrepancy and the changes of its status. */

const lockStatement = (kind: DiscrepancyKind) => {
  const { table, column, isThere } = DISCREPANCIES[kind];
  return statement(
    `flash.${column}.answering`,
    {
      audit: 'int4',
      header: 'text',
      status: 'text',
      answer_status: 'text',
      version: 'int4',
      changed_by_name: 'text',
      changed_at: 'timestamptz',
    },
    `with held as materialized (
       select a.srno, a.status from flash.audit a where a.srno = (select d.audit from ${table} d where d.srno = $1) for share
     )
     select d.audit, held.status as header, d.status, d.answer_status, d.version, d.changed_by_name, d.changed_at
     from ${table} d join held on held.srno = d.audit where d.srno = $1 and ${isThere} for no key update of d`,
  );
};
const locks = { C: lockStatement('C'), T: lockStatement('T') };

export interface LockedDiscrepancy extends LockedRecord {
  readonly audit: number;
  /** The status of the audit. */
  readonly header: FlashStatus;
  /** The status of the line. */
  readonly status: LineStatus;
  readonly answer_status: AnswerStatus;
}
/** Locks the audit in shared mode and then the line, so that both stay as they are; undefined if it is not in reach. */
export const lockDiscrepancy = (tx: Transaction, kind: DiscrepancyKind, srno: number) =>
  tx.maybe(locks[kind], [srno]) as Promise<LockedDiscrepancy | undefined>;

const answeredStatement = (kind: DiscrepancyKind) =>
  statement(
    `flash.${DISCREPANCIES[kind].column}.answered`,
    { answered: 'bool' },
    `select ${isAnswered(kind)} as answered from ${DISCREPANCIES[kind].table} d where d.srno = $1`,
  );
const answered = { C: answeredStatement('C'), T: answeredStatement('T') };
/** Whether the locked discrepancy has a remark since it last became pending. */
export const hasRemark = async (tx: Transaction, kind: DiscrepancyKind, srno: number): Promise<boolean> =>
  (await tx.one(answered[kind], [srno])).answered;

const addStatement = (kind: DiscrepancyKind) => {
  const { table, column } = DISCREPANCIES[kind];
  return statement(
    `flash.${column}.respond`,
    { srno: 'int4' },
    `with added as (
       insert into flash.response (audit, branch, ${column}, words, file_name, extension, hash, bytes, made_by, made_by_name)
       select d.audit, d.branch, d.srno, $2::text, $3::text, $4::text, $5::text, $6::integer, $7::integer, $8::text
       from ${table} d where d.srno = $1
       returning *
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select 'reply', 'flash ${column}', ${column}::text, branch,
         jsonb_build_object('audit', audit, 'words', words, 'file', file_name, 'hash', hash) from added
     )
     select srno from added`,
  );
};
const adds = { C: addStatement('C'), T: addStatement('T') };
/** Adds a remark to the locked discrepancy. */
export const addRemark = (
  tx: Transaction,
  kind: DiscrepancyKind,
  srno: number,
  words: string,
  file: AcceptedFile | null,
  { account, name }: Author,
) => {
  const proof =
    file === null ? [null, null, null, null] : [file.fileName, file.extension, file.hash, file.bytes];
  return tx.one(adds[kind], [srno, words, ...proof, account, name]);
};

const changeStatement = (kind: DiscrepancyKind) => {
  const { table, column } = DISCREPANCIES[kind];
  return statement(
    `flash.${column}.decide`,
    { answer_status: 'text', version: 'int4' },
    `with was as (select srno, answer_status from ${table} where srno = $1), changed as (
       update ${table} d set answer_status = $2::text, version = d.version + 1, changed_by = $3::integer,
         changed_by_name = $4::text, changed_at = now(),
         pending_since = case when $2 = 'P' then clock_timestamp() else d.pending_since end
       where d.srno = $1 returning d.*
     ), noted as (
       insert into flash.response (audit, branch, ${column}, status, made_by, made_by_name)
       select audit, branch, srno, answer_status, $3, $4 from changed
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, before, after)
       select 'decide', 'flash ${column}', c.srno::text, c.branch, jsonb_build_object('status', was.answer_status),
         jsonb_build_object('audit', c.audit, 'status', c.answer_status) from changed c join was on was.srno = c.srno
     )
     select answer_status, version from changed`,
  );
};
const changes = { C: changeStatement('C'), T: changeStatement('T') };
/** Sets the status of the locked discrepancy and keeps the change among the responses. */
export const changeAnswer = (
  tx: Transaction,
  kind: DiscrepancyKind,
  srno: number,
  to: AnswerStatus,
  { account, name }: Author,
) => tx.one(changes[kind], [srno, to, account, name]);
