import { DISCREPANCY_WORDS, PARTY_TYPE_WORDS, TRANSACTION_TYPE_WORDS } from '#domain/audit/codes.ts';
import {
  entitiesIn,
  type Executor,
  type Scope,
  type Transaction,
  type WireColumns,
} from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { StoredObject } from '#server/platform/files/store.ts';
import { countsNow } from './counts.sql.ts';
import { READS_LAST } from './detail.sql.ts';
import { countedDiscrepancies, summedDiscrepancies } from './kinds.sql.ts';
import type { ReportFacts, StoredReport } from './report.present.ts';
import { dateOrEmpty, monthOrEmpty, wordOf } from '#server/platform/shown.ts';

/** The most objections of each kind of party that a report prints. */
const MOST_PARTY_ROWS = 5_000;
/** As many discrepancies as an audit can have (server/migrations/0024_audit_rules.sql). */
const MOST_FINDINGS = 10_000;

const rows = (columns: WireColumns, from: string, order: string) =>
  `(select coalesce(jsonb_agg(${jsonObject(columns)} order by ${order}), '[]') from ${from})`;

const checklist = (list: string) =>
  rows(
    {
      no: 't.no',
      words: 't.words',
      isHeading: 'not t.editable',
      answer: 't.answer',
      observation: 't.observation',
    },
    `audit.answer t where t.audit = a.srno and t.list = '${list}'`,
    't.position',
  );

const counts = (list: string) =>
  rows(
    { words: 't.words', transactions: 't.transactions', discrepancies: 'coalesce(c.n, 0)' },
    `count_now t left join counted c on c.code = t.code where t.list = '${list}'
       and (t.code not in ('PB', 'SP') or t.transactions > 0 or c.n > 0)`,
    't.no',
  );

/** What is open against the files of parties. What is cleared is not printed. */
const parties = (masterType: string) =>
  rows(
    {
      party: 'd.party_name',
      document: `coalesce(k.name, '')`,
      words: 'd.words',
      status: wordOf('d.status', DISCREPANCY_WORDS),
    },
    `(select * from audit.discrepancy where audit = a.srno and flag = 'M' and removed_at is null
        and master_type = '${masterType}' and status <> 'D' order by line_no limit ${MOST_PARTY_ROWS}) as d
     left join masters.document_kind_ref k on k.id = d.master_document`,
    'd.line_no',
  );

/** Every discrepancy of the audit: those of transactions by their day, then those of the files of parties. */
const findings = rows(
  {
    number: `trim(d.type || ' ' || d.tran_no)`,
    date: dateOrEmpty('coalesce(d.tran_date, d.on_day)'),
    of: `case when d.flag = 'M' then d.party_name else concat_ws(', ', ${wordOf('d.type', TRANSACTION_TYPE_WORDS)},
      nullif(coalesce(pu.name, d.purpose), ''), nullif(${wordOf('d.party_type', PARTY_TYPE_WORDS)}, '')) end`,
    words: `concat_ws(': ', case when d.flag = 'M' then k.name end, d.words)`,
    remark: `coalesce(said.words, '')`,
    status: wordOf('d.status', DISCREPANCY_WORDS),
  },
  `(select * from audit.discrepancy where audit = a.srno and removed_at is null
      order by flag desc, tran_date, line_no limit ${MOST_FINDINGS}) as d
   left join masters.purpose_ref pu on pu.value = d.purpose
   left join masters.document_kind_ref k on k.id = d.master_document
   left join lateral (select concat_ws(': ', nullif(r.made_by_name, ''), r.words) as words from audit.reply r where r.discrepancy = d.line_no and r.status is null
     order by r.srno desc limit 1) as said on true`,
  'd.flag desc, d.tran_date, d.line_no',
);

