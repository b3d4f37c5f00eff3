import type { Mark, DiscrepancyStatus, AuditStatus } from '#domain/audit/codes.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Author } from '#server/platform/record.ts';

/** The marks of transactions. Every change is conditional, so that of two who mark at once one succeeds. */

/** A transaction as a caller names it. */
export interface NamedTransaction {
  readonly audit: number;
  readonly type: string;
  readonly number: string;
  readonly day: IsoDate;
}

/** Parameters 1 to 4 name the transaction. */
const IS_NAMED =
  't.audit = $1::integer and t.type = $2::text and t.tran_no = $3::text and t.tran_date = $4::date';
const values = ({ audit, type, number, day }: NamedTransaction) => [audit, type, number, day];

/**
 * Locks the audit before the rows of its discrepancies, as the one who closes it does. In the other order the two could
 * wait for each other.
 */
const HELD =
  'held as materialized (select a.srno, a.branch from audit.audit a where a.srno = $1::integer for share)';

const TRAILED = (
  row: string,
) => `jsonb_build_object('audit', ${row}.audit, 'type', ${row}.type, 'number', ${row}.tran_no,
  'date', ${row}.tran_date, 'status', ${row}.status, 'party_type', ${row}.party_type)`;

/** The party type belongs to bulk purchases alone. */
const partyType = (given: string) =>
  `case when t.type = 'PB' and ${given}::text <> '' then ${given} else t.party_type end`;
const markedBy = (account: string, name: string) =>
  `marked_by = ${account}::integer, marked_by_name = ${name}::text, marked_at = now(), version = t.version + 1`;

const mark = statement(
  'audit.mark.ok',
  { line_no: 'int4' },
  `with marked as (
     update audit.transaction t set status = 'OK', party_type = ${partyType('$5')}, ${markedBy('$6', '$7')}
     where ${IS_NAMED} and t.status = 'PEN' returning t.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'mark', 'audit transaction', line_no::text, branch, ${TRAILED('marked')} from marked
   )
   select line_no from marked`,
);
/** Marks a pending transaction as in order; undefined if there is none in reach. */
export const markOk = (tx: Transaction, named: NamedTransaction, party: string, { account, name }: Author) =>
  tx.maybe(mark, [...values(named), party, account, name]);

const markMany = statement(
  'audit.mark.lines',
  { lines: 'int4[]' },
  `with pending as materialized (
     select t.line_no from audit.transaction t
     where t.line_no = any ($2::integer[]) and t.audit = $1::integer and t.status = 'PEN' order by t.line_no for update
   ), marked as (
     update audit.transaction t set status = 'OK', ${markedBy('$3', '$4')}
     from pending where t.line_no = pending.line_no returning t.line_no, t.branch
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'mark', 'audit', $1::text, branch, jsonb_build_object('status', 'OK', 'lines', jsonb_agg(line_no order by line_no))
     from marked group by branch
   )
   select coalesce(array_agg(line_no order by line_no), '{}') as lines from marked`,
);
/** Marks those of the lines that are pending and returns them. They are locked in order, so that no two block each other. */
export const markLines = async (
  tx: Transaction,
  audit: number,
  lines: readonly number[],
  { account, name }: Author,
) => (await tx.one(markMany, [audit, lines, account, name])).lines;

const markDiscrepancy = statement(
  'audit.mark.discrepancy',
  { line_no: 'int4' },
  `with ${HELD}, marked as (
     update audit.transaction t set status = 'DIS', party_type = ${partyType('$5')}, ${markedBy('$6', '$7')}
     from held where ${IS_NAMED} and t.status = 'PEN' returning t.*
   ), added as (
     insert into audit.discrepancy (audit, branch, flag, type, type_sub, tran_no, tran_date, purpose, party_type, party_name,
       words, on_day, raised_by, raised_by_name, changed_by, changed_by_name)
     select held.srno, held.branch, 'T', $2, $8::text, $3, $4, coalesce(nullif($9::text, ''), m.purpose, ''),
       case when $2 = 'PB' then coalesce(m.party_type, $5) else '' end, coalesce(nullif(m.party, ''), m.traveller, ''),
       $10::text, $4, $6, $7, $6, $7
     from held left join marked m on true
     where m.line_no is not null or not exists (select from audit.transaction t where ${IS_NAMED})
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'audit discrepancy', line_no::text, branch, ${TRAILED('added')} || jsonb_build_object('words', words)
     from added
   )
   select line_no from added`,
);

interface TransactionDraft extends NamedTransaction {
  readonly typeSub: string;
  readonly purpose: string;
  readonly partyType: string;
  readonly words: string;
}
/**
 * Adds a discrepancy and marks its transaction, if the list has it and it is pending. For a number that is not in the
 * list the discrepancy stands alone. Undefined if the transaction is marked already or the audit is not in reach.
 */
export const addOfTransaction = (tx: Transaction, draft: TransactionDraft, { account, name }: Author) =>
  tx.maybe(markDiscrepancy, [
    ...values(draft),
    ...[draft.partyType, account, name, draft.typeSub, draft.purpose, draft.words],
  ]);

