import type { LibraryDocument } from '#contract/library/documents.ts';
import { CATEGORY_WORDS, VISIBILITY_WORDS } from '#domain/library/codes.ts';
import { readIsoDate } from '#domain/dates.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { moment } from '#server/platform/moment.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

const dayOrEmpty = (column: string): string => `coalesce(${column}::text, '')`;

/** A document `d` with its branch `e` and its newest file `f`; `places` is the parameter of the caller's reach. */
export const documentRow = (places: string): WireColumns => ({
  rdoc_srno: 'd.srno',
  rdoc_docname: 'd.name',
  rdoc_category: 'd.category',
  rdoc_subcategory1: 'd.sub1',
  rdoc_subcategory2: 'd.sub2',
  rdoc_reportsubmitto: 'd.submitted_to',
  rdoc_issuedate: dayOrEmpty('d.dated'),
  rdoc_expirydate: dayOrEmpty('d.expires_on'),
  rdoc_active: 'd.active::integer',
  rdoc_ext: `coalesce(f.extension, '')`,
  rdoc_filename: `coalesce(f.file_name, '')`,
  rdoc_by: 'd.by_whom',
  rdoc_visibleto: 'd.visible',
  rdoc_branch: `coalesce(e.id, '')`,
  rdoc_branchnm: `coalesce(e.name, '')`,
  rdoc_files: 'd.files',
  rdoc_inreach: `(${places}::integer[] is null or d.visible = 'B')::integer`,
});

export const DOCUMENT_JOINS = `left join masters.entity_ref e on e.srno = d.branch
  left join library.file f on f.document = d.srno and f.number = d.files`;

/** A file `f` of a document. */
export const FILE_ROW: WireColumns = {
  number: 'f.number',
  filename: 'f.file_name',
  ext: 'f.extension',
  bytes: 'f.bytes',
  at: moment('f.uploaded_at'),
  by: 'f.uploaded_by_name',
};

/** A document as the trail stores it, without the columns that follow from the others. */
export const trailedDocument = (document: string): string =>
  `to_jsonb(${document}) - 'place' - 'shelf' - 'search'`;

const text = (
  header: string,
  width: number,
  value: (row: LibraryDocument) => string,
): ExportColumn<LibraryDocument> => ({ header, kind: 'text', width, value });
const day = (header: string, value: (row: LibraryDocument) => string): ExportColumn<LibraryDocument> => ({
  header,
  kind: 'date',
  width: 12,
  value: (row) => readIsoDate(value(row)),
});

/** The columns of the file. Only users with the add flag see the status. */
export const documentSheet = (mayAdd: boolean): readonly ExportColumn<LibraryDocument>[] => [
  text('Document', 50, ({ rdoc_docname }) => rdoc_docname),
  text('Category', 16, ({ rdoc_category }) => CATEGORY_WORDS[rdoc_category]),
  text('Sub-category 1', 22, ({ rdoc_subcategory1 }) => rdoc_subcategory1),
  text('Sub-category 2', 22, ({ rdoc_subcategory2 }) => rdoc_subcategory2),
  day('Dated', ({ rdoc_issuedate }) => rdoc_issuedate),
  text('By', 28, ({ rdoc_by }) => rdoc_by),
  text('Submitted to', 14, ({ rdoc_reportsubmitto }) => rdoc_reportsubmitto),
  day('Expires', ({ rdoc_expirydate }) => rdoc_expirydate),
  text('Visible to', 12, ({ rdoc_visibleto }) => VISIBILITY_WORDS[rdoc_visibleto]),
  text('Branch', 28, ({ rdoc_branchnm }) => rdoc_branchnm),
  text('File', 36, ({ rdoc_filename }) => rdoc_filename),
  ...(mayAdd ? [text('Status', 10, ({ rdoc_active }) => (rdoc_active === 1 ? 'Active' : 'Inactive'))] : []),
];
