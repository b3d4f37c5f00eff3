import * as calls from '#contract/requests/desk.ts';
import type { Answer } from '#domain/answer.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { compareExact, rupees, type Rupees } from '#domain/money.ts';
import { formatRupees } from '#domain/numbers.ts';
import { APPROVAL_STEPS, LEVELS, type ApprovalRules, type Level } from '#domain/requests/approval.ts';
import { WITHDRAWAL_TEXTS } from '#domain/requests/withdrawal.ts';
import { mayDo } from '#domain/rights.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { handle, Reply, type Bound } from '#server/platform/dispatch/handler.ts';
import {
  malformed,
  notAllowed,
  notFound,
  Problem,
  Refusal,
  stale,
} from '#server/platform/dispatch/problems.ts';
import { StepUpMissing, stepUpRefusal } from '#server/platform/dispatch/step-up.ts';
import { approve, findState, findStates, unlockIt, withdrawIt, type AskedApproval } from './approval.sql.ts';
import { mayApprove, mayEdit, mayUnlock } from './state.ts';
import type { StateRow } from './state.sql.ts';

const mayEditRight = ({ rights }: Caller, level: keyof typeof APPROVAL_STEPS) =>
  mayDo(rights, APPROVAL_STEPS[level].right, 'edit');

type State = StateRow & { readonly is_paid_by_link: boolean; readonly was_paid: boolean };

/** Why a rule forbids something for a request in this state; null if it does not. */
type Rule = (state: State) => Refusal | null;

const refusalBy = (answer: Answer): Refusal | null => (answer.ok ? null : new Refusal(answer.why));

/** The reason why nothing was changed: the request does not exist, has changed since it was seen, or a rule forbids
 * it. */
function refusalOf(state: State | undefined, seen: number | null, rule: Rule): Problem | Refusal {
  if (state === undefined) return notFound();
  const changed = stale(state.changed_by_name, state.changed_at, state.version);
  if (seen !== null && seen !== state.version) return changed;
  // If the rule allows it now, the obstacle was removed by a concurrent change.
  return rule(state) ?? changed;
}

async function refusalReason(
  tx: Transaction,
  srno: number,
  seen: number | null,
  caller: Caller,
  rule: Rule,
): Promise<Error> {
  return refusalOf(await findState(tx, srno, caller), seen, rule);
}

/** An approval that is allowed otherwise still needs a second factor above the limit. */
const aboveLimit = ({ grand_total }: State, limit: Rupees | null): Refusal | null =>
  limit !== null && compareExact(rupees(grand_total), limit) > 0
    ? new StepUpMissing(FACTOR_TEXTS.aboveLimit(formatRupees(limit)))
    : null;

type Refusals = ReadonlyMap<number, Problem | Refusal>;

/** Approves every request that may be approved, and gives the refusals of the others. */
async function approveEach(
  tx: Transaction,
  level: Level,
  asked: readonly AskedApproval[],
  { rules, limit }: { readonly rules: ApprovalRules; readonly limit: Rupees | null },
  caller: Caller,
): Promise<{ readonly approved: readonly { version: number }[]; readonly refusals: Refusals }> {
  if (!mayEditRight(caller, level)) throw notAllowed();
  const approved = await approve(tx, level, asked, rules.fourEyes, limit, caller);
  const done = new Set(approved.map(({ srno }) => srno));
  const left = asked.filter(({ srno }) => !done.has(srno));
  if (left.length === 0) return { approved, refusals: new Map() };
  const srnos = left.map(({ srno }) => srno);
  const states = new Map((await findStates(tx, srnos, caller)).map((state) => [state.srno, state]));
  const refused = left.map(
    ({ srno, seen }) =>
      [
        srno,
        refusalOf(
          states.get(srno),
          seen,
          (state) => refusalBy(mayApprove(state, level, caller, rules)) ?? aboveLimit(state, limit),
        ),
      ] as const,
  );
  return { approved, refusals: new Map(refused) };
}

