import * as calls from '#contract/requests/desk.ts';
import type { Answer } from '#domain/answer.ts';
import { APPROVAL_STEPS, LEVELS, type ApprovalRules } from '#domain/requests/approval.ts';
import { mayDo } from '#domain/rights.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import { notAllowed, notFound, Refusal, stale } from '#server/platform/dispatch/problems.ts';
import { approve, findState, unlockIt, withdrawIt } from './approval.sql.ts';
import { mayApprove, mayEdit, mayUnlock } from './state.ts';
import type { StateRow } from './state.sql.ts';

const mayEditRight = ({ rights }: Caller, level: keyof typeof APPROVAL_STEPS) =>
  mayDo(rights, APPROVAL_STEPS[level].right, 'edit');

/** The reason why nothing was changed: the request does not exist, has changed since it was seen, or a rule forbids
 * it. */
async function refusalReason(
  tx: Transaction,
  srno: number,
  seen: number | null,
  caller: Caller,
  rule: (state: StateRow & { readonly is_paid_by_link: boolean }) => Answer,
): Promise<Error> {
  const state = await findState(tx, srno, caller);
  if (state === undefined) return notFound();
  const changed = stale(state.changed_by_name, state.changed_at, state.version);
  if (seen !== null && seen !== state.version) return changed;
  const answer = rule(state);
  // If the rule allows it now, the obstacle was removed by a concurrent change.
  return answer.ok ? changed : new Refusal(answer.why);
}

export const approvalHandlers = (rules: ApprovalRules): readonly Bound[] => [
  handle(calls.approveRequest, async ({ tx, caller, version: seen }, { level, srno }) => {
    if (!mayEditRight(caller, level)) throw notAllowed();
    const done = await approve(tx, level, srno, seen, rules.fourEyes, caller);
    if (done === undefined)
      throw await refusalReason(tx, srno, seen, caller, (state) => mayApprove(state, level, caller, rules));
    const msg = `Approved as ${APPROVAL_STEPS[level].name}.`;
    return Reply.of({ err: '', msg }, { version: done.version });
  }),

  handle(calls.unlockRequest, async ({ tx, caller, version: seen }, { srno, reason }) => {
    if (!LEVELS.some((level) => mayEditRight(caller, level))) throw notAllowed();
    const isCorporate = mayEditRight(caller, 'CM');
    const done = await unlockIt(tx, srno, seen, isCorporate, reason?.reason.trim() ?? '', caller);
    if (done === undefined)
      throw await refusalReason(tx, srno, seen, caller, (state) => mayUnlock(state, caller));
    return Reply.of({ err: '', msg: 'The request is unlocked.' }, { version: done.version });
  }),

  handle(calls.withdrawRequest, async ({ tx, caller, version: seen }, { srno }) => {
    const done = await withdrawIt(tx, srno, seen, caller);
    if (done === undefined)
      throw await refusalReason(tx, srno, seen, caller, (state) =>
        state.is_paid_by_link
          ? { ok: false, why: 'A payment has come by the link, so the request cannot be withdrawn.' }
          : mayEdit(state, caller),
      );
    return Reply.of({ err: '', msg: 'The request is withdrawn.' }, { version: done.version });
  }),
];
