import type { RequestDocument } from '#contract/requests/desk.ts';
import { KYC_PAGE_RIGHT, requestDocuments } from '#contract/requests/documents.ts';
import { formatDateTime } from '#domain/dates.ts';
import { guessDocumentKind } from '#domain/requests/document-checklist.ts';
import { kindRefusal, MAX_REMARK_CHARS } from '#domain/requests/documents.ts';
import { cellLines } from '#web/patterns/documents/cellLines.tsx';
import type { DocumentsOf } from '#web/patterns/documents/documentsOf.ts';
import { documentText, requestDocumentText as text } from '#web/texts/documents.ts';

/** The KYC documents of a request. */
export const REQUEST_DOCUMENTS: DocumentsOf<RequestDocument> = {
  owner: 'request',
  calls: requestDocuments,
  title: text.title,
  label: text.table,
  columns: [
    { head: text.columns.kind, cell: (row) => cellLines(row.kindName, row.remark) },
    {
      head: text.columns.file,
      cell: (row) => cellLines(row.filename, documentText.bytes(row.bytes)),
    },
    {
      head: text.columns.uploaded,
      cell: (row) => cellLines(formatDateTime(Date.parse(row.uploadedAt)), row.uploadedBy),
    },
  ],
  name: (row) => ({ srno: row.srno, filename: row.filename, docid: row.kind }),
  removeText: text.removeText,
  kindRefusal,
  guessKind: (fileName) => String(guessDocumentKind(fileName) ?? ''),
  maxRemarkChars: MAX_REMARK_CHARS,
  uploadFields: { pageright: KYC_PAGE_RIGHT },
};
