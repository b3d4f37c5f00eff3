import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import {
  DISCREPANCY_WORDS,
  MASTER_TYPE_WORDS,
  PARTY_TYPE_WORDS,
  TRANSACTION_TYPE_WORDS,
} from '#domain/audit/codes.ts';
import { readWireDate } from '#domain/dates.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { moment } from '#server/platform/moment.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** The words for the code in a column; empty for a code without words. */
const worded = (column: string, words: Readonly<Record<string, string>>): string =>
  `case ${column} ${Object.entries(words)
    .map(([code, name]) => `when '${code}' then '${name}'`)
    .join(' ')} else '' end`;

/** Replies are words; a change of the status is no reply. */
const REPLIES = 'audit.reply r where r.discrepancy = d.line_no and r.status is null';

/** Whether there is a reply to the discrepancy `d` since it last became pending. */
export const IS_ANSWERED = `exists (select from ${REPLIES} and r.made_at >= d.pending_since)`;

/** A discrepancy `d`. Every list of discrepancies shows this row, the detail of an audit too. */
export const DISCREPANCY_ROW: WireColumns = {
  adis_hdrsrno: 'd.audit',
  adis_lineno: 'd.line_no',
  adis_flag: 'd.flag',
  adis_branch: 'b.id',
  adis_branchnm: 'b.name',
  adis_month: `to_char(a.first_day, 'FMMonth YYYY')`,
  adis_trantype: 'd.type',
  adis_trantypename: worded('d.type', TRANSACTION_TYPE_WORDS),
  adis_tranno: 'd.tran_no',
  adis_trandate: `coalesce(to_char(d.tran_date, 'DD/MM/YYYY'), '')`,
  adis_tranpurpose: 'd.purpose',
  adis_tranpurposename: 'coalesce(p.name, d.purpose)',
  adis_partytypename: worded('d.party_type', PARTY_TYPE_WORDS),
  adis_trantypesubname: `case when d.type_sub = '' then '' else (select i.words from audit.particular i
    where i.list = 'MTSS' and i.code = d.type_sub) end`,
  adis_discrepancy: 'd.words',
  adis_status: 'd.status',
  adis_statusnm: worded('d.status', DISCREPANCY_WORDS),
  adis_mastertypenm: worded('d.master_type', MASTER_TYPE_WORDS),
  adis_partyname: 'd.party_name',
  adis_masterdocumentnm: `coalesce(k.name, '')`,
  audit_discrepancy: 'd.words',
  adis_age: `greatest(0, (now() at time zone 'Asia/Kolkata')::date - d.on_day)`,
  adis_replies: `(select count(*) from ${REPLIES})`,
  adis_answered: `case when ${IS_ANSWERED} then 1 else 0 end`,
  adis_raisedby: 'd.raised_by_name',
  adis_raisedat: moment('d.raised_at'),
  version: 'd.version',
};
/** The tables that the row reads besides the discrepancy itself. */
export const DISCREPANCY_JOINS = `join audit.audit a on a.srno = d.audit join masters.entity_ref b on b.srno = d.branch
  left join masters.purpose_ref p on p.value = d.purpose left join masters.document_kind_ref k on k.id = d.master_document`;

/** A reply `r` with its optional proof, or a change of the status. */
export const REPLY_ROW: WireColumns = {
  adoc_srno: 'r.srno',
  adoc_filename: `coalesce(r.file_name, '')`,
  adoc_remark: 'r.words',
  adoc_ext: `coalesce(r.extension, '')`,
  adoc_bytes: 'coalesce(r.bytes, 0)',
  status: `coalesce(r.status, '')`,
  by: 'r.made_by_name',
  at: moment('r.made_at'),
};

const text = (
  header: string,
  width: number,
  value: (row: DiscrepancyRow) => string,
): ExportColumn<DiscrepancyRow> => ({ header, kind: 'text', width, value });

const OF_TRANSACTION: readonly ExportColumn<DiscrepancyRow>[] = [
  {
    header: 'Date',
    kind: 'date',
    width: 12,
    value: ({ adis_trandate }) => readWireDate(adis_trandate),
  },
  text('Type', 22, ({ adis_trantypename }) => adis_trantypename),
  text('Partner', 20, ({ adis_trantypesubname }) => adis_trantypesubname),
  text('Number', 12, ({ adis_tranno }) => adis_tranno),
  text('Purpose', 28, ({ adis_tranpurposename }) => adis_tranpurposename),
  text('Party Type', 18, ({ adis_partytypename }) => adis_partytypename),
];
const OF_PARTY: readonly ExportColumn<DiscrepancyRow>[] = [
  text('Master Type', 20, ({ adis_mastertypenm }) => adis_mastertypenm),
  text('Document', 26, ({ adis_masterdocumentnm }) => adis_masterdocumentnm),
];

/** The columns of the file: those of transactions differ from those of parties. */
export const discrepancySheet = (flag: 'T' | 'M'): readonly ExportColumn<DiscrepancyRow>[] => [
  text('Branch', 10, ({ adis_branch }) => adis_branch),
  text('Name', 28, ({ adis_branchnm }) => adis_branchnm),
  text('Audit', 18, ({ adis_month }) => adis_month),
  ...(flag === 'T' ? OF_TRANSACTION : OF_PARTY),
  text('Party', 30, ({ adis_partyname }) => adis_partyname),
  text('Discrepancy', 60, ({ adis_discrepancy }) => adis_discrepancy),
  text('Status', 12, ({ adis_statusnm }) => adis_statusnm),
  { header: 'Age', kind: 'number', width: 8, value: ({ adis_age }) => adis_age },
  { header: 'Replies', kind: 'number', width: 8, value: ({ adis_replies }) => adis_replies },
  text('Raised by', 22, ({ adis_raisedby }) => adis_raisedby),
];
