import { momentOrEmpty } from '#server/platform/moment.ts';
import type { Page } from '#contract/fields.ts';
import { heldNotes } from '#contract/notes/notes.ts';
import { posting, stockRow } from '#contract/notes/stock.ts';
import { entitiesIn, type Executor, type Transaction } from '#server/platform/database.ts';
import { isKeyMoment, keyMoment, readKey, writeKey } from '#server/platform/db/key.ts';
import { jsonObject, MAX_LIST_ROWS } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { CURRENCY, CURRENCY_JOIN, CURRENCY_ORDER } from './present.ts';

const stock = statement(
  'notes.stock.list',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(
    onWire(stockRow, {
      product: 'b.product',
      isd: 'b.isd',
      ...CURRENCY,
      kind: `case when h.kind = 'transit' then 'T' else h.employee_kind end`,
      holder: 'h.code',
      holderName: 'h.name',
      quantity: 'b.quantity::text',
    }),
  )} order by ${CURRENCY_ORDER('b')}, b.product, h.employee_kind desc, h.name, h.srno), '[]')::text as body
   from notes.holder_name h join notes.balance b on b.holder = h.srno ${CURRENCY_JOIN('b')}
   where h.branch = $1 and h.kind in ('employee', 'transit') and (b.quantity <> 0 or exists (
     select from notes.posting p where p.holder = b.holder and p.product = b.product and p.isd = b.isd
       and p.at >= date_trunc('day', now(), 'Asia/Kolkata') and p.branch = h.branch))`,
);
/** The balance of each holder of a branch. A balance of zero is included only if it moved today. */
export const listStock = async (on: Executor, branch: number) => (await on.one(stock, [branch])).body;

const mine = statement(
  'notes.stock.mine',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(
    onWire(heldNotes, {
      product: 'b.product',
      isd: 'b.isd',
      ...CURRENCY,
      quantity: 'b.quantity::text',
    }),
  )} order by ${CURRENCY_ORDER('b')}, b.product), '[]')::text as body
   from masters.employee_ref e join notes.holder h on h.employee = e.srno
   join notes.balance b on b.holder = h.srno ${CURRENCY_JOIN('b')}
   where lower(e.code) = lower($1::text) and e.kind = 'P' and b.quantity <> 0
     and ($2::integer[] is null or h.branch = any ($2))`,
);
export const listMine = async (on: Executor, { employeeCode, scope }: Caller) =>
  (await on.one(mine, [employeeCode, entitiesIn(scope)])).body;

const enter = statement(
  'notes.stock.enter',
  { after: 'numeric' },
  `with outside as (
     select srno from notes.holder where branch = $2 and kind = 'outside' and employee is null
   ), posted as (
     insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reason, made_by, made_by_name)
     select 'stock', $2::integer, case when $4::numeric > 0 then outside.srno else $1::integer end,
       case when $4 > 0 then $1 else outside.srno end, 'CN', $3::text, abs($4), $5::text, $6::integer, $7::text
     from outside
     returning id, from_holder, from_after, to_after
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'stock', 'stock', id::text, $2, jsonb_build_object('isd', $3, 'quantity', $4, 'reason', $5) from posted
   )
   select case when from_holder = $1 then from_after else to_after end as after from posted`,
);
/** Posts the difference between the counted and the known stock of a vault and returns the new balance. */
export const postStock = async (
  tx: Transaction,
  vault: { readonly srno: number; readonly branch: number },
  isd: string,
  difference: string,
  reason: string,
  { account, name }: Caller,
) => (await tx.one(enter, [vault.srno, vault.branch, isd, difference, reason, account, name])).after;

const balance = statement(
  'notes.stock.balance',
  { quantity: 'numeric' },
  `select coalesce(max(quantity), 0) as quantity from notes.balance where holder = $1 and product = 'CN' and isd = $2::text`,
);
/** The balance of a vault in a currency. */
export const stockOf = async (on: Executor, vault: number, isd: string) =>
  (await on.one(balance, [vault, isd])).quantity;

const currency = statement(
  'notes.stock.currency',
  { code: 'text' },
  'select code from masters.currency_ref where code = $1 and active',
);
export const findCurrency = (on: Executor, code: string) => on.maybe(currency, [code]);

const reverse = statement(
  'notes.stock.reverse',
  { id: 'int8' },
  `with wrong as (
     select t.* from notes.transfer t where t.id = $1::bigint and t.kind = 'stock'
   ), posted as (
     insert into notes.transfer (kind, branch, from_holder, to_holder, product, isd, quantity, reverses, reason, made_by,
       made_by_name)
     select 'reverse', branch, to_holder, from_holder, product, isd, quantity, id, $2::text, $3::integer, $4::text from wrong
     returning id, branch, isd, quantity, reverses
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'reverse', 'stock', id::text, branch,
       jsonb_build_object('isd', isd, 'quantity', quantity, 'reverses', reverses, 'reason', $2) from posted
   )
   select id from posted`,
);
/** Reverses a stock entry; undefined if there is no such entry in scope. */
export const reverseEntry = (tx: Transaction, id: string, reason: string, { account, name }: Caller) =>
  tx.maybe(reverse, [id, reason, account, name]);

const transit = statement(
  'notes.stock.transit',
  { srno: 'int4' },
  `select srno from notes.holder where branch = $1 and kind = 'transit' and employee is null`,
);
export const findTransit = (on: Executor, branch: number) => on.one(transit, [branch]);

const postings = statement(
  'notes.stock.postings',
  { body: 'text', last: 'text?' },
  `with found as materialized (
     select row_number() over (order by p.at desc) as n, p.at, ${jsonObject(
       onWire(posting, {
         id: 'p.id::text',
         at: momentOrEmpty('p.at'),
         kind: 'p.kind',
         other: 'o.name',
         isd: 'p.isd',
         product: 'p.product',
         quantity: 'p.quantity::text',
         balance: 'p.balance::text',
         request: 'coalesce(p.request, 0)',
         lineNo: 'coalesce(p.line_no, 0)',
         reason: 'p.reason',
         by: 'p.made_by_name',
         reversible: `p.kind = 'stock' and not exists (select from notes.transfer back where back.reverses = p.id)`,
       }),
     )} as row
     from notes.posting p join notes.holder_name o on o.srno = p.other
     where p.holder = $1 and p.product = 'CN' and p.isd = $2 and p.at < $4::timestamptz and p.branch = $5
     order by p.at desc limit $3::integer + 1
   )
   select coalesce(json_agg(row order by n) filter (where n <= $3), '[]')::text as body,
     max(${keyMoment('at')}) filter (where n = $3 and (select count(*) from found) > $3) as last
   from found`,
);

/** The postings of a holder in one currency and branch, newest first. */
export async function listPostings(
  on: Executor,
  { holder, branch, isd }: { readonly holder: number; readonly branch: number; readonly isd: string },
  page: Page | undefined,
) {
  const before = page?.after === undefined ? (['infinity'] as const) : readKey(page.after, [isKeyMoment]);
  const limit = page?.limit ?? MAX_LIST_ROWS;
  const { body, last } = await on.one(postings, [holder, isd, limit, ...before, branch]);
  return { body, next: last === null ? null : writeKey(last) };
}
