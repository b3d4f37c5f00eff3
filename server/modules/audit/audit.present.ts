import { AUDIT_FLOW, FIRST_FETCHED } from '#domain/audit/audit.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { dateOrEmpty, monthOrEmpty, wordOf } from '#server/platform/shown.ts';

/** Row → wire: the audit `a` of the branch `e`. */
export const HEADER_ROW: WireColumns = {
  hdr_srno: 'a.srno',
  hdr_branch: 'e.id',
  hdr_branchnm: 'e.name',
  entity_name: 'e.name',
  hdr_year: 'a.year',
  hdr_month: 'a.month',
  hdr_monthnm: `to_char(a.first_day, 'FMMonth')`,
  hdr_date: 'a.audited_on',
  hdr_status: 'a.status',
  hdr_statusnm: wordOf('a.status', AUDIT_FLOW.words),
  hdr_cashier: 'a.cashier',
  hdr_bm: 'a.manager',
  um_username: 'a.auditor_name',
  hdr_lastheadersrno: 'coalesce(a.previous, 0)',
  hdr_datedmy: dateOrEmpty('a.audited_on'),
  hdr_reviewdatedmy: dateOrEmpty('a.reviewed_on'),
  hdr_closedatedmy: dateOrEmpty('a.closed_on'),
};

/** The header of one audit, with the audit `p` of the month before. */
export const DETAIL_HEADER: WireColumns = {
  ...HEADER_ROW,
  version: 'a.version',
  previous_month: monthOrEmpty('p.first_day'),
  previous_status: `coalesce(p.status, '')`,
  fetched: `((a.year, a.month) >= (${FIRST_FETCHED.year}, ${FIRST_FETCHED.month}))::integer`,
};

/** What an audit is in the trail, without its report. */
export const trailedAudit = (audit: string): string => `to_jsonb(${audit}) - 'report'`;
