import {
  DISCREPANCY_WORDS,
  MASTER_TYPE_WORDS,
  PARTY_TYPE_WORDS,
  TRANSACTION_TYPE_WORDS,
} from '#domain/audit/codes.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { moment } from '#server/platform/moment.ts';
import { dateOrEmpty, monthOrEmpty, TODAY, wordOf } from '#server/platform/shown.ts';

/** The day in India since which the discrepancy `d` waits: it was raised then, or went back to the branch. As the indexes have it. */
export const PENDING_DAY = `(d.pending_since at time zone 'Asia/Kolkata')::date`;

/** Row → wire: the discrepancy `d` of the audit `a` at the branch `e`, with what DISCREPANCY_JOINS adds. */
export const DISCREPANCY_ROW: WireColumns = {
  adis_hdrsrno: 'd.audit',
  adis_lineno: 'd.line_no',
  adis_flag: 'd.flag',
  adis_branch: 'e.id',
  adis_branchnm: 'e.name',
  adis_month: monthOrEmpty('a.first_day'),
  adis_trantype: 'd.type',
  adis_trantypename: wordOf('d.type', TRANSACTION_TYPE_WORDS),
  adis_tranno: 'd.tran_no',
  adis_trandate: dateOrEmpty('d.tran_date'),
  adis_tranpurpose: 'd.purpose',
  adis_tranpurposename: 'coalesce(pu.name, d.purpose)',
  adis_partytypename: wordOf('d.party_type', PARTY_TYPE_WORDS),
  adis_trantypesub: 'd.type_sub',
  adis_trantypesubname: `case when d.type_sub = '' then '' else (select i.words from audit.particular i
    where i.list = 'MTSS' and i.code = d.type_sub) end`,
  adis_discrepancy: 'd.words',
  adis_status: 'd.status',
  adis_statusnm: wordOf('d.status', DISCREPANCY_WORDS),
  adis_mastertypenm: wordOf('d.master_type', MASTER_TYPE_WORDS),
  adis_partyname: 'd.party_name',
  adis_masterdocumentnm: `coalesce(dk.name, '')`,
  audit_discrepancy: 'd.words',
  adis_age: `greatest(0, ${TODAY} - ${PENDING_DAY})`,
  adis_replies: 'said.replies',
  adis_answered: '(said.answered)::integer',
  adis_raisedby: 'd.raised_by_name',
  adis_raisedat: moment('d.raised_at'),
  version: 'd.version',
};

export const DISCREPANCY_JOINS = `left join masters.purpose_ref pu on pu.value = d.purpose
  left join masters.document_kind_ref dk on dk.id = d.master_document
  cross join lateral (
    select count(*)::integer as replies, coalesce(bool_or(r.made_at >= d.pending_since), false) as answered
    from audit.reply r where r.discrepancy = d.line_no and r.status is null
  ) as said`;
