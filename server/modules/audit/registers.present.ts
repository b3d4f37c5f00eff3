import { auditDocumentRow } from '#contract/audit/audit.ts';
import { ATTENDANCE_WORDS } from '#domain/audit/codes.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { moment } from '#server/platform/moment.ts';

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The kind of a document as people see it: the format of a register, or the type of an attendance paper. */
export const DOCUMENT_WORDS = `case d.kind when 'ATT1' then ${sqlText(ATTENDANCE_WORDS[1])}
  when 'ATT2' then ${sqlText(ATTENDANCE_WORDS[2])} else d.kind end`;

/** A register or a paper as it is sent; the document is `d`. */
export const DOCUMENT_ROW = onWire(auditDocumentRow, {
  srno: 'd.srno',
  filename: 'd.file_name',
  kind: DOCUMENT_WORDS,
  extension: 'd.extension',
  origin: 'd.origin',
  rows: 'd.rows',
  uploadedAt: moment('d.uploaded_at'),
  uploadedBy: 'd.uploaded_by_name',
});
