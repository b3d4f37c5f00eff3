import type { AcceptedFile } from '#server/platform/files/intake.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { documentOpener } from '#server/platform/db/documents.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import { DOCUMENT } from './entity.present.ts';
import type { Author } from './master.sql.ts';

/** The documents of entities. Everything here runs under row-level security, which follows the entity's own. */

const kinds = statement(
  'masters.document.kinds',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', id::text, 'name', name) order by position), '[]')::text as body
   from masters.document_kind where active`,
);
export const documentKinds = (on: Executor) => on.one(kinds);

/** What the trail tells of a document `d`. */
const TRAILED = `jsonb_build_object('entity', e.id, 'document', k.name, 'file', d.file_name, 'hash', d.hash, 'status', d.status)`;

/** By serial number and file name. */
export const openDocument = documentOpener({
  name: 'masters.document',
  record: 'entity document',
  from: `masters.entity_document d join masters.entity e on e.srno = d.entity
    join masters.document_kind k on k.id = d.kind`,
  where: 'd.srno = $1 and d.file_name = $2',
  trailed: TRAILED,
  branch: 'coalesce(e.controlling_branch, e.srno)',
});

const insert = statement(
  'masters.document.insert',
  { body: 'text' },
  `with d as (
     insert into masters.entity_document (entity, kind, file_name, extension, hash, bytes, uploaded_by, uploaded_by_name)
     select srno, $2::integer, $3::text, $4::text, $5::text, $6::integer, $7::integer, $8::text
     from masters.entity where srno = $1 and type <> 'A' returning *
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'add', 'entity document', d.srno::text, coalesce(e.controlling_branch, e.srno), ${TRAILED}
     from d join masters.entity e on e.srno = d.entity join masters.document_kind k on k.id = d.kind
   )
   select ${jsonObject(DOCUMENT)}::text as body from d join masters.document_kind k on k.id = d.kind`,
);
/** The new document as the wire shows it; nothing when the entity is not in reach. */
export const insertDocument = (
  tx: Transaction,
  entity: number,
  kind: number,
  file: AcceptedFile,
  by: Author,
) =>
  tx.maybe(insert, [entity, kind, file.fileName, file.extension, file.hash, file.bytes, by.account, by.name]);

const lock = statement(
  'masters.document.lock',
  { status: 'text' },
  `select status from masters.entity_document where srno = $1 and file_name = $2 and removed_at is null for update`,
);
export const lockDocument = (tx: Transaction, srno: number, fileName: string) =>
  tx.maybe(lock, [srno, fileName]);

const remove = statement(
  'masters.document.remove',
  {},
  `with d as (
     update masters.entity_document set removed_at = now(), removed_by = $2 where srno = $1 returning *
   )
   insert into platform.trail (action, record, record_id, branch, before)
   select 'remove', 'entity document', d.srno::text, coalesce(e.controlling_branch, e.srno), ${TRAILED}
   from d join masters.entity e on e.srno = d.entity join masters.document_kind k on k.id = d.kind`,
);
/** The document must be locked by this transaction. */
export const removeDocument = (tx: Transaction, srno: number, by: Author) =>
  tx.rows(remove, [srno, by.account]);
