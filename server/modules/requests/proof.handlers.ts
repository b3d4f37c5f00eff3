import * as z from 'zod/mini';
import { proofOfDelivery } from '#contract/requests/documents.ts';
import { documentRowSchema, type RequestDocument } from '#contract/requests/desk.ts';
import { fromWire } from '#contract/wire.ts';
import { LEVELS } from '#domain/requests/approval.ts';
import { PROOF_KIND } from '#domain/requests/documents.ts';
import { handle } from '#server/platform/dispatch/handler.ts';
import { notFound, Refusal } from '#server/platform/dispatch/problems.ts';
import { findState } from './approval.sql.ts';
import { requestDocumentStatements } from './documents.sql.ts';
import { stateOf } from './state.ts';

/** The proof of a delivery. The delivery itself decides whether one is needed. */
export const proofHandler = handle(proofOfDelivery, async ({ tx, caller, file }, { srno, remark }) => {
  const state = await findState(tx, srno, caller);
  if (state === undefined || file === null) throw notFound();
  const { approvals } = stateOf(state);
  if (LEVELS.some((level) => approvals[level] === null))
    throw new Refusal('The request is not approved at every step.');
  const draft = { owner: srno, kind: PROOF_KIND, remark: remark.trim() };
  const added = await requestDocumentStatements.add(tx, draft, file, caller);
  if (added === undefined) throw notFound();
  const documents = fromWire(z.array(documentRowSchema), JSON.parse(added.body)) as RequestDocument[];
  return { error: '', message: 'Uploaded.', docdetail: documents };
});
