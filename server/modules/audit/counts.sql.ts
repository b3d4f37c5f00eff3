import { FIRST_FETCHED } from '#domain/audit/audit.ts';
import { PARTNERS } from '#domain/audit/codes.ts';
import { boundsOfMonth } from '#domain/audit/registers.ts';
import { byCountRow, countKind } from './kinds.sql.ts';

/** What is known about the month of an audit: its registers, the approved requests of its branch, and uploaded sheets. */

/** The approved requests of the month of the audit `a`, by the day on which they were made Final. */
export const inMonth = (request: string) =>
  `${request}.branch = a.branch and ${request}.submitted_at >= a.first_day::timestamp at time zone 'Asia/Kolkata'
     and ${request}.submitted_at < (a.first_day + interval '1 month') at time zone 'Asia/Kolkata'`;

/** The types of transactions whose register the audit has. */
export const registeredTypes = (audit: string) =>
  `select case kind when 'FLM3' then 'PP' when 'FLM4' then 'PB' when 'FLM5' then 'SP' else 'SB' end as type
   from audit.document where audit = ${audit} and removed_at is null and kind like 'FLM%'`;

/**
 * Whether the requests say what was done in the month of the audit `a`. From April 2025 on they do. Before it a month
 * without a single request was not worked in this program: nothing is known, which is not the same as no business.
 */
export const REQUESTS_ARE_KNOWN = `(a.first_day >= '${boundsOfMonth(FIRST_FETCHED.year, FIRST_FETCHED.month).from}'
  or exists (select from requests.register_ref q where ${inMonth('q')}))`;

export const PARTNER_CODES = PARTNERS.map((code) => `'${code}'`).join(', ');
/** Whether the month of the audit has a purpose-wise upload (P) or an upload of profit (T). */
export const uploadedMonth = (audit: string, kind: 'P' | 'T') =>
  `exists (select from audit.audit a join uploads.covered_ref c on c.kind = '${kind}' and c.branch = a.branch and c.month = a.first_day
     where a.srno = ${audit})`;
/** The purposes of the upload of the month of the audit. */
export const uploadedPurposes = (audit: string) =>
  `select u.purpose, u.transactions, u.amount
   from audit.audit a join uploads.purpose_ref u on u.branch = a.branch and u.month = a.first_day where a.srno = ${audit}`;

/**
 * The rows of the counts of an audit with what they count now, as `count_now`: null, with an empty source, if it was
 * never counted. A closed audit has what was stored when it was closed.
 *
 * Each type is counted in the audit if its register is there, else in the requests. Sales to the public that are in
 * neither are those of the purpose-wise upload, and so is money transfer, unless it was typed. A request has no party
 * type, which the auditor gives.
 */
export const countsNow = (audit: string): string => `audited as materialized (
     select a.srno, a.branch, a.first_day, a.status <> 'C' as is_open, a.status <> 'C' and ${REQUESTS_ARE_KNOWN} as has_requests
     from audit.audit a where a.srno = ${audit}
   ), registers as materialized (
     ${registeredTypes(audit)}
   ), requested as materialized (
     select q.type, q.purpose, '' as party_type, count(*) as n
     from audited a join requests.register_ref q on ${inMonth('q')}
     where a.is_open and (select count(*) from registers) < 4 and q.type not in (select type from registers)
     group by q.type, q.purpose
   ), uploaded as materialized (
     ${uploadedPurposes(audit)}
   ), from_upload as materialized (
     select ${uploadedMonth(audit, 'P')} as partners,
       exists (select from uploaded where purpose not in (${PARTNER_CODES})) and 'SP' not in (select type from registers)
         and 'SP' not in (select type from requested) as sales
   ), found as materialized (
     ${byCountRow(
       audit,
       `select ${countKind('t')} as code, t.n from audit.tally t
        where t.audit = ${audit} and t.type in (select type from registers)
        union all
        select ${countKind('r')}, r.n from requested r
        union all
        select case when u.purpose in (${PARTNER_CODES}) then u.purpose else 'SP:' || u.purpose end, u.transactions
        from uploaded u, from_upload f where u.purpose in (${PARTNER_CODES}) or f.sales`,
     )}
   ), count_now as materialized (
     select c.srno, c.list, c.no, c.code, c.words, c.version, w.source,
       case when w.source = '' then null when not a.is_open or w.source = 'typed' then c.transactions
         else coalesce(n.n, 0) end as transactions
     from audited a join audit.count_row c on c.audit = a.srno cross join from_upload f left join found n on n.code = c.code
     cross join lateral (
       select case when not a.is_open or c.source = 'typed' then c.source
         when c.list = 'MTSS' then case when f.partners then 'upload' else '' end
         when left(c.code, 2) in (select type from registers) then 'audit'
         when left(c.code, 2) = 'SP' and f.sales then 'upload'
         when a.has_requests then 'requests' else '' end as source
     ) as w
   )`;
