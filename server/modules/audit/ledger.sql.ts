import type { IsoDate } from '#domain/dates.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

/** FLM1 and FLM8: notes (product CN) as the ledger has them, by the day on which they changed hands. */

const startOf = (day: string) => `(${day}::date)::timestamp at time zone 'Asia/Kolkata'`;

/** The place of a line's currency in the order of trade. A currency without a master record comes last. */
const PLACE = (line: string, currency: string) => `coalesce(${currency}.trade_key, '9999' || ${line}.isd)`;

const balances = statement(
  'audit.ledger.balances',
  { isd: 'text', isd_name: 'text', place: 'text', quantity: 'numeric' },
  `select c.isd, coalesce(m.name, '') as isd_name, ${PLACE('c', 'm')} as place, sum(last.balance) as quantity
   from notes.branch_currency c cross join lateral (
     select f.balance from notes.branch_flow f
     where f.branch = c.branch and f.holder = c.holder and f.product = c.product and f.isd = c.isd and f.at < ${startOf('$2')}
     order by f.at desc limit 1
   ) as last left join masters.currency_ref m on m.code = c.isd
   where c.branch = $1 and c.product = 'CN' group by c.isd, m.name, m.trade_key order by place`,
);
export type BalanceOfCurrency = NonNullable<(typeof balances)['row']>;
/** What a branch had of each currency before a day began. */
export const balancesBefore = (on: Executor, branch: number, day: IsoDate) =>
  on.rows(balances, [branch, day]);

/** What changed hands in the month: of a request its type counts, of anything else whether it came or went. */
const MOVED = `moved as materialized (
  select f.day, f.isd, f.request, f.sort, case when f.sort in ('PP', 'PB', 'IN') then f.came else -f.came end as quantity
  from (
    select (f.at at time zone 'Asia/Kolkata')::date as day, f.isd, f.request, f.quantity as came,
      case when f.against = 'customer' and r.type <> '' then r.type when f.quantity > 0 then 'IN' else 'OUT' end as sort
    from notes.branch_flow f left join requests.request_ref r on r.srno = f.request
    where f.branch = $1::integer and f.product = 'CN' and f.at >= ${startOf('$2')} and f.at < ${startOf('$3')}
  ) as f
)`;

const daily = statement(
  'audit.ledger.daily',
  { day: 'date', isd: 'text', isd_name: 'text', place: 'text', sort: 'text', quantity: 'numeric' },
  `with ${MOVED}
   select m.day, m.isd, coalesce(c.name, '') as isd_name, ${PLACE('m', 'c')} as place, m.sort, sum(m.quantity) as quantity
   from moved m left join masters.currency_ref c on c.code = m.isd 
   group by m.day, m.isd, c.name, c.trade_key, m.sort order by m.day, place, m.sort`,
);
/** What came and went on each day, by currency and kind. */
export const movedDaily = (on: Executor, branch: number, from: IsoDate, before: IsoDate) =>
  on.rows(daily, [branch, from, before]);
export type MovedOfDay = NonNullable<(typeof daily)['row']>;

const monthly = statement(
  'audit.ledger.monthly',
  {
    isd: 'text',
    isd_name: 'text',
    place: 'text',
    sort: 'text',
    quantity: 'numeric',
    registers: 'numeric',
    later: 'numeric',
    earlier: 'numeric',
  },
  `with ${MOVED}, approved as materialized (
     select r.srno, r.type, l.isd, sum(l.quantity) as quantity
     from requests.register_ref r join requests.product_line_ref l on l.request = r.srno and l.product = 'CN'
     where r.branch = $1 and r.submitted_at >= ${startOf('$2')} and r.submitted_at < ${startOf('$3')}
     group by r.srno, r.type, l.isd
   ), handed as (
     select m.request, m.isd, m.sort, sum(m.quantity) as quantity from moved m group by m.request, m.isd, m.sort
   ), both_sides as (
     select coalesce(h.isd, a.isd) as isd, coalesce(h.sort, a.type) as sort, coalesce(h.quantity, 0) as quantity,
       coalesce(a.quantity, 0) as registers, a.srno is not null as is_approved
     from handed h full join approved a on a.srno = h.request and a.isd = h.isd and a.type = h.sort
   )
   select b.isd, coalesce(c.name, '') as isd_name, ${PLACE('b', 'c')} as place, b.sort, sum(b.quantity) as quantity,
     sum(b.registers) as registers,
     coalesce(sum(b.registers - b.quantity) filter (where b.is_approved), 0) as later,
     coalesce(sum(b.quantity) filter (where not b.is_approved), 0) as earlier
   from both_sides b left join masters.currency_ref c on c.code = b.isd 
   group by b.isd, c.name, c.trade_key, b.sort order by place, b.sort`,
);
/**
 * What came and went in the month, by currency and kind, with what leads to it from the registers: `registers` is in
 * FLM3 to FLM6, `later` of it was not handed over in the month, and `earlier` was handed over and is not in them.
 */
export const movedMonthly = (on: Executor, branch: number, from: IsoDate, before: IsoDate) =>
  on.rows(monthly, [branch, from, before]);
export type MovedOfMonth = NonNullable<(typeof monthly)['row']>;

const trail = statement(
  'audit.ledger.trail',
  {},
  `insert into platform.trail (action, record, record_id, branch, after)
   values ('report', 'audit', $1::integer::text, $2, jsonb_build_object('form', $3::text))`,
);
export const trailForm = (tx: Transaction, audit: number, branch: number, form: string) =>
  tx.rows(trail, [audit, branch, form]);
