import * as documents from '#contract/requests/documents.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';

const notYet = () => Promise.reject(new Refusal('Not built yet.'));

/** Stands in for the calls of documents until their own handlers are here. */
export const notYetHandlers: readonly Bound[] = [
  handle(documents.kycDocumentKinds, notYet),
  handle(documents.uploadKyc, notYet),
  handle(documents.viewKyc, notYet),
  handle(documents.removeKyc, notYet),
  handle(documents.downloadKyc, notYet),
  handle(documents.requestPaper, notYet),
];
