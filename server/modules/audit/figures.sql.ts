import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Author } from '#server/platform/record.ts';
import {
  countsNow,
  inMonth,
  PARTNER_CODES,
  registeredTypes,
  REQUESTS_ARE_KNOWN,
  uploadedMonth,
  uploadedPurposes,
} from './counts.sql.ts';

/** Figures that are counted. The header of the audit must be locked, and the month of `$1` is that of its header. */

const lockCounts = statement(
  'audit.count.lock',
  {},
  'select from audit.count_row where audit = $1 order by srno for update',
);
const lockBusiness = statement(
  'audit.business.lock',
  {},
  'select from audit.mis_row where audit = $1 order by srno for update',
);

const count = statement(
  'audit.count.fill',
  { rows: 'int4' },
  `with ${countsNow('$1::integer')}, wanted as (
     select srno, coalesce(transactions, 0) as transactions, source from count_now
   ), before as (
     select c.srno, c.transactions from audit.count_row c where c.audit = $1
   ), changed as (
     update audit.count_row c set transactions = w.transactions, source = w.source, version = c.version + 1,
       changed_by = $2, changed_by_name = $3, changed_at = now()
     from wanted w where w.srno = c.srno and (c.transactions, c.source) is distinct from (w.transactions, w.source)
     returning c.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'count', 'audit', $1::text, min(c.branch),
       jsonb_build_object('rows', jsonb_object_agg(c.code, b.transactions)),
       jsonb_build_object('rows', jsonb_object_agg(c.code, c.transactions))
     from changed c join before b on b.srno = c.srno having count(*) > 0
   )
   select count(*)::integer as rows from changed`,
);

/** Counts the purchases, sales and money transfers of the month; returns how many rows have changed. */
export async function fillCounts(tx: Transaction, audit: number, { account, name }: Author) {
  await tx.rows(lockCounts, [audit]);
  return (await tx.one(count, [audit, account, name])).rows;
}

/**
 * The business of the month: amounts without charges and taxes, and the margin. Each type is summed in its register if the
 * audit has it, else in the requests, and is not known where these say nothing of the month. Profit that was uploaded
 * for the month takes the place of the margin, as in the budget dashboard. Money transfer is in the purpose-wise upload
 * alone.
 */
const fill = statement(
  'audit.business.fill',
  { rows: 'int4' },
  `with audited as materialized (
     select a.branch, a.first_day, ${REQUESTS_ARE_KNOWN} as has_requests from audit.audit a where a.srno = $1
   ), registers as materialized (
     ${registeredTypes('$1::integer')}
   ), month as materialized (
     select q.srno, q.type, q.forex_total from audited a join requests.register_ref q on ${inMonth('q')}
     where q.type not in (select type from registers)
   ), lines as (
     select 'SP' as type, l.product, l.amount from month m join requests.product_line_ref l on l.request = m.srno
     where m.type = 'SP'
     union all
     select t.type, l.product, l.amount
     from audit.transaction t cross join lateral jsonb_to_recordset(t.lines) as l (product text, amount numeric)
     where t.audit = $1 and t.type = 'SP'
   ), amounts as (
     select t.code, t.code as type, (select coalesce(sum(m.forex_total), 0) from month m where m.type = t.code)
       + (select coalesce(sum(x.amount), 0) from audit.transaction x where x.audit = $1 and x.type = t.code) as amount
     from (values ('PP'), ('PB'), ('SB')) as t (code)
     union all
     select case when p.is_card then 'SPCARD' else 'SPCN' end, 'SP',
       (select coalesce(sum(l.amount), 0) from lines l where (l.product = 'CARD') = p.is_card)
     from (values (true), (false)) as p (is_card)
   ), figures as (
     select f.code, case when a.has_requests or f.type in (select type from registers) then f.amount end as amount
     from amounts f cross join audited a
     union all
     select 'MT', case when ${uploadedMonth('$1::integer', 'P')} then (select coalesce(sum(u.amount), 0)
       from (${uploadedPurposes('$1::integer')}) as u where u.purpose in (${PARTNER_CODES})) end
     union all
     select 'MARGIN', case when ${uploadedMonth('$1::integer', 'T')}
       then (select coalesce(sum(p.profit), 0) from uploads.profit_ref p where p.branch = a.branch and p.month = a.first_day)
       else (select case when a.has_requests then coalesce(sum(e.amount), 0) else sum(e.amount) end
         from requests.earned_ref e where e.branch = a.branch and e.month = a.first_day) end
     from audited a
   ), before as (
     select srno, this_month from audit.mis_row where audit = $1
   ), changed as (
     update audit.mis_row t set this_month = round(f.amount), filled_at = now(), version = t.version + 1, changed_by = $2,
       changed_by_name = $3, changed_at = now()
     from figures f where t.audit = $1 and t.code = f.code returning t.*
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'fill', 'audit', $1::text, min(c.branch),
       jsonb_build_object('rows', jsonb_object_agg(c.code, b.this_month::text)),
       jsonb_build_object('rows', jsonb_object_agg(c.code, c.this_month::text))
     from changed c join before b on b.srno = c.srno having count(*) > 0
   )
   select count(*)::integer as rows from changed`,
);

/** Fills the business of this month. */
export async function fillBusiness(tx: Transaction, audit: number, { account, name }: Author): Promise<void> {
  await tx.rows(lockBusiness, [audit]);
  await tx.one(fill, [audit, account, name]);
}
