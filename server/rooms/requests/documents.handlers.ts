import * as calls from '#contract/requests/documents.ts';
import type { RequestDocument } from '#contract/requests/desk.ts';
import { documentKind } from '#domain/requests/documents.ts';
import { sendDocument, showDocument } from '#server/platform/dispatch/documents.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { findState } from './approval.sql.ts';
import {
  documentKinds,
  findDocumentState,
  insertDocument,
  listDocuments,
  openDocument,
  removeDocument,
} from './documents.sql.ts';
import { mayRemoveDocument, WITHDRAWN } from './state.ts';

/** The screen that documents are added from; the right is checked by the declaration, whatever is named. */
const PAGE_RIGHT = calls.uploadKyc.right.key;

/** The KYC documents of requests; their bytes are in the object store. */
export const documentHandlers = (store: ObjectStore): readonly Bound[] => [
  handle(calls.kycDocumentKinds, async ({ db }) => Reply.json((await documentKinds(db.read)).body)),

  handle(calls.uploadKyc, async ({ tx, caller, file }, { srno, docid, remark, pageright }) => {
    if (pageright !== PAGE_RIGHT) throw notAllowed();
    const about = { kind: documentKind(docid), remark: remark.trim() };
    const added = file === null ? undefined : await insertDocument(tx, srno, about, file, caller);
    if (added === undefined) {
      const isThere = (await findState(tx, srno, caller)) !== undefined;
      throw isThere ? new Refusal(WITHDRAWN) : notFound();
    }
    const { body } = await listDocuments(tx, srno);
    return { error: '', message: 'Uploaded.', docdetail: JSON.parse(body) as RequestDocument[] };
  }),

  handle(calls.viewKyc, async ({ tx, caller, log }, { document }) => {
    const opened = await openDocument(tx, 'view', document, caller);
    if (opened === undefined) throw notFound();
    return showDocument(store, opened, document.page ?? 1, log);
  }),

  handle(calls.downloadKyc, async ({ tx, caller, log }, { document }) => {
    const opened = await openDocument(tx, 'download', document, caller);
    if (opened === undefined) throw notFound();
    return sendDocument(store, opened, log);
  }),

  handle(calls.removeKyc, async ({ tx, caller }, { document }) => {
    if ((await removeDocument(tx, document, caller)) === undefined) {
      const state = await findDocumentState(tx, document, caller);
      const answer = state === undefined ? null : mayRemoveDocument(state, caller);
      throw answer === null || answer.ok ? notFound() : new Refusal(answer.why);
    }
    return { err: '', msg: 'Removed.' };
  }),
];
