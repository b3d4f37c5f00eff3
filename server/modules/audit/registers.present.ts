import { ATTENDANCE_WORDS } from '#domain/audit/codes.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { moment } from '#server/platform/moment.ts';

const sqlText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What the remark of a document says: the format of a register, or the type of an attendance paper. */
export const DOCUMENT_WORDS = `case d.kind when 'ATT1' then ${sqlText(ATTENDANCE_WORDS[1])}
  when 'ATT2' then ${sqlText(ATTENDANCE_WORDS[2])} else d.kind end`;

/** A register or a paper as it is sent; the document is `d`. */
export const DOCUMENT_ROW: WireColumns = {
  adoc_srno: 'd.srno',
  adoc_filename: 'd.file_name',
  adoc_remark: DOCUMENT_WORDS,
  adoc_ext: 'd.extension',
  origin: 'd.origin',
  rows: 'd.rows',
  uploaded_at: moment('d.uploaded_at'),
  uploaded_by: 'd.uploaded_by_name',
};