const partyDiscrepancy = statement(
  'audit.discrepancy.ofparty',
  { line_no: 'int4' },
  `with added as (
     insert into audit.discrepancy (audit, branch, flag, master_type, master_document, party_name, words, on_day, raised_by,
       raised_by_name, changed_by, changed_by_name)
     select a.srno, a.branch, 'M', $2::text, (select k.id from masters.document_kind_ref k where k.id = $3::integer),
       $4::text, $5::text, (now() at time zone 'Asia/Kolkata')::date, $6::integer, $7::text, $6, $7
     from audit.audit a where a.srno = $1 returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'audit discrepancy', line_no::text, branch, jsonb_build_object('audit', audit, 'master_type', master_type,
       'party', party_name, 'document', master_document, 'words', words)
     from added
   )
   select line_no from added`,
);
interface PartyDraft {
  readonly audit: number;
  readonly masterType: string;
  readonly document: number | null;
  readonly partyName: string;
  readonly words: string;
}
/** Adds a discrepancy in the file of a party; undefined if the audit is not in reach. */
export const addOfParty = (tx: Transaction, draft: PartyDraft, { account, name }: Author) =>
  tx.maybe(partyDiscrepancy, [
    ...[draft.audit, draft.masterType, draft.document, draft.partyName, draft.words, account, name],
  ]);

const reverse = statement(
  'audit.mark.reverse',
  { line_no: 'int4' },
  `with ${HELD}, target as materialized (
     select t.line_no, t.status from audit.transaction t, held where ${IS_NAMED} and t.status <> 'PEN' for update of t
   ), removed as (
     update audit.discrepancy d set removed_at = now(), removed_by_name = $6::text, version = d.version + 1,
       changed_by = $5::integer, changed_by_name = $6, changed_at = now()
     from held
     where d.audit = held.srno and d.flag = 'T' and d.type = $2 and d.tran_no = $3 and d.tran_date = $4
       and d.removed_at is null and d.status = 'P'
       and coalesce((select status from target), case when exists (select from audit.transaction t where ${IS_NAMED})
         then 'PEN' else 'DIS' end) = 'DIS'
     returning d.*
   ), reversed as (
     update audit.transaction t set status = 'PEN', marked_by = null, marked_by_name = '', marked_at = null,
       version = t.version + 1
     from target where t.line_no = target.line_no and (target.status = 'OK' or exists (select from removed))
     returning t.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'reverse', 'audit transaction', line_no::text, branch, ${TRAILED('reversed')} from reversed
     union all
     select 'remove', 'audit discrepancy', line_no::text, branch, ${TRAILED('removed')} || jsonb_build_object('words', words)
     from removed
   )
   select line_no from reversed union all select line_no from removed where not exists (select from reversed)`,
);
/**
 * Takes a mark back, with its discrepancy while that is pending. A discrepancy without a transaction is taken off in the
 * same way. Undefined if there is nothing to take back.
 */
export const reverseMark = (tx: Transaction, named: NamedTransaction, { account, name }: Author) =>
  tx.maybe(reverse, [...values(named), account, name]);

/** The day of the audit `a`, or the last one of its month if it was made later. */
const DAY_OF_AUDIT = `least(a.audited_on, (a.first_day + interval '1 month - 1 day')::date)`;

const subject = statement(
  'audit.mark.subject',
  {
    audit_status: 'text',
    year: 'int4',
    month: 'int4',
    day: 'text',
    line_no: 'int4?',
    status: 'text?',
    party_type: 'text?',
    discrepancy: 'text?',
    purpose: 'text?',
  },
  `select a.status as audit_status, a.year, a.month, coalesce(t.tran_date, $4::date, ${DAY_OF_AUDIT})::text as day, t.line_no, t.status, t.party_type,
     (select d.status from audit.discrepancy d where d.audit = a.srno and d.type = $2 and d.tran_no = $3
       and d.tran_date = coalesce(t.tran_date, $4, ${DAY_OF_AUDIT}) and d.flag = 'T' and d.removed_at is null) as discrepancy,
     (select p.value from masters.purpose_ref p where p.value = $5::text) as purpose
   from audit.audit a left join lateral (
     select t.tran_date, t.line_no, t.status, t.party_type from audit.transaction t
     where t.audit = a.srno and t.type = $2::text and t.tran_no = $3::text and ($4::date is null or t.tran_date = $4)
     order by t.tran_date limit 1
   ) as t on true
   where a.srno = $1::integer`,
);
export interface Subject {
  readonly audit_status: AuditStatus;
  readonly year: number;
  readonly month: number;
  /** The day of the transaction: its own if it is in the list, else the given one, else that of the audit. */
  readonly day: IsoDate;
  /** Null if the transaction is not in the list. */
  readonly line_no: number | null;
  readonly status: Mark | null;
  readonly party_type: string | null;
  readonly discrepancy: DiscrepancyStatus | null;
  /** The given purpose, if there is one of this value. */
  readonly purpose: string | null;
}
/** What a caller names: the audit, and the transaction if the list has it. Without a day the number alone finds it. */
export const findSubject = async (
  tx: Transaction,
  named: Omit<NamedTransaction, 'day'> & { readonly day: IsoDate | null },
  purpose = '',
): Promise<Subject | undefined> =>
  // The constraints of the tables allow only these codes.
  (await tx.maybe(subject, [named.audit, named.type, named.number, named.day, purpose])) as
    | Subject
    | undefined;

const statusOf = statement(
  'audit.mark.auditstatus',
  { status: 'text' },
  'select status from audit.audit where srno = $1',
);
/** The status of an audit; undefined if it is not in reach. */
export const findAuditStatus = (tx: Transaction, audit: number) => tx.maybe(statusOf, [audit]);
