import { discrepancyRow } from '#contract/audit/discrepancies.ts';
import {
  DISCREPANCY_WORDS,
  MASTER_TYPE_WORDS,
  PARTY_TYPE_WORDS,
  TRANSACTION_TYPE_WORDS,
} from '#domain/audit/codes.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { moment } from '#server/platform/moment.ts';
import { dateOrEmpty, monthOrEmpty, TODAY, wordOf } from '#server/platform/shown.ts';

/** The day in India since which the discrepancy `d` waits: it was raised then, or went back to the branch. As the indexes have it. */
export const PENDING_DAY = `(d.pending_since at time zone 'Asia/Kolkata')::date`;

/** Row → wire: the discrepancy `d` of the audit `a` at the branch `e`, with what DISCREPANCY_JOINS adds. */
export const DISCREPANCY_ROW = onWire(discrepancyRow, {
  audit: 'd.audit',
  lineNo: 'd.line_no',
  kind: 'd.flag',
  branch: 'e.id',
  branchName: 'e.name',
  month: monthOrEmpty('a.first_day'),
  type: 'd.type',
  typeName: wordOf('d.type', TRANSACTION_TYPE_WORDS),
  number: 'd.tran_no',
  transactionDate: dateOrEmpty('d.tran_date'),
  purpose: 'd.purpose',
  purposeName: 'coalesce(pu.name, d.purpose)',
  partyTypeName: wordOf('d.party_type', PARTY_TYPE_WORDS),
  typeSub: 'd.type_sub',
  typeSubName: `case when d.type_sub = '' then '' else (select i.words from audit.particular i
    where i.list = 'MTSS' and i.code = d.type_sub) end`,
  words: 'd.words',
  status: 'd.status',
  statusName: wordOf('d.status', DISCREPANCY_WORDS),
  masterTypeName: wordOf('d.master_type', MASTER_TYPE_WORDS),
  partyName: 'd.party_name',
  masterDocumentName: `coalesce(dk.name, '')`,
  discrepancy: 'd.words',
  age: `greatest(0, ${TODAY} - ${PENDING_DAY})`,
  replies: 'said.replies',
  isAnswered: '(said.answered)::integer',
  raisedBy: 'd.raised_by_name',
  raisedAt: moment('d.raised_at'),
  version: 'd.version',
});

export const DISCREPANCY_JOINS = `left join masters.purpose_ref pu on pu.value = d.purpose
  left join masters.document_kind_ref dk on dk.id = d.master_document
  cross join lateral (
    select count(*)::integer as replies, coalesce(bool_or(r.made_at >= d.pending_since), false) as answered
    from audit.reply r where r.discrepancy = d.line_no and r.status is null
  ) as said`;
