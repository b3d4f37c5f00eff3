import { KYC_PAGE_RIGHT, requestDocuments } from '#contract/requests/documents.ts';
import { documentHandlers } from '#server/platform/dispatch/document-handlers.ts';
import { notAllowed } from '#server/platform/dispatch/problems.ts';
import type { ObjectStore } from '#server/platform/files/store.ts';
import { findState } from './approval.sql.ts';
import { requestDocumentStatements } from './documents.sql.ts';
import { refuseMasked, type NumberViews } from './numbers.ts';
import { findRequestOfDocument } from './numbers.sql.ts';
import { seesOnlyOwnDrafts } from './reach.sql.ts';
import { mayRemoveDocument, WITHDRAWN } from './state.ts';

/** The KYC documents of requests. */
export const requestDocumentHandlers = (store: ObjectStore, numbers: NumberViews) =>
  documentHandlers(store, {
    calls: requestDocuments,
    statements: requestDocumentStatements,
    seesOnlyOwn: seesOnlyOwnDrafts,
    // The documents of a customer hold the same numbers as the request.
    checkOpened: async (tx, document, caller) => {
      const request = await findRequestOfDocument(tx, document);
      if (request !== undefined) refuseMasked(await numbers(tx, request, caller));
    },
    // The declaration checks the right. An upload that names another screen is not from ours.
    check: (_, meta) => {
      if (meta !== undefined && meta['pageright'] !== KYC_PAGE_RIGHT) throw notAllowed();
    },
    uploadRefusal: async (tx, srno, caller) =>
      (await findState(tx, srno, caller)) === undefined ? null : WITHDRAWN,
    removalRefusal: (state, caller) => {
      const answer = mayRemoveDocument(state, caller);
      return answer.ok ? null : answer.why;
    },
  });
