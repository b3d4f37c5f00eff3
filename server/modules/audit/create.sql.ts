import { monthAfter } from '#domain/audit/audit.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { trailedAudit } from './audit.present.ts';

const branch = statement(
  'audit.branch.find',
  { srno: 'int4' },
  `select srno from masters.entity_ref where id = upper($1::text) and type = 'B'`,
);
/** A branch by its id, in reach or not. */
export const findBranch = (read: Executor, id: string) => read.maybe(branch, [id.trim()]);

const lock = statement(
  'audit.branch.lock',
  { locked: 'text' },
  `select pg_advisory_xact_lock(hashtextextended('audits of a branch', $1::integer))::text as locked`,
);
/** Two audits of one branch are started one after the other, so that neither misses the other as its neighbour. */
export const lockBranch = (tx: Transaction, srno: number) => tx.one(lock, [srno]);

/** The rows that audits begin with, as common table expressions; `added` has their numbers and branches. */
export const copiedRows = (added: string): string => `answers as (
     insert into audit.answer (audit, branch, list, no, position, words, editable)
     select a.srno, a.branch, p.list, p.no, p.position, p.words, p.editable
     from ${added} a, audit.particular p where p.list in ('RBI', 'OPS') order by a.srno, p.list desc, p.position
   ), counts as (
     insert into audit.count_row (audit, branch, list, no, code, words)
     select a.srno, a.branch, c.list, c.no, c.code, c.words from ${added} a, (
       select list, row_number() over (partition by list order by is_purpose desc, position) as no, code, words from (
         select list, false as is_purpose, position, code, words from audit.particular where list in ('PUR', 'SAL', 'MTSS')
         union all
         select 'SAL', true, row_number() over (order by name), 'SP:' || value, name from masters.purpose_ref where active
       ) as kinds
     ) as c order by a.srno, c.list, c.no
   ), business as (
     insert into audit.mis_row (audit, branch, no, code, words)
     select a.srno, a.branch, p.no, p.code, p.words from ${added} a, audit.particular p where p.list = 'MIS'
     order by a.srno, p.position
   ), summaries as (
     insert into audit.summary_row (audit, branch, no, code, words)
     select a.srno, a.branch, p.no, p.code, p.words from ${added} a, audit.particular p where p.list = 'SUM'
     order by a.srno, p.position
   )`;

const insert = statement(
  'audit.audit.insert',
  { srno: 'int4', version: 'int4' },
  `with added as (
     insert into audit.audit (branch, year, month, audited_on, cashier, manager, auditor, auditor_name, changed_by,
       changed_by_name, previous)
     select $1, $2, $3, $4::date, $5, $6, $7, $8, $7, $8,
       (select p.srno from audit.audit p where p.branch = $1 and p.year = $9 and p.month = $10)
     on conflict on constraint audit_once do nothing returning *
   ), following as (
     update audit.audit f set previous = added.srno from added
     where f.branch = $1 and f.year = $11 and f.month = $12 and f.status <> 'C' returning f.srno, f.branch, f.previous
   ), ${copiedRows('added')}, trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'audit', srno::text, branch, ${trailedAudit('added')} from added
   ), linked as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'edit', 'audit', srno::text, branch, jsonb_build_object('previous', previous) from following
   )
   select srno, version from added`,
);
export interface NewAuditRow {
  readonly branch: number;
  readonly year: number;
  readonly month: number;
  readonly date: string;
  readonly cashier: string;
  readonly manager: string;
}
/** The new audit with its rows, linked to its neighbours; undefined if there is one of this month already. */
export function insertAudit(
  tx: Transaction,
  { branch, year, month, date, cashier, manager }: NewAuditRow,
  { account, name }: Caller,
) {
  const [before, after] = [monthAfter(year, month, -1), monthAfter(year, month, 1)];
  return tx.maybe(insert, [
    ...[branch, year, month, date, cashier, manager, account, name],
    ...[before.year, before.month, after.year, after.month],
  ]);
}
