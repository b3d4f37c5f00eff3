import { addDays, type IsoDate } from '#domain/dates.ts';
import { TYPED_CURRENCY, TYPED_CURRENCY_NAME, type LineStatus } from '#domain/flash/codes.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Author } from '#server/platform/record.ts';
import { CURRENCY_ROW } from './present.ts';

/** The currencies of a flash audit: how they come, and what can be set on a line. */

const row = jsonObject(CURRENCY_ROW);
/** The currencies of the audit `a` in the order of trade, with that whose stock is typed at the end. */
export const CURRENCIES_OF = `(select coalesce(json_agg(${row} order by c.isd = '${TYPED_CURRENCY}', k.trade_key, c.isd), '[]')
  from flash.currency c left join masters.currency_ref k on k.code = c.isd where c.audit = a.srno)`;

const list = statement(
  'flash.currency.list',
  { body: 'text' },
  `select ${CURRENCIES_OF}::text as body from flash.audit a
   where a.srno = $1 and ($2::integer[] is null or a.branch = any ($2))`,
);
/** The currencies of an audit as JSON; undefined if it is out of scope. */
export const listCurrencies = (on: Executor, audit: number, scope: Scope) =>
  on.maybe(list, [audit, entitiesIn(scope)]);

const one = statement(
  'flash.currency.one',
  { body: 'text', version: 'int4' },
  `select ${row}::text as body, c.version from flash.currency c where c.srno = $1`,
);
export const findCurrency = (tx: Transaction, srno: number) => tx.one(one, [srno]);

const CAN_BE_FILLED = `srno = $1 and type = 'N' and filled_at is null and status <> 'C'`;
/** Marks the audit as filled, if there is something to fill it with. It fills once, whoever else tries at the same moment. */
const taken = (by: 'fetch' | 'upload', isFound = 'true') => `taken as (
     update flash.audit set filled_by = '${by}', filled_at = now(), version = version + 1, changed_by = $2::integer,
       changed_by_name = $3::text, changed_at = now()
     where ${CAN_BE_FILLED} and ${isFound} returning *
   )`;
const trailed = `trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'fill', 'flash audit', t.srno::text, t.branch, jsonb_build_object('by', t.filled_by, 'currencies', (
       select jsonb_object_agg(a.isd, a.report) from added a)) from taken t
   )
   select srno from taken`;
/**
 * The balance of a holder at the end of the day is that of its last entry before. The end comes as a parameter: under
 * row-level security an index is not searched by a moment that is computed from a row.
 */
const lastBefore = (entries: string, of: string) => `cross join lateral (
       select p.balance from ${entries} p
       where p.branch = t.branch and p.holder = ${of}.holder and p.product = ${of}.product and p.isd = ${of}.isd
         and p.at < $4::timestamptz order by p.at desc limit 1) as last`;

const fetch = statement(
  'flash.currency.fetch',
  { srno: 'int4' },
  `with totals as materialized (
     select k.isd, sum(last.balance) as quantity from (select * from flash.audit where ${CAN_BE_FILLED}) as t
     join notes.branch_currency k on k.branch = t.branch and k.product = 'CN' ${lastBefore('notes.branch_flow', 'k')} group by k.isd
   ), ${taken('fetch', 'exists (select from totals where quantity <> 0)')}, places as (
     select k.isd, coalesce(sum(last.balance) filter (where not k.in_transit), 0) as vault,
       coalesce(sum(last.balance) filter (where k.in_transit), 0) as transit
     from taken t join notes.branch_place k on k.branch = t.branch and k.product = 'CN' ${lastBefore('notes.posting', 'k')}
     group by k.isd
   ), lines as (
     select s.isd, s.quantity, coalesce(p.vault, 0) as vault, s.quantity - coalesce(p.vault, 0) - coalesce(p.transit, 0) as others,
       coalesce(p.transit, 0) as transit
     from totals s left join places p on p.isd = s.isd where s.quantity <> 0
     union all
     select '${TYPED_CURRENCY}', 0, null, null, null
     where not exists (select from totals s where s.isd = '${TYPED_CURRENCY}' and s.quantity <> 0)
   ), added as (
     insert into flash.currency (audit, branch, on_day, isd, name, report, in_vault, with_executives, in_transit, changed_by,
       changed_by_name)
     select t.srno, t.branch, t.on_day, l.isd, coalesce(m.name, l.isd), l.quantity, l.vault, l.others, l.transit, $2, $3
     from taken t cross join lines l left join masters.currency_ref m on m.code = l.isd
     on conflict (audit, isd) do nothing returning *
   ), ${trailed}`,
);
/**
 * Fills an audit of a day with the notes of its branch as the ledger has them; undefined if the ledger has none, or if the
 * audit is filled or closed.
 */
