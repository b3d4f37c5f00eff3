import { PROOF_KIND } from '#domain/requests/documents.ts';
import type { Executor } from '#server/platform/database.ts';
import { statement } from '#server/platform/db/statement.ts';

/** A proof counts for the delivery that is under way: one from before a step was taken back does not. */
const proof = statement(
  'requests.proof.exists',
  { is_there: 'bool' },
  `select exists (
     select from requests.document d where d.request = $1 and d.kind = ${PROOF_KIND} and d.removed_at is null
       and d.uploaded_at > coalesce(
         (select max(a.at) from requests.activity a where a.request = $1 and a.status in ('P', 'S')), '-infinity')
   ) as is_there`,
);
/** Whether the request has a proof of its current delivery. */
export const hasProof = async (on: Executor, srno: number): Promise<boolean> =>
  (await on.one(proof, [srno])).is_there;
