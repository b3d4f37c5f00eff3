import * as calls from '#contract/audit/customer-papers.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notFound } from '#server/platform/dispatch/problems.ts';
import { listPapersOf, openPaperOf } from './customer-papers.sql.ts';
import type { AuditFiles } from './files.ts';

/** The papers of the customers of an audit. */
export const customerPaperHandlers = ({ store }: AuditFiles): readonly Bound[] => [
  handle(calls.listCustomerPapers, async ({ db, caller }, { transaction }) => {
    const found = await listPapersOf(db.read, transaction, caller.scope);
    if (found === undefined) throw notFound();
    return Reply.json(found.body);
  }),

  handle(calls.viewCustomerPaper, async ({ tx, log }, { document }) => {
    const found = await openPaperOf(tx, 'view', document);
    if (found === undefined) throw notFound();
    return showDocument(store, found, document.page ?? 1, log);
  }),

  handle(calls.downloadCustomerPaper, async ({ tx, log }, { document }) => {
    const found = await openPaperOf(tx, 'download', document);
    if (found === undefined) throw notFound();
    return sendDocument(store, found, log);
  }),
];
