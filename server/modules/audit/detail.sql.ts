import { auditDetail, checklistRow, countRow, misRow, summaryRow } from '#contract/audit/audit.ts';
import { FORMAT_WORDS, FORMATS } from '#domain/audit/codes.ts';
import { entitiesIn, type Executor, type Scope, type WireColumns } from '#server/platform/database.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import { DETAIL_HEADER } from './audit.present.ts';
import { countsNow } from './counts.sql.ts';
import { DISCREPANCY_JOINS, DISCREPANCY_ROW, PENDING_DAY } from './discrepancy-row.ts';
import { countedDiscrepancies, summedDiscrepancies } from './kinds.sql.ts';
import { DOCUMENT_ROW } from './registers.present.ts';

/** The most discrepancies of each kind that come with an audit. The list of discrepancies has all of them. */
const MOST_DISCREPANCIES = 500;

const rows = (columns: WireColumns, from: string, order: string) =>
  `(select coalesce(json_agg(${jsonObject(columns)} order by ${order}), '[]') from ${from})`;

/** The answers `t` of a checklist, beside those of the month before (`l`). */
const checklist = (list: string) =>
  rows(
    onWire(checklistRow, {
      srno: 't.srno',
      audit: 't.audit',
      no: 't.no',
      particulars: 't.words',
      answer: 't.answer',
      observation: 't.observation',
      isEditable: 't.editable::integer',
      version: 't.version',
      lastAnswer: `coalesce(l.answer, '')`,
      lastObservation: `coalesce(l.observation, '')`,
    }),
    `audit.answer t left join audit.answer l on l.audit = a.previous and l.list = t.list and l.no = t.no
     where t.audit = a.srno and t.list = '${list}'`,
    't.position',
  );

/** What fits no other row is shown only if there is something. */
const counts = (list: string) =>
  rows(
    onWire(countRow, {
      srno: 't.srno',
      particulars: 't.words',
      code: 't.code',
      transactions: 'coalesce(t.transactions, 0)',
      discrepancies: 'coalesce(c.n, 0)',
      source: 't.source',
      version: 't.version',
    }),
    `count_now t left join counted c on c.code = t.code where t.list = '${list}'
       and (t.code not in ('PB', 'SP') or t.transactions > 0 or c.n > 0)`,
    't.no',
  );

/** Figures of the month before come through the link while the audit is open; closing stores them. */
export const READS_LAST = `(a.previous is not null and a.status <> 'C')`;

const discrepancies = (flag: string) =>
  rows(
    DISCREPANCY_ROW,
    `(select * from audit.discrepancy d where d.audit = a.srno and d.flag = '${flag}' and d.removed_at is null
       order by (d.status = 'D'), ${PENDING_DAY}, d.line_no limit ${MOST_DISCREPANCIES}) as d ${DISCREPANCY_JOINS}`,
    `(d.status = 'D'), ${PENDING_DAY}, d.line_no`,
  );

const registers = rows(
  DOCUMENT_ROW,
  `audit.document d where d.audit = a.srno and d.removed_at is null and d.kind like 'FLM%'`,
  'd.kind',
);

const missingFormats = rows(
  { value: 'f.format', name: 'f.words' },
  `(values ${FORMATS.map((format) => `('${format}', '${FORMAT_WORDS[format]}')`).join(', ')}) as f (format, words)
   where not exists (select from audit.document d where d.audit = a.srno and d.kind = f.format and d.removed_at is null)`,
  'f.format',
);

const kinds = rows(
  { value: 'k.id::text', name: 'k.name' },
  'masters.document_kind_ref k where k.active',
  'k.position',
);

const detail = statement(
  'audit.audit.detail',
  { body: 'text', version: 'int4' },
  `with ${countsNow('$1::integer')}, counted as materialized (${countedDiscrepancies('$1::integer')}),
     summed as materialized (${summedDiscrepancies('$1::integer')}),
     last_summed as materialized (${summedDiscrepancies('(select previous from audit.audit where srno = $1)')}),
     kinds as materialized (select ${kinds} as list)
   select ${jsonObject(
     onWire(auditDetail, {
       err: `''`,
       header: jsonObject(DETAIL_HEADER),
       rbi: checklist('RBI'),
       operational: checklist('OPS'),
       discrepancies: discrepancies('T'),
       registers,
       missingFormats,
       corporateKinds: '(select list from kinds)',
       dealerKinds: '(select list from kinds)',
       franchiseKinds: '(select list from kinds)',
       partyDiscrepancies: discrepancies('M'),
       purchases: counts('PUR'),
       sales: counts('SAL'),
       transfers: counts('MTSS'),
       business: rows(
         onWire(misRow, {
           srno: 't.srno',
           particulars: 't.words',
           code: 't.code',
           thisMonth: `coalesce(t.this_month::text, '')`,
           lastMonth: `coalesce(case when ${READS_LAST} then l.this_month else t.last_month end::text, '')`,
           version: 't.version',
         }),
         `audit.mis_row t left join audit.mis_row l on l.audit = a.previous and l.code = t.code where t.audit = a.srno`,
         't.no',
       ),
       summary: rows(
         onWire(summaryRow, {
           srno: 't.srno',
           particulars: 't.words',
           code: 't.code',
           discrepancies: 'coalesce(s.n, 0)',
           lastMonth: `case when ${READS_LAST} then coalesce(l.n, 0) else t.last_month end`,
           complied: `case when ${READS_LAST} then coalesce(l.cleared, 0) else t.complied end`,
           version: 't.version',
         }),
         `audit.summary_row t left join summed s on s.code = t.code left join last_summed l on l.code = t.code
        where t.audit = a.srno`,
         't.no',
       ),
       tally: rows(
         { type: 't.type', status: 't.status', n: 't.n' },
         `(select y.type, y.status, sum(y.n)::integer as n from audit.tally y where y.audit = a.srno
         group by y.type, y.status having sum(y.n) > 0) as t`,
         't.type, t.status',
       ),
     }),
   )}::text as body, a.version
   from audit.audit a join masters.entity_ref e on e.srno = a.branch left join audit.audit p on p.srno = a.previous
   where a.srno = $1::integer and ($2::integer[] is null or a.branch = any ($2))`,
);

/** One audit with everything but its transactions; undefined if it is out of scope. */
export const findAudit = (on: Executor, srno: number, scope: Scope) =>
  on.maybe(detail, [srno, entitiesIn(scope)]);
