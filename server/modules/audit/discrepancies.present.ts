import { replyRow, type DiscrepancyRow } from '#contract/audit/discrepancies.ts';
import { readWireDate } from '#domain/dates.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { moment } from '#server/platform/moment.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

/** Whether there is a reply to the discrepancy `d` since it last became pending. A change of the status is no reply. */
export const IS_ANSWERED = `exists (select from audit.reply r
  where r.discrepancy = d.line_no and r.status is null and r.made_at >= d.pending_since)`;

/** A reply `r` with its optional proof, or a change of the status. */
export const REPLY_ROW = onWire(replyRow, {
  srno: 'r.srno',
  filename: `coalesce(r.file_name, '')`,
  remark: 'r.words',
  extension: `coalesce(r.extension, '')`,
  bytes: 'coalesce(r.bytes, 0)',
  status: `coalesce(r.status, '')`,
  by: 'r.made_by_name',
  at: moment('r.made_at'),
});

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
    value: ({ transactionDate }) => readWireDate(transactionDate),
  },
  text('Type', 22, ({ typeName }) => typeName),
  text('Partner', 20, ({ typeSubName }) => typeSubName),
  text('Number', 12, ({ number }) => number),
  text('Purpose', 28, ({ purposeName }) => purposeName),
  text('Party Type', 18, ({ partyTypeName }) => partyTypeName),
];
const OF_PARTY: readonly ExportColumn<DiscrepancyRow>[] = [
  text('Master Type', 20, ({ masterTypeName }) => masterTypeName),
  text('Document', 26, ({ masterDocumentName }) => masterDocumentName),
];

/** The columns of the file: those of transactions, of parties, or both. */
export const discrepancySheet = (flags: readonly ('T' | 'M')[]): readonly ExportColumn<DiscrepancyRow>[] => [
  text('Branch', 10, ({ branch }) => branch),
  text('Name', 28, ({ branchName }) => branchName),
  text('Audit', 18, ({ month }) => month),
  ...(flags.includes('T') ? OF_TRANSACTION : []),
  ...(flags.includes('M') ? OF_PARTY : []),
  text('Party', 30, ({ partyName }) => partyName),
  text('Discrepancy', 60, ({ words }) => words),
  text('Status', 12, ({ statusName }) => statusName),
  { header: 'Age', kind: 'number', width: 8, value: ({ age }) => age },
  { header: 'Replies', kind: 'number', width: 8, value: ({ replies }) => replies },
  text('Raised by', 22, ({ raisedBy }) => raisedBy),
];
