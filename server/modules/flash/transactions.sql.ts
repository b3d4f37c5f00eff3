import { reportContent } from '#contract/flash/transactions.ts';
import type { FlashStatus, LineStatus } from '#domain/flash/codes.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { StoredObject } from '#server/platform/files/store.ts';
import type { Author } from '#server/platform/record.ts';
import { CURRENCIES_OF } from './currencies.sql.ts';
import { ANSWER_ROW, COUNTED_FACE, REPORT_HEADER, TRANSACTION_ROW } from './present.ts';

/** The transactions of a flash audit, and its report. */

const TRANSACTIONS_OF = `(select coalesce(json_agg(${jsonObject(TRANSACTION_ROW)} order by t.srno), '[]')
  from flash.transaction t where t.audit = a.srno and t.removed_at is null)`;

const list = statement(
  'flash.transaction.list',
  { body: 'text' },
  `select ${TRANSACTIONS_OF}::text as body from flash.audit a
   where a.srno = $1 and ($2::integer[] is null or a.branch = any ($2))`,
);
/** The transactions of an audit as JSON; undefined if it is out of scope. */
export const listTransactions = (on: Executor, audit: number, scope: Scope) =>
  on.maybe(list, [audit, entitiesIn(scope)]);

const add = statement(
  'flash.transaction.add',
  { srno: 'int4' },
  `with added as (
     insert into flash.transaction (audit, branch, on_day, sale_type, tran_no, tran_date, document, status, changed_by,
       changed_by_name)
     select a.srno, a.branch, a.on_day, $2::text, $3::text, coalesce((
         select d.on_day from requests.day_ref d where d.srno = $6::integer and d.branch = a.branch and d.type = $2), a.on_day),
       $4::text, $5::text, $7::integer, $8::text
     from flash.audit a where a.srno = $1
     on conflict (audit, sale_type, tran_no) where removed_at is null do nothing
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'flash transaction', srno::text, branch,
       jsonb_build_object('audit', audit, 'type', sale_type, 'number', tran_no, 'document', document, 'status', status) from added
   )
   select srno from added`,
);
export interface NewTransaction {
  readonly saleType: string;
  readonly number: string;
  readonly document: string;
  readonly status: LineStatus;
}
const LARGEST_REQUEST = 2_147_483_647;
/** The number of the request that a typed number can mean; null if it means none. */
const requestOf = (number: string): number | null =>
  /^\d{1,10}$/.test(number) && Number(number) <= LARGEST_REQUEST ? Number(number) : null;

/** Adds a transaction to the locked audit; undefined if it is there already. */
export const insertTransaction = (
  tx: Transaction,
  audit: number,
  { saleType, number, document, status }: NewTransaction,
  { account, name }: Author,
) => tx.maybe(add, [audit, saleType, number, document, status, requestOf(number), account, name]);

const lock = statement(
  'flash.transaction.lock',
  { header: 'text' },
  `with held as materialized (select a.srno, a.status from flash.audit a where a.srno = $1 for share)
   select held.status as header from flash.transaction t join held on held.srno = t.audit
   where t.srno = $2 and t.removed_at is null for no key update of t`,
);
/** Locks a transaction, so that nobody answers it meanwhile; undefined if it is not in reach. */
export const lockTransaction = (tx: Transaction, audit: number, srno: number) =>
  tx.maybe(lock, [audit, srno]) as Promise<{ header: FlashStatus } | undefined>;

const remove = statement(
  'flash.transaction.remove',
  { srno: 'int4' },
  `with changed as (
     update flash.transaction t set removed_at = now(), removed_by_name = $4::text, version = t.version + 1,
       changed_by = $3::integer, changed_by_name = $4, changed_at = now()
     where t.srno = $2 and t.audit = $1 and t.removed_at is null
       and not exists (select from flash.response r where r.transaction = t.srno)
     returning t.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'remove', 'flash transaction', srno::text, branch,
       jsonb_build_object('audit', audit, 'type', sale_type, 'number', tran_no, 'document', document) from changed
   )
   select srno from changed`,
);
/** Takes the locked transaction off; undefined if the branch has answered it. */
export const removeTransaction = (tx: Transaction, audit: number, srno: number, { account, name }: Author) =>
  tx.maybe(remove, [audit, srno, account, name]);

const FACES_OF = `(select coalesce(json_agg(${jsonObject(COUNTED_FACE)}
  order by n.currency, n.face desc), '[]') from flash.currency c join flash.denomination n on n.currency = c.srno
  where c.audit = a.srno)`;
/** The most answers of one report: the last of each discrepancy before all others, then the newest. */
const MOST_ANSWERS = 500;
const ANSWERS_OF = `(select coalesce(json_agg(${jsonObject(ANSWER_ROW)} order by r.srno), '[]') from (
  select * from (
    select r.* from flash.currency c join flash.response r on r.currency = c.srno where c.audit = a.srno and r.status is null
    union all
    select r.* from flash.transaction t join flash.response r on r.transaction = t.srno
    where t.audit = a.srno and t.removed_at is null and r.status is null
  ) as said order by row_number() over (partition by said.currency, said.transaction order by said.srno desc), said.srno desc
  limit ${MOST_ANSWERS}) as r)`;
const REPORT = jsonObject(
  onWire(reportContent, {
    header: jsonObject(REPORT_HEADER),
    currencies: CURRENCIES_OF,
    transactions: TRANSACTIONS_OF,
    denominations: FACES_OF,
    answers: ANSWERS_OF,
  }),
);
const AUDIT = `flash.audit a join masters.entity_ref e on e.srno = a.branch`;
const report = statement(
  'flash.report',
  { body: 'text' },
  `select ${REPORT}::text as body from ${AUDIT} where a.srno = $1 and a.type = 'N' and ($2::integer[] is null or a.branch = any ($2))`,
);
/** The report of an audit as JSON; undefined if it is out of scope, or has none because it was made on paper. */
export const findReport = (on: Executor, audit: number, scope: Scope) =>
  on.maybe(report, [audit, entitiesIn(scope)]);

const print = statement(
  'flash.report.print',
  { day: 'date', branch: 'text', is_closed: 'bool', hash: 'text?' },
  `with printed as (
     select a.srno, a.branch, a.on_day, a.status = 'C' as is_closed, e.id, f.hash
     from ${AUDIT} left join flash.report_file f on f.audit = a.srno where a.srno = $1 and a.type = 'N'
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'print', 'flash audit', srno::text, branch, jsonb_build_object('report', 'PDF') from printed
   )
   select on_day as day, id as branch, is_closed, hash from printed`,
);
/** The report for a paper, recorded in the trail. `hash` is that of its file, if it was made after the audit was closed. */
export const printReport = (tx: Transaction, audit: number) => tx.maybe(print, [audit]);

const keep = statement(
  'flash.report.keep',
  { audit: 'int4' },
  `with kept as (
     insert into flash.report_file (audit, branch, hash, bytes)
     select a.srno, a.branch, $2::text, $3::integer from flash.audit a where a.srno = $1 and a.status = 'C'
     on conflict do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'keep', 'flash audit', audit::text, branch, jsonb_build_object('report', hash, 'bytes', bytes) from kept
   )
   select audit from kept`,
);
/** Names the file of the report of a closed audit; undefined if it has one. The trail has its hash, so that no other can take its place. */
export const keepReport = (tx: Transaction, audit: number, { hash, bytes }: StoredObject) =>
  tx.maybe(keep, [audit, hash, bytes]);
