import { auditHeader, detailHeader } from '#contract/audit/audit.ts';
import { AUDIT_FLOW, FIRST_FETCHED } from '#domain/audit/audit.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { momentOrEmpty } from '#server/platform/moment.ts';
import { dateOrEmpty, monthOrEmpty, wordOf } from '#server/platform/shown.ts';

/** Row → wire: the audit `a` of the branch `e`. */
const HEADER = {
  srno: 'a.srno',
  branch: 'e.id',
  branchName: 'e.name',
  entityName: 'e.name',
  year: 'a.year',
  month: 'a.month',
  monthName: `to_char(a.first_day, 'FMMonth')`,
  date: 'a.audited_on',
  status: 'a.status',
  statusName: wordOf('a.status', AUDIT_FLOW.words),
  cashier: 'a.cashier',
  manager: 'a.manager',
  auditor: 'a.auditor_name',
  previous: 'coalesce(a.previous, 0)',
  auditedOn: dateOrEmpty('a.audited_on'),
  reviewedOn: dateOrEmpty('a.reviewed_on'),
  closedOn: dateOrEmpty('a.closed_on'),
};
export const HEADER_ROW = onWire(auditHeader, HEADER);

/** The header of one audit, with the audit `p` of the month before. */
export const DETAIL_HEADER = onWire(detailHeader, {
  ...HEADER,
  version: 'a.version',
  previousMonth: monthOrEmpty('p.first_day'),
  previousStatus: `coalesce(p.status, '')`,
  isFetched: `((a.year, a.month) >= (${FIRST_FETCHED.year}, ${FIRST_FETCHED.month}))::integer`,
  businessFilledAt: `(select ${momentOrEmpty('max(t.filled_at)')} from audit.mis_row t where t.audit = a.srno)`,
});

/** What an audit is in the trail, without its report. */
export const trailedAudit = (audit: string): string => `to_jsonb(${audit}) - 'report'`;