const FACTS: WireColumns = {
  branch: 'e.id',
  branchName: 'e.name',
  month: monthOrEmpty('a.first_day'),
  lastMonth: monthOrEmpty(`(a.first_day - interval '1 month')`),
  date: dateOrEmpty('a.audited_on'),
  auditor: 'a.auditor_name',
  cashier: 'a.cashier',
  manager: 'a.manager',
  rbi: checklist('RBI'),
  operational: checklist('OPS'),
  purchases: counts('PUR'),
  sales: counts('SAL'),
  transfers: counts('MTSS'),
  corporates: parties('C'),
  dealers: parties('D'),
  franchisees: parties('F'),
  summary: rows(
    {
      words: 't.words',
      discrepancies: 'coalesce(s.n, 0)',
      lastMonth: `case when ${READS_LAST} then coalesce(l.n, 0) else t.last_month end`,
      complied: `case when ${READS_LAST} then coalesce(l.cleared, 0) else t.complied end`,
    },
    `audit.summary_row t left join summed s on s.code = t.code left join last_summed l on l.code = t.code
     where t.audit = a.srno`,
    't.no',
  ),
  business: rows(
    {
      words: 't.words',
      thisMonth: 't.this_month::text',
      lastMonth: `(case when ${READS_LAST} then l.this_month else t.last_month end)::text`,
    },
    `audit.mis_row t left join audit.mis_row l on l.audit = a.previous and l.code = t.code where t.audit = a.srno`,
    't.no',
  ),
  findings,
};

const facts = statement(
  'audit.report.facts',
  { facts: 'json' },
  `with ${countsNow('$1::integer')}, counted as materialized (${countedDiscrepancies('$1::integer')}),
     summed as materialized (${summedDiscrepancies('$1::integer')}),
     last_summed as materialized (${summedDiscrepancies('(select previous from audit.audit where srno = $1)')})
   select ${jsonObject(FACTS)} as facts from audit.audit a join masters.entity_ref e on e.srno = a.branch
   where a.srno = $1::integer`,
);
/** What the report of an audit says now. */
export const reportFacts = async (on: Executor, srno: number): Promise<ReportFacts> =>
  (await on.one(facts, [srno])).facts as ReportFacts;

const stored = statement(
  'audit.report.stored',
  { report: 'jsonb?' },
  'select report from audit.audit where srno = $1',
);
/** What the report of an audit said when it was closed; null for an open audit. */
export const storedReport = async (on: Executor, srno: number): Promise<StoredReport | null> =>
  (await on.one(stored, [srno])).report as StoredReport | null;

const printed = statement(
  'audit.report.print',
  { is_stored: 'bool', closed_on: 'text', branch: 'text', month: 'text', hash: 'text?' },
  `with found as (
     select a.srno, a.branch, a.status, a.report is not null as is_stored, ${dateOrEmpty('a.closed_on')} as closed_on, f.hash,
       coalesce(a.report -> 'facts' ->> 'branch', e.id) as branch_id,
       coalesce(a.report -> 'facts' ->> 'month', ${monthOrEmpty('a.first_day')}) as month
     from audit.audit a join masters.entity_ref e on e.srno = a.branch left join audit.report_file f on f.audit = a.srno
     where a.srno = $1 and ($2::integer[] is null or a.branch = any ($2))
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'print', 'audit', srno::text, branch, jsonb_build_object('mode', $3::text, 'status', status) from found
   )
   select is_stored, closed_on, branch_id as branch, month, hash from found`,
);
/**
 * The report of an audit for a print, with a trail entry; undefined if it is out of scope. `is_stored` if it stays as it was at
 * closing; `hash` is that of its file, if it was made.
 */
export const printReport = (on: Executor, srno: number, scope: Scope, mode: string) =>
  on.maybe(printed, [srno, entitiesIn(scope), mode]);

const keep = statement(
  'audit.report.keep',
  { audit: 'int4' },
  `with kept as (
     insert into audit.report_file (audit, branch, hash, bytes)
     select a.srno, a.branch, $2::text, $3::integer from audit.audit a where a.srno = $1 and a.report is not null
     on conflict do nothing returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'keep', 'audit', audit::text, branch, jsonb_build_object('report', hash, 'bytes', bytes) from kept
   )
   select audit from kept`,
);
/** Names the file of a report that stays as it is; undefined if it has one. The trail has its hash, so that no other can take its place. */
export const keepReport = (tx: Transaction, srno: number, { hash, bytes }: StoredObject) =>
  tx.maybe(keep, [srno, hash, bytes]);