export const fetchCurrencies = (tx: Transaction, audit: number, day: IsoDate, { account, name }: Author) =>
  tx.maybe(fetch, [audit, account, name, `${addDays(day, 1)}T00:00:00+05:30`]);

const upload = statement(
  'flash.currency.upload',
  { srno: 'int4' },
  `with ${taken('upload')}, sent as (
     select s.currency as isd, s.report from jsonb_to_recordset($4::jsonb) as s (currency text, report numeric)
   ), lines as (
     select isd, report, true as is_sent from sent
     union all
     select '${TYPED_CURRENCY}', 0, false where not exists (select from sent where isd = '${TYPED_CURRENCY}')
   ), added as (
     insert into flash.currency (audit, branch, on_day, isd, name, report, changed_by, changed_by_name)
     select t.srno, t.branch, t.on_day, l.isd, coalesce(m.name, l.isd), l.report, $2, $3
     from taken t cross join lines l left join masters.currency_ref m on m.code = l.isd
     -- A stock of INR that was typed before stays, unless the sheet has one.
     on conflict (audit, isd) do update set report = excluded.report
       where exists (select from sent where sent.isd = excluded.isd)
     returning *
   ), ${trailed}`,
);
export interface SheetCurrency {
  readonly currency: string;
  readonly report: string;
}
/** Fills an audit with the rows of a sheet; undefined if it is filled or closed. */
export const uploadCurrencies = (
  tx: Transaction,
  audit: number,
  rows: readonly SheetCurrency[],
  { account, name }: Author,
) => tx.maybe(upload, [audit, account, name, JSON.stringify(rows)]);

const known = statement(
  'flash.currency.known',
  { codes: 'text[]' },
  'select array(select code from masters.currency_ref) as codes',
);
export const knownCurrencies = async (on: Executor): Promise<ReadonlySet<string>> =>
  new Set([...(await on.one(known)).codes, TYPED_CURRENCY]);

const stock = statement(
  'flash.currency.stock',
  { srno: 'int4' },
  `with was as (select report from flash.currency where audit = $1 and isd = '${TYPED_CURRENCY}'), changed as (
     insert into flash.currency as c (audit, branch, on_day, isd, name, report, changed_by, changed_by_name)
     select a.srno, a.branch, a.on_day, '${TYPED_CURRENCY}',
       '${TYPED_CURRENCY_NAME}', $2::numeric,
       $3::integer, $4::text
     from flash.audit a where a.srno = $1
     on conflict (audit, isd) do update set report = excluded.report, version = c.version + 1, changed_by = $3,
       changed_by_name = $4, changed_at = now()
     returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'stock', 'flash currency', srno::text, branch, jsonb_build_object('report', (select report from was)),
       jsonb_build_object('audit', audit, 'isd', isd, 'report', report) from changed
   )
   select srno from changed`,
);
/** Sets the stock of INR of the locked audit, and adds its line if there is none. */
export const setStock = (tx: Transaction, audit: number, amount: string, { account, name }: Author) =>
  tx.maybe(stock, [audit, amount, account, name]);

const lineStatus = (table: 'currency' | 'transaction', isThere: string) =>
  statement(
    `flash.${table}.status`,
    { srno: 'int4' },
    `with held as materialized (
       select a.srno from flash.audit a where a.srno = (select d.audit from flash.${table} d where d.srno = $1) for share
     ), was as materialized (
       select d.srno, d.status from flash.${table} d join held on held.srno = d.audit where d.srno = $1 and ${isThere}
       for no key update of d
     ), changed as (
       update flash.${table} d set status = $2::text, version = d.version + 1, changed_by = $3::integer,
         changed_by_name = $4::text, changed_at = now(),
         answer_status = case when $2 = 'D' and d.status <> 'D' then 'P' else d.answer_status end,
         pending_since = case when $2 = 'D' and d.status <> 'D' then clock_timestamp() else d.pending_since end
       from was where d.srno = was.srno returning d.*
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, before, after)
       select 'edit', 'flash ${table}', c.srno::text, c.branch, jsonb_build_object('status', was.status),
         jsonb_build_object('audit', c.audit, 'status', c.status) from changed c join was on was.srno = c.srno
     )
     select srno from changed`,
  );
const statuses = {
  currency: lineStatus('currency', 'true'),
  transaction: lineStatus('transaction', 'd.removed_at is null'),
};
/** Sets the status of a line; undefined if it is not in reach. A line that becomes a discrepancy is pending again. */
export const setStatus = (
  tx: Transaction,
  of: keyof typeof statuses,
  srno: number,
  status: LineStatus,
  { account, name }: Author,
) => tx.maybe(statuses[of], [srno, status, account, name]);