const isNotFound = (refusal: Problem | Refusal) => refusal instanceof Problem && refusal.status === 404;

const textOf = (refusal: Problem | Refusal): string =>
  refusal instanceof Problem ? String(refusal.body['err']) : refusal.message;

/** Unlocks a request. A reason is kept for its maker. */
async function unlock(
  { tx, caller, version: seen }: { tx: Transaction; caller: Caller; version: number | null },
  srno: number,
  reason: string,
  msg: string,
) {
  if (!LEVELS.some((level) => mayEditRight(caller, level))) throw notAllowed();
  const done = await unlockIt(tx, srno, seen, mayEditRight(caller, 'CM'), reason, caller);
  if (done === undefined)
    throw await refusalReason(tx, srno, seen, caller, (state) => refusalBy(mayUnlock(state, caller)));
  return Reply.of({ err: '', msg }, { version: done.version });
}

/** `stepUpAmount` is the grand total above which an approval needs a fresh second factor. */
export const approvalHandlers = (
  rules: ApprovalRules,
  { stepUpAmount }: { readonly stepUpAmount: Rupees },
): readonly Bound[] => [
  handle(calls.approveRequest, async ({ tx, caller, version: seen, isUnconfirmed }, { level, srno }) => {
    const limit = isUnconfirmed ? stepUpAmount : null;
    const { approved, refusals } = await approveEach(tx, level, [{ srno, seen }], { rules, limit }, caller);
    const [done] = approved;
    const refusal = refusals.get(srno) ?? notFound();
    if (done === undefined) throw refusal instanceof StepUpMissing ? stepUpRefusal(caller) : refusal;
    const msg = `Approved as ${APPROVAL_STEPS[level].name}.`;
    return Reply.of({ err: '', msg }, { version: done.version });
  }),

  handle(calls.approveRequests, async ({ tx, caller, isUnconfirmed }, { level, requests }) => {
    if (new Set(requests.map(({ srno }) => srno)).size < requests.length)
      throw malformed('A request is named twice.');
    const asked = requests.map(({ srno, version }) => ({ srno, seen: version }));
    const limit = isUnconfirmed ? stepUpAmount : null;
    const { approved, refusals } = await approveEach(tx, level, asked, { rules, limit }, caller);
    const results = requests.map(({ srno }) => {
      const refusal = refusals.get(srno);
      return { srno, why: refusal === undefined ? '' : textOf(refusal) };
    });
    // A list of requests that the caller cannot see is refused like one such request.
    if ([...refusals.values()].filter(isNotFound).length === requests.length) throw notFound();
    const msg = `${approved.length} of ${requests.length} approved as ${APPROVAL_STEPS[level].name}.`;
    return { err: '', msg, results };
  }),

  handle(calls.sendBackRequest, async (context, { srno, why }) => {
    const reason = why.reason.trim();
    if (reason === '') throw new Refusal('Please give a reason.');
    return unlock(context, srno, reason, 'The request is sent back.');
  }),

  handle(calls.unlockRequest, async (context, { srno, reason }) =>
    unlock(context, srno, reason?.reason.trim() ?? '', 'The request is unlocked.'),
  ),

  handle(calls.withdrawRequest, async ({ tx, caller, version: seen }, { srno, note }) => {
    const written = note?.note.trim() ?? '';
    const done = await withdrawIt(tx, srno, seen, written, caller);
    if (done === undefined)
      throw await refusalReason(tx, srno, seen, caller, (state) => {
        if (state.is_paid_by_link) return new Refusal(WITHDRAWAL_TEXTS.paidByLink);
        const refusal = refusalBy(mayEdit(state, caller));
        return refusal ?? (state.was_paid && written === '' ? new Refusal(WITHDRAWAL_TEXTS.needsNote) : null);
      });
    return Reply.of({ err: '', msg: WITHDRAWAL_TEXTS.done }, { version: done.version });
  }),
];
