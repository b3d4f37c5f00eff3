import { AUDIT_REFUSALS } from '#domain/audit/texts.ts';
import type { Format, RegisterType } from '#domain/audit/codes.ts';
import type { IsoDate } from '#domain/dates.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author } from '#server/platform/record.ts';
import { DOCUMENT_ROW } from './registers.present.ts';

/** The registers FLM3 to FLM6 of an audit. Everything runs under row-level security. */

const audited = statement(
  'audit.registers.audit',
  {
    srno: 'int4',
    branch: 'int4',
    branch_id: 'text',
    branch_name: 'text',
    year: 'int4',
    month: 'int4',
    status: 'text',
  },
  `select a.srno, a.branch, b.id as branch_id, b.name as branch_name, a.year, a.month, a.status
   from audit.audit a join masters.entity_ref b on b.srno = a.branch where a.srno = $1`,
);
export type AuditOfRegisters = NonNullable<(typeof audited)['row']>;

/** The audit of this number; it must be in reach. */
export async function findAudit(tx: Executor, srno: number): Promise<AuditOfRegisters> {
  const found = await tx.maybe(audited, [srno]);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * The reason why a change found nothing to do. Triggers refuse every change of a closed audit; this is only for words
 * where there was no change that they could refuse.
 */
export const unlessClosed = ({ status }: AuditOfRegisters, refusal: Error): Error =>
  status === 'C' ? new Refusal(AUDIT_REFUSALS.closed) : refusal;

const closedBy = (name: string, audit: string) =>
  statement(
    `audit.registers.closed_${name}`,
    { closed: 'bool' },
    `select exists (select from audit.audit where srno = ${audit} and status = 'C'
       and ($2::integer[] is null or branch = any ($2))) as closed`,
  );
const closed = {
  audit: closedBy('audit', '$1::integer'),
  checklistRow: closedBy('row', '(select n.audit from audit.answer n where n.srno = $1)'),
};
/**
 * Refuses a file for a closed audit in reach, named by its number or by that of a checklist row. A closed audit says so
 * whatever else is wrong; that it is not closed meanwhile is for the triggers.
 */
export const refuseIfClosed = async (
  on: Executor,
  by: keyof typeof closed,
  srno: number,
  scope: Scope,
): Promise<void> => {
  if ((await on.one(closed[by], [srno, entitiesIn(scope)])).closed) throw new Refusal(AUDIT_REFUSALS.closed);
};

const add = statement(
  'audit.registers.add',
  { srno: 'int4' },
  `insert into audit.document (audit, branch, kind, origin, file_name, extension, hash, bytes, uploaded_by, uploaded_by_name)
   select a.srno, a.branch, $2::text, case when $5::text is null then 'fetch' else 'upload' end, $3::text, $4::text, $5,
     $6::integer, $7::integer, $8::text
   from audit.audit a where a.srno = $1
   on conflict (audit, kind) where removed_at is null and kind like 'FLM%' do nothing
   returning srno`,
);
type RegisterFile = Pick<AcceptedFile, 'fileName' | 'extension'> &
  Partial<Pick<AcceptedFile, 'hash' | 'bytes'>>;
/** Adds a register without its transactions. Undefined if the audit has it; a concurrent addition is waited for. */
export const addRegister = async (
  tx: Transaction,
  audit: AuditOfRegisters,
  format: Format,
  { fileName, extension, hash, bytes }: RegisterFile,
  by: Author,
): Promise<number | undefined> =>
  (
    await tx.maybe(add, [
      audit.srno,
      format,
      fileName,
      extension,
      hash ?? null,
      bytes ?? null,
      by.account,
      by.name,
    ])
  )?.srno;

const startOf = (day: string) => `(${day}::date)::timestamp at time zone 'Asia/Kolkata'`;

/** A mark that was kept comes back with its transaction `t`. A discrepancy that was added by hand before marks it. */
const MARKED = `coalesce(k.party_type, nullif(x.party_type, ''), t.party_type),
  case when x.line_no is not null then 'DIS' when k.audit is not null then 'OK' else 'PEN' end,
  coalesce(x.raised_by, k.marked_by), coalesce(x.raised_by_name, k.marked_by_name, ''), coalesce(x.raised_at, k.marked_at)`;
const KEPT = `left join audit.kept_mark k
  on k.audit = $1::integer and k.type = $4::text and k.tran_no = t.tran_no and k.tran_date = t.tran_date
  left join audit.discrepancy x on x.audit = $1 and x.flag = 'T' and x.type = $4 and x.tran_no = t.tran_no
    and x.tran_date = t.tran_date and x.removed_at is null`;
export const INTO_TRANSACTION = `insert into audit.transaction (audit, branch, document, type, tran_no, tran_date, traveller, party,
  nationality, id_number, pan, purpose, amount, paid_by, lines, party_type, status, marked_by, marked_by_name, marked_at)`;
/** Inserts the transactions `t` of a query. Parameters: the audit, its branch, the register, the type. */
export const insertMarked = (transactions: string, order: string): string => `${INTO_TRANSACTION}
  select $1::integer, $2::integer, $3::integer, $4::text, t.tran_no, t.tran_date, t.traveller, t.party, t.nationality,
    t.id_number, t.pan, t.purpose, t.amount, t.paid_by, t.lines, ${MARKED}
  from (${transactions}) as t ${KEPT} order by ${order}`;

const fetchDay = statement(
  'audit.registers.fetch',
  {},
  insertMarked(
    `select r.srno::text as tran_no, r.final_on as tran_date, r.traveller_name as traveller, r.entity_name as party, r.nationality,
       r.id_number, r.pan, r.purpose, r.forex_total as amount, coalesce(r.paid_by, '') as paid_by,
       coalesce(r.lines, '[]') as lines, '' as party_type, r.submitted_at, r.srno
     from requests.register_ref r
     where r.branch = $2 and r.type = $4
       and r.submitted_at >= ${startOf('$5')} and r.submitted_at < ${startOf('$5')} + interval '1 day'`,
    't.submitted_at, t.srno',
  ),
);
/** Takes the approved requests of a day over into a register. A day is a statement of its own, so that none runs long. */
export const fetchRequestsOf = (
  tx: Transaction,
  audit: AuditOfRegisters,
  register: number,
  type: RegisterType,
  day: IsoDate,
) => tx.rows(fetchDay, [audit.srno, audit.branch, register, type, day]);

const forgetMarks = statement(
  'audit.registers.forget_marks',
  {},
  `delete from audit.kept_mark k using audit.transaction t
   where k.audit = $1::integer and k.type = $2::text
     and t.audit = k.audit and t.type = k.type and t.tran_no = k.tran_no and t.tran_date = k.tran_date`,
);
const complete = statement(
  'audit.registers.complete',
  { rows: 'int4' },
  `with done as (
     update audit.document d set rows = (select count(*) from audit.transaction t where t.document = d.srno)
     where d.srno = $1 returning d.srno, d.audit, d.branch, d.kind, d.origin, d.file_name, d.hash, d.rows
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select case origin when 'fetch' then 'fetch' else 'import' end, 'audit document', srno::text, branch,
       jsonb_build_object('audit', audit, 'document', kind, 'file', file_name, 'hash', hash, 'rows', rows) from done
   )
   select rows from done`,
);
/** Counts the transactions of a register and writes its trail entry. The marks that came back are kept no longer. */
export async function completeRegister(
  tx: Transaction,
  audit: AuditOfRegisters,
  register: number,
  type: RegisterType,
): Promise<number> {
  await tx.rows(forgetMarks, [audit.srno, type]);
  return (await tx.one(complete, [register])).rows;
}

const lock = statement(
  'audit.registers.lock',
  { srno: 'int4?', discrepancies: 'int4' },
  `with d as (
     select srno from audit.document where audit = $1 and kind = $2 and removed_at is null
   )
   select (select srno from d) as srno, count(*) filter (where t.status = 'DIS')::integer as discrepancies
   from (select t.status from audit.transaction t where t.document = (select srno from d) order by t.line_no for update) as t`,
);
/**
 * The register with its transactions locked. They are locked before anything else of the audit, as by whoever marks
 * them, so that neither waits for the other for ever.
 */
export const lockRegister = (tx: Transaction, audit: number, format: Format) => tx.one(lock, [audit, format]);

const takeOff = statement(
  'audit.registers.take_off',
  { srno: 'int4' },
  `with gone as (
     update audit.document d set removed_at = now(), removed_by = $2::integer, removed_by_name = $3::text
     where d.srno = $1 and d.removed_at is null returning d.srno, d.audit, d.branch, d.kind, d.file_name, d.hash, d.rows
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'remove', 'audit document', srno::text, branch,
       jsonb_build_object('audit', audit, 'document', kind, 'file', file_name, 'hash', hash, 'rows', rows) from gone
   )
   select srno from gone`,
);
/** Takes a register off its audit. Undefined if somebody else just did. */
export const removeRegister = (tx: Transaction, register: number, by: Author) =>
  tx.maybe(takeOff, [register, by.account, by.name]);

const removeDay = statement(
  'audit.registers.remove_day',
  {},
  `with gone as (
     delete from audit.transaction t
     where t.audit = $1 and t.type = $2 and t.status in ('PEN', 'OK') and t.tran_date = $3::date
     returning t.audit, t.branch, t.type, t.tran_no, t.tran_date, t.party_type, t.status, t.marked_by, t.marked_by_name, t.marked_at
   )
   insert into audit.kept_mark as k (audit, branch, type, tran_no, tran_date, party_type, marked_by, marked_by_name, marked_at)
   select audit, branch, type, tran_no, tran_date, party_type, marked_by, marked_by_name, marked_at from gone where status = 'OK'
   on conflict (audit, type, tran_no, tran_date) do update set party_type = excluded.party_type,
     marked_by = excluded.marked_by, marked_by_name = excluded.marked_by_name, marked_at = excluded.marked_at`,
);
/** Deletes the transactions of a register of a day, and keeps those marks that say that one is in order. */
export const removeTransactionsOf = (tx: Transaction, audit: number, type: RegisterType, day: IsoDate) =>
  tx.rows(removeDay, [audit, type, day]);

const registers = statement(
  'audit.registers.list',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(DOCUMENT_ROW)} order by d.kind), '[]')::text as body
   from audit.document d where d.audit = $1 and d.removed_at is null and d.kind like 'FLM%'`,
);
/** The registers of an audit, as JSON. */
export const listRegisters = async (on: Executor, audit: number): Promise<string> =>
  (await on.one(registers, [audit])).body;
