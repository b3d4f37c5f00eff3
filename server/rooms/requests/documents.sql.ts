import { DOCUMENT_NEWS } from '#domain/requests/documents.ts';
import type { Executor, Transaction } from '#server/platform/database.ts';
import { documentOpener } from '#server/platform/db/documents.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { AcceptedFile } from '#server/platform/files/intake.ts';
import { isOwnOrOfBranch } from './reach.sql.ts';
import { DOCUMENT_ROW } from './rows.present.ts';
import { STATE_COLUMNS, STATE_LIST } from './state.sql.ts';

/** The documents of requests. Everything here runs under row-level security, which follows the request's own. */

const kinds = statement(
  'requests.document.kinds',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', id::text, 'name', name) order by position), '[]')::text as body
   from requests.document_kind where active`,
);
export const documentKinds = (on: Executor) => on.one(kinds);

/** A document as its callers name it, all three of which must fit. */
export interface Named {
  readonly srno: number;
  readonly filename: string;
  readonly docid: number;
}
const IS_NAMED = 'd.srno = $1 and d.file_name = $2 and d.kind = $3';
const OF_REQUEST = `requests.document d join requests.request r on r.srno = d.request
  join requests.document_kind k on k.id = d.kind`;
const TRAILED = `jsonb_build_object('request', d.request, 'document', k.name, 'file', d.file_name, 'hash', d.hash, 'remark', d.remark)`;

const open = documentOpener({
  name: 'requests.document',
  record: 'request document',
  from: OF_REQUEST,
  where: `${IS_NAMED} and ${isOwnOrOfBranch('$4')}`,
  trailed: TRAILED,
  branch: 'r.branch',
});
export const openDocument = (
  tx: Transaction,
  action: 'view' | 'download',
  { srno, filename, docid }: Named,
  { account }: Caller,
) => open(tx, action, [srno, filename, docid, account]);

/** Said of the document `d` of the kind `k` in the activity of its request, and in the trail. */
const told = (action: keyof typeof DOCUMENT_NEWS, by: string) => `logged as (
     insert into requests.activity (request, by_name, remark)
     select d.request, ${by}, '${DOCUMENT_NEWS[action]}: ' || k.name || ', ' || d.file_name || '.'
     from d join requests.document_kind k on k.id = d.kind
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, ${action === 'add' ? 'after' : 'before'})
     select '${action}', 'request document', d.srno::text, d.branch, ${TRAILED}
     from d join requests.document_kind k on k.id = d.kind
   )`;

const insert = statement(
  'requests.document.insert',
  { srno: 'int4' },
  `with r as (
     select r.srno, r.branch from requests.request r
     where r.srno = $1 and r.withdrawn_at is null and ${isOwnOrOfBranch('$8')}
   ), added as (
     insert into requests.document
       (request, kind, remark, file_name, extension, hash, bytes, uploaded_by, uploaded_by_name)
     select r.srno, $2::integer, $3::text, $4::text, $5::text, $6::text, $7::integer, $8::integer, $9::text from r
     returning *
   ), d as (
     select added.*, r.branch from added, r
   ), ${told('add', '$9')}
   select srno from d`,
);
/** Nothing where the request is not in reach or was withdrawn. */
export const insertDocument = (
  tx: Transaction,
  request: number,
  { kind, remark }: { readonly kind: number; readonly remark: string },
  { fileName, extension, hash, bytes }: AcceptedFile,
  { account, name }: Caller,
) => tx.maybe(insert, [request, kind, remark, fileName, extension, hash, bytes, account, name]);

const list = statement(
  'requests.document.list',
  { body: 'text' },
  `select coalesce(json_agg(${jsonObject(DOCUMENT_ROW)} order by d.srno), '[]')::text as body
   from requests.document d join requests.document_kind k on k.id = d.kind
   where d.request = $1 and d.removed_at is null`,
);
/** The documents of a request that the transaction has reached. */
export const listDocuments = (tx: Transaction, request: number) => tx.one(list, [request]);

const remove = statement(
  'requests.document.remove',
  { srno: 'int4' },
  `with named as (
     select d.srno, r.branch from requests.document d join requests.request r on r.srno = d.request
     where ${IS_NAMED} and d.removed_at is null and not r.submitted and r.withdrawn_at is null
       and ${isOwnOrOfBranch('$4')}
     for update of d for share of r
   ), removed as (
     update requests.document d set removed_at = now(), removed_by = $4::integer
     from named where d.srno = named.srno returning d.*, named.branch
   ), d as (
     select * from removed
   ), ${told('remove', '$5')}
   select srno from d`,
);
/** Nothing where it cannot be removed now. The row stays, out of sight. */
export const removeDocument = (
  tx: Transaction,
  { srno, filename, docid }: Named,
  { account, name }: Caller,
) => tx.maybe(remove, [srno, filename, docid, account, name]);

const state = statement(
  'requests.document.state',
  STATE_COLUMNS,
  `select ${STATE_LIST} from requests.document d join requests.request r on r.srno = d.request
   where ${IS_NAMED} and d.removed_at is null and ${isOwnOrOfBranch('$4')}`,
);
/** How the request of a document stands. */
export const findDocumentState = (tx: Transaction, { srno, filename, docid }: Named, { account }: Caller) =>
  tx.maybe(state, [srno, filename, docid, account]);

export const DOCUMENT_CONSTRAINTS = {
  request_document_kind: 'Please pick the kind of document from the list.',
} as const;
