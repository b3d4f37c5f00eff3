import { documentStatements } from '#server/platform/db/documents.ts';
import { DOCUMENT } from './entity.present.ts';

/** The documents of entities. Row-level security follows the entity's own. */
export const entityDocumentStatements = documentStatements({
  name: 'masters.document',
  record: 'entity document',
  table: 'masters.entity_document',
  kinds: 'masters.document_kind',
  owner: { table: 'masters.entity', alias: 'e', column: 'entity' },
  branch: 'coalesce(e.controlling_branch, e.srno)',
  trailed: { entity: 'e.id', status: 'd.status' },
  row: DOCUMENT,
  answersWith: 'added',
  isOpen: `e.type <> 'A'`,
  isRemovable: `d.status <> 'A'`,
  state: { columns: { status: 'text' }, list: 'd.status' },
});
