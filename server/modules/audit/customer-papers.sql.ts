import { paperRow } from '#contract/audit/customer-papers.ts';
import { entitiesIn, type Executor, type Scope, type Transaction } from '#server/platform/database.ts';
import type { OpenedDocument } from '#server/platform/db/documents.ts';
import { jsonObject } from '#server/platform/db/list.ts';
import { onWire } from '#server/platform/db/on-wire.ts';
import { statement } from '#server/platform/db/statement.ts';

/** The papers that a customer gave: the documents of the requests that fetched registers are made of. */

/** A transaction as a caller names it. */
export interface NamedTransactionLine {
  readonly audit: number;
  readonly lineNo: number;
}

/** The papers `p` of a transaction `t`. Only a fetched register names its transactions by their requests. */
const PAPERS = `audit.transaction t join audit.document g on g.srno = t.document
  join requests.document_ref p on p.request = case when g.origin = 'fetch' then t.tran_no::integer end`;
const IS_NAMED = 't.audit = $1::integer and t.line_no = $2::integer';

const PAPER_ROW = jsonObject(onWire(paperRow, { srno: 'p.srno', kind: 'p.kind', filename: 'p.file_name' }));
const list = statement(
  'audit.customer_paper.list',
  { body: 'text' },
  `select coalesce((select json_agg(${PAPER_ROW} order by p.srno)
     from ${PAPERS} where ${IS_NAMED}), '[]')::text as body
   from audit.transaction t join audit.audit a on a.srno = t.audit
   where ${IS_NAMED} and ($3::integer[] is null or a.branch = any ($3))`,
);
/** The papers as JSON; undefined if the transaction is not in reach. */
export const listPapersOf = (on: Executor, { audit, lineNo }: NamedTransactionLine, scope: Scope) =>
  on.maybe(list, [audit, lineNo, entitiesIn(scope)]);

const opening = (action: 'view' | 'download') =>
  statement(
    `audit.customer_paper.${action}`,
    { kind: 'text', file_name: 'text', extension: 'text', hash: 'text' },
    `with found as (
       select p.*, t.audit, t.branch from ${PAPERS} where ${IS_NAMED} and p.srno = $3::integer and p.file_name = $4::text
     ), trailed as (
       insert into platform.trail (action, record, record_id, branch, after)
       select '${action}', 'request document', srno::text, branch, jsonb_build_object('audit', audit, 'request', request,
         'document', kind, 'file', file_name, 'hash', hash) from found
     )
     select kind, file_name, extension, hash from found`,
  );
const open = { view: opening('view'), download: opening('download') };

/** Opens a paper and records it in the trail; undefined where none is in reach. */
export const openPaperOf = (
  tx: Transaction,
  action: keyof typeof open,
  {
    audit,
    lineNo,
    srno,
    filename,
  }: NamedTransactionLine & { readonly srno: number; readonly filename: string },
) => tx.maybe(open[action], [audit, lineNo, srno, filename]) as Promise<OpenedDocument | undefined>;
