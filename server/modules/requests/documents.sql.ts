import { DOCUMENT_NEWS } from '#domain/requests/documents.ts';
import { documentStatements } from '#server/platform/db/documents.ts';
import { isOpenTo, isOwnOrOfBranch } from './reach.sql.ts';
import { DOCUMENT_ROW } from './rows.present.ts';
import { STATE_COLUMNS, STATE_LIST } from './state.sql.ts';

/** The documents of requests. Row-level security follows the request's own. */
export const requestDocumentStatements = documentStatements({
  name: 'requests.document',
  record: 'request document',
  table: 'requests.document',
  kinds: 'requests.document_kind',
  owner: { table: 'requests.request', alias: 'r', column: 'request' },
  branch: 'r.branch',
  trailed: { request: 'd.request', remark: 'd.remark' },
  row: DOCUMENT_ROW,
  answersWith: 'all',
  hasRemark: true,
  reach: (actor, onlyOwn) => `${isOwnOrOfBranch(actor)} and ${isOpenTo(onlyOwn, actor)}`,
  isOpen: 'r.withdrawn_at is null',
  isRemovable: 'not r.submitted and r.withdrawn_at is null',
  state: { columns: STATE_COLUMNS, list: STATE_LIST },
  records: (action, by) => `logged as (
     insert into requests.activity (request, by_name, remark)
     select d.request, ${by}, '${DOCUMENT_NEWS[action]}: ' || k.name || ', ' || d.file_name || '.'
     from d join requests.document_kind k on k.id = d.kind
   )`,
});
