import type { LibraryDocument } from '#contract/library/documents.ts';
import { CATEGORY_WORDS, VISIBILITY_WORDS } from '#domain/library/codes.ts';
import { readIsoDate } from '#domain/dates.ts';
import type { WireColumns } from '#server/platform/database.ts';
import { moment } from '#server/platform/moment.ts';
import type { ExportColumn } from '#server/platform/xlsx/export.ts';

const dayOrEmpty = (column: string): string => `coalesce(${column}::text, '')`;

/** A document `d` with its branch `e` and its newest file `f`; `places` is the parameter of the caller's reach. */
export const documentRow = (places: string) => ({
  srno: 'd.srno',
  name: 'd.name',
  category: 'd.category',
  subCategory1: 'd.sub1',
  subCategory2: 'd.sub2',
  submittedTo: 'd.submitted_to',
  dated: dayOrEmpty('d.dated'),
  expires: dayOrEmpty('d.expires_on'),
  active: 'd.active::integer',
  extension: `coalesce(f.extension, '')`,
  fileName: `coalesce(f.file_name, '')`,
  byWhom: 'd.by_whom',
  visible: 'd.visible',
  branch: `coalesce(e.id, '')`,
  branchName: `coalesce(e.name, '')`,
  fileCount: 'd.files',
  inReach: `(${places}::integer[] is null or d.visible = 'B')::integer`,
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
  text('Document', 50, ({ name }) => name),
  text('Category', 16, ({ category }) => CATEGORY_WORDS[category]),
  text('Sub-category 1', 22, ({ subCategory1 }) => subCategory1),
  text('Sub-category 2', 22, ({ subCategory2 }) => subCategory2),
  day('Dated', ({ dated }) => dated),
  text('By', 28, ({ byWhom }) => byWhom),
  text('Submitted to', 14, ({ submittedTo }) => submittedTo),
  day('Expires', ({ expires }) => expires),
  text('Visible to', 12, ({ visible }) => VISIBILITY_WORDS[visible]),
  text('Branch', 28, ({ branchName }) => branchName),
  text('File', 36, ({ fileName }) => fileName),
  ...(mayAdd ? [text('Status', 10, ({ active }) => (active ? 'Active' : 'Inactive'))] : []),
];
