import type { IsoDate } from '#domain/dates.ts';
import type { Category, Recipient, Visibility } from '#domain/library/codes.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import type { OpenedDocument } from '#server/platform/db/documents.ts';
import { dayUse } from '#server/platform/db/day-use.ts';
import { libraryDetail } from '#contract/library/documents.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Author } from '#server/platform/record.ts';
import { DOCUMENT_JOINS, documentRow, FILE_ROW, trailedDocument } from './library.present.ts';

/** A document as it is stored. */
export interface StoredDraft {
  readonly name: string;
  readonly category: Category;
  readonly sub1: string;
  readonly sub2: string;
  readonly dated: IsoDate;
  readonly byWhom: string;
  readonly submittedTo: Recipient | '';
  readonly visible: Visibility;
  /** The number of the branch; null for a unified document. */
  readonly branch: number | null;
  readonly expires: IsoDate | null;
  readonly active: boolean;
}

const COLUMNS =
  'name, category, sub1, sub2, dated, by_whom, submitted_to, visible, branch, expires_on, active';
const valuesOf = ({
  name,
  category,
  sub1,
  sub2,
  dated,
  byWhom,
  submittedTo,
  visible,
  branch,
  expires,
  active,
}: StoredDraft) => [name, category, sub1, sub2, dated, byWhom, submittedTo, visible, branch, expires, active];

/** What users add on a day. */
export const libraryDays = dayUse({
  table: 'library.day_use',
  counters: ['documents', 'files', 'bytes'],
});

const insert = statement(
  'library.document.insert',
  { srno: 'int4', version: 'int4' },
  `with d as (
     insert into library.document (${COLUMNS}, changed_by, changed_by_name)
     values ($1, $2, $3, $4, $5::date, $6, $7, $8, $9::integer, $10::date, $11::boolean, $12, $13) returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'library document', d.srno::text, d.branch, ${trailedDocument('d')} from d
   )
   select srno, version from d`,
);
export async function insertDocument(tx: Transaction, draft: StoredDraft, by: Author) {
  await libraryDays.add(tx, by.account, { documents: 1 });
  return tx.one(insert, [...valuesOf(draft), by.account, by.name]);
}

const lock = statement(
  'library.document.lock',
  { version: 'int4', changed_by_name: 'text', changed_at: 'timestamptz' },
  'select version, changed_by_name, changed_at from library.document where srno = $1 for update',
);
/** Locks a document that the caller can change; undefined if there is none. */
export const lockDocument = (tx: Transaction, srno: number) => tx.maybe(lock, [srno]);

const exists = statement(
  'library.document.exists',
  { srno: 'int4' },
  'select srno from library.document where srno = $1',
);
/** Whether the caller of this transaction can see a document, which they may not be able to change. */
export const isSeen = async (tx: Transaction, srno: number): Promise<boolean> =>
  (await tx.maybe(exists, [srno])) !== undefined;

const update = statement(
  'library.document.update',
  { version: 'int4' },
  `with before as (
     select * from library.document where srno = $1
   ), d as (
     update library.document set (${COLUMNS}) = ($2, $3, $4, $5, $6::date, $7, $8, $9, $10::integer, $11::date, $12::boolean),
       version = version + 1, changed_by = $13, changed_by_name = $14, changed_at = now()
     where srno = $1 returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'edit', 'library document', d.srno::text, d.branch, ${trailedDocument('before')}, ${trailedDocument('d')}
     from before, d
   )
   select version from d`,
);
/** Changes the details of a document, which this transaction has locked. */
export const updateDocument = (tx: Transaction, srno: number, draft: StoredDraft, by: Author) =>
  tx.one(update, [srno, ...valuesOf(draft), by.account, by.name]);

const addFile = statement(
  'library.file.insert',
  { body: 'text' },
  `with d as (
     update library.document set files = files + 1 where srno = $1 returning srno, branch, files
   ), f as (
     insert into library.file (document, number, file_name, extension, hash, bytes, uploaded_by, uploaded_by_name)
     select d.srno, d.files, $2, $3, $4, $5::integer, $6, $7 from d returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'library file', d.srno::text, d.branch,
       jsonb_build_object('number', f.number, 'file', f.file_name, 'hash', f.hash) from d, f
   )
   select ${jsonObject(FILE_ROW)}::text as body from f`,
);
/**
 * Gives a document its next file; undefined if the caller can change no such document. The lock on its row puts uploads at
 * once one after another.
 */
export async function insertFile(
  tx: Transaction,
  srno: number,
  { fileName, extension, hash, bytes }: AcceptedFile,
  by: Author,
) {
  await libraryDays.add(tx, by.account, { files: 1, bytes });
  return tx.maybe(addFile, [srno, fileName, extension, hash, bytes, by.account, by.name]);
}

const detail = statement(
  'library.document.detail',
  { body: 'text', version: 'int4' },
  `select ${jsonObject(
    onWire(libraryDetail, {
      ...documentRow('$2'),
      files: `(select coalesce(json_agg(${jsonObject(FILE_ROW)} order by f.number desc), '[]')
      from library.file f where f.document = d.srno and (f.number = d.files or $3::boolean))`,
    }),
  )}::text as body, d.version
   from library.document d ${DOCUMENT_JOINS}
   where d.srno = $1 and ($2::integer[] is null or d.place = any ($2)) and (d.shelf = 'on' or $3::boolean)`,
);
/** One document with its files; undefined if it is out of reach. Users with the add flag see all documents and files. */
export const findDocument = (on: Executor, srno: number, places: readonly number[] | null, mayAdd: boolean) =>
  on.maybe(detail, [srno, places, mayAdd]);

const opening = (action: 'view' | 'download') =>
  statement(
    `library.file.${action}`,
    { kind: 'text', file_name: 'text', extension: 'text', hash: 'text' },
    `with found as (
       select d.srno, d.branch, d.name as kind, f.number, f.file_name, f.extension, f.hash
       from library.document d join library.file f on f.document = d.srno and f.number = coalesce($3::integer, d.files)
       where d.srno = $1 and f.file_name = $2 and (d.shelf = 'on' or $4::boolean) and (f.number = d.files or $4)
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select '${action}', 'library file', srno::text, branch,
         jsonb_build_object('document', kind, 'number', number, 'file', file_name, 'hash', hash) from found
     )
     select kind, file_name, extension, hash from found`,
  );
const open = { view: opening('view'), download: opening('download') };

export interface NamedFile {
  readonly srno: number;
  readonly filename: string;
  readonly number?: number | undefined;
}
/** Opens a file and records it in the trail. Row-level security hides the documents of other branches. */
export const openFile = (
  tx: Transaction,
  action: keyof typeof open,
  { srno, filename, number }: NamedFile,
  mayAdd: boolean,
) => tx.maybe(open[action], [srno, filename, number ?? null, mayAdd]) as Promise<OpenedDocument | undefined>;
