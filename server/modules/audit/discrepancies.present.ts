import type { DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { readWireDate } from '#domain/dates.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { moment } from '#server/platform/moment.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Whether there is a reply to the discrepancy `d` since it last became pending. A change of the status is no reply. */
export const IS_ANSWERED = `exists (select from audit.reply r
  where r.discrepancy = d.line_no and r.status is null and r.made_at >= d.pending_since)`;

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

/** The columns of the file: those of transactions, of parties, or both. */
export const discrepancySheet = (flags: readonly ('T' | 'M')[]): readonly ExportColumn<DiscrepancyRow>[] => [
  text('Branch', 10, ({ adis_branch }) => adis_branch),
  text('Name', 28, ({ adis_branchnm }) => adis_branchnm),
  text('Audit', 18, ({ adis_month }) => adis_month),
  ...(flags.includes('T') ? OF_TRANSACTION : []),
  ...(flags.includes('M') ? OF_PARTY : []),
  text('Party', 30, ({ adis_partyname }) => adis_partyname),
  text('Discrepancy', 60, ({ adis_discrepancy }) => adis_discrepancy),
  text('Status', 12, ({ adis_statusnm }) => adis_statusnm),
  { header: 'Age', kind: 'number', width: 8, value: ({ adis_age }) => adis_age },
  { header: 'Replies', kind: 'number', width: 8, value: ({ adis_replies }) => adis_replies },
  text('Raised by', 22, ({ adis_raisedby }) => adis_raisedby),
];
