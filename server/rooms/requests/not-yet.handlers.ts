import { sendPaymentLink, verifyPayment } from '#contract/payments/payments.ts';
import * as documents from '#contract/requests/documents.ts';
import * as schemes from '#contract/requests/schemes.ts';
import { handle, type Bound } from '#server/platform/dispatch/handler.ts';
import { Refusal } from '#server/platform/dispatch/problems.ts';

const notYet = () => Promise.reject(new Refusal('Not built yet.'));

/** Stands in for the calls of documents, schemes and payments until their own handlers are here. */
export const notYetHandlers: readonly Bound[] = [
  handle(documents.kycDocumentKinds, notYet),
  handle(documents.uploadKyc, notYet),
  handle(documents.viewKyc, notYet),
  handle(documents.removeKyc, notYet),
  handle(documents.downloadKyc, notYet),
  handle(documents.requestPaper, notYet),
  handle(schemes.taxStarts, notYet),
  handle(schemes.saveTaxStart, notYet),
  handle(schemes.removeTaxStart, notYet),
  handle(schemes.unsettledList, notYet),
  handle(schemes.settleSpecial, notYet),
  handle(sendPaymentLink, notYet),
  handle(verifyPayment, notYet),
];
