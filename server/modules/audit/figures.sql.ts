import type { Transaction } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Author } from '#server/platform/record.ts';
import { PARTNERS } from '#domain/audit/codes.ts';
import { byCountRow, countKind } from './kinds.sql.ts';

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

/** The approved requests of the month of the audit `a`, by the day on which they were made Final. */
const inMonth = (request: string) =>
  `${request}.branch = a.branch and ${request}.submitted_at >= a.first_day::timestamp at time zone 'Asia/Kolkata'
     and ${request}.submitted_at < (a.first_day + interval '1 month') at time zone 'Asia/Kolkata'`;

const PARTNER_CODES = PARTNERS.map((code) => `'${code}'`).join(', ');
/** The purpose-wise upload of the month of the audit `a`. */
const uploadedMonth = (kind: 'P' | 'T') =>
  `exists (select from audit.audit a join uploads.covered_ref c on c.kind = '${kind}' and c.branch = a.branch and c.month = a.first_day
     where a.srno = $1)`;
const UPLOADED_PURPOSES = `select u.purpose, u.transactions, u.amount
  from audit.audit a join uploads.purpose_ref u on u.branch = a.branch and u.month = a.first_day where a.srno = $1`;

/**
 * Each type is counted in the audit if its register is there, else in the requests. Sales to the public that are in
 * neither are those of the purpose-wise upload, and so is money transfer, unless it was typed. A request has no party
 * type, which the auditor gives.
 */
const count = statement(
  'audit.count.fill',
  { rows: 'int4' },
  `with registers as materialized (
     select case kind when 'FLM3' then 'PP' when 'FLM4' then 'PB' when 'FLM5' then 'SP' else 'SB' end as type
     from audit.document where audit = $1 and removed_at is null and kind like 'FLM%'
   ), requested as materialized (
     select q.type, q.purpose, '' as party_type, count(*) as n
     from audit.audit a join requests.register_ref q on ${inMonth('q')}
     where a.srno = $1 and q.type not in (select type from registers) group by q.type, q.purpose
   ), uploaded as materialized (
     ${UPLOADED_PURPOSES}
   ), from_upload as materialized (
     select ${uploadedMonth('P')} as partners,
       exists (select from uploaded where purpose not in (${PARTNER_CODES})) and 'SP' not in (select type from registers)
         and 'SP' not in (select type from requested) as sales
   ), kinds as (
     select ${countKind('t')} as code, t.n from audit.tally t
     where t.audit = $1 and t.type in (select type from registers)
     union all
     select ${countKind('r')}, r.n from requested r
     union all
     select case when u.purpose in (${PARTNER_CODES}) then u.purpose else 'SP:' || u.purpose end, u.transactions
     from uploaded u, from_upload f where u.purpose in (${PARTNER_CODES}) or f.sales
   ), counted as (
     ${byCountRow('$1::integer', 'select * from kinds')}
   ), wanted as (
     select c.srno, coalesce(n.n, 0) as transactions,
       case when left(c.code, 2) in (select type from registers) then 'audit'
         when c.list = 'MTSS' or left(c.code, 2) = 'SP' and f.sales then 'upload' else 'requests' end as source
     from audit.count_row c cross join from_upload f left join counted n on n.code = c.code
     where c.audit = $1 and (c.list in ('PUR', 'SAL') or c.list = 'MTSS' and f.partners and c.source <> 'typed')
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
 * The business of the month from the requests: amounts without charges and taxes, and the margin. Profit that was
 * uploaded for the month takes the place of the margin, as in the budget dashboard. Money transfer is in the
 * purpose-wise upload alone.
 */
const fill = statement(
  'audit.business.fill',
  { rows: 'int4' },
  `with month as materialized (
     select q.srno, q.type, q.forex_total from audit.audit a join requests.register_ref q on ${inMonth('q')}
     where a.srno = $1
   ), figures as (
     select t.code, (select coalesce(sum(m.forex_total), 0) from month m where m.type = t.code) as amount
     from (values ('PP'), ('PB'), ('SB')) as t (code)
     union all
     select p.code, (select coalesce(sum(l.amount), 0) from month m join requests.product_line_ref l on l.request = m.srno
       where m.type = 'SP' and l.product = p.product)
     from (values ('SPCN', 'CN'), ('SPCARD', 'CARD')) as p (code, product)
     union all
     select 'MT', (select coalesce(sum(u.amount), 0) from (${UPLOADED_PURPOSES}) as u where u.purpose in (${PARTNER_CODES}))
     where ${uploadedMonth('P')}
     union all
     select 'MARGIN', case when ${uploadedMonth('T')}
       then (select coalesce(sum(p.profit), 0) from audit.audit a
         join uploads.profit_ref p on p.branch = a.branch and p.month = a.first_day where a.srno = $1)
       else (select coalesce(sum(e.amount), 0) from audit.audit a
         join requests.earned_ref e on e.branch = a.branch and e.month = a.first_day where a.srno = $1) end
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
