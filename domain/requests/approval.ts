import { firstRefusal, type Answer } from '../answer.ts';
import { compareRupees, type Rupees } from '../rupees.ts';
import { mayDo, type RightKey, type Rights } from '../rights.ts';

/** The approval chain of a request (001 §4). */

interface Step {
  readonly name: string;
  readonly right: RightKey;
  /** The steps that must be approved first. */
  readonly after: readonly Level[];
}

export type Level = 'BM' | 'ZM' | 'CM' | 'FM';

/** As specified, the fund manager waits for the branch and zonal managers, not for the corporate manager. */
export const APPROVAL_STEPS: Readonly<Record<Level, Step>> = {
  BM: { name: 'branch manager', right: 'BMAPPROVE', after: [] },
  ZM: { name: 'zonal manager', right: 'ZMAPPROVE', after: ['BM'] },
  CM: { name: 'corporate manager', right: 'CMAPPROVE', after: ['BM', 'ZM'] },
  FM: { name: 'fund manager', right: 'FNDAPPROVE', after: ['BM', 'ZM'] },
};
export const LEVELS = Object.keys(APPROVAL_STEPS) as readonly Level[];

/** The approver and the approved version. */
export interface Approval {
  readonly by: string;
  readonly version: number;
}

/** The part of a request that decides about approving and unlocking. */
export interface RequestState {
  readonly submitted: boolean;
  readonly status: string;
  readonly hasBranch: boolean;
  /** Null if the step is not approved. */
  readonly approvals: Readonly<Record<Level, Approval | null>>;
  readonly received: Rupees;
  readonly grandTotal: Rupees;
  /** Incremented by each save of the content; approving does not change the content. */
  readonly version: number;
  /** The users who wrote the current content. */
  readonly makers: readonly string[];
  readonly sale: boolean;
  /** Whether some of its notes have gone out or come in. */
  readonly out: boolean;
  readonly in: boolean;
  readonly linkRequested: boolean;
  readonly linkSent: boolean;
}

export interface Actor {
  readonly user: string;
  readonly rights: Rights;
}

export interface ApprovalRules {
  /** With four eyes, no user approves a request that they made, and no user approves one request at two steps. */
  readonly fourEyes: boolean;
}

const no = (why: string): Answer => ({ ok: false, why });

const mayEdit = ({ rights }: Actor, key: RightKey) => mayDo(rights, key, 'edit');
const NO_APPROVALS: RequestState['approvals'] = { BM: null, ZM: null, CM: null, FM: null };

/** Whether a step is due, independent of the user; if not, the reason for the stepper. */
export function isDue(level: Level, state: RequestState): Answer {
  const { name, after } = APPROVAL_STEPS[level];
  const waiting = after.find((before) => state.approvals[before] === null);
  const paid = compareRupees(state.received, state.grandTotal);
  return firstRefusal(
    !state.submitted && 'The request is not submitted.',
    state.approvals[level] !== null && `The ${name} has approved already.`,
    paid < 0 && 'The payment received is less than the grand total.',
    paid > 0 && 'The payment received is more than the grand total.',
    waiting !== undefined && `The ${APPROVAL_STEPS[waiting].name} has not approved yet.`,
  );
}

export function canApprove(
  level: Level,
  state: RequestState,
  actor: Actor,
  rules: ApprovalRules = { fourEyes: false },
): Answer {
  const { name, right } = APPROVAL_STEPS[level];
  if (!mayEdit(actor, right)) return no(`You do not have the right to approve as ${name}.`);
  const due = isDue(level, state);
  if (!due.ok || !rules.fourEyes) return due;
  return firstRefusal(
    state.makers.includes(actor.user) && 'You made this request, so someone else must approve it.',
    LEVELS.some((each) => state.approvals[each]?.by === actor.user) &&
      'You have approved this request at another step.',
  );
}

/** Unlock (001 §4). */
export function canUnlock(state: RequestState, actor: Actor): Answer {
  return firstRefusal(
    !LEVELS.some((level) => mayEdit(actor, APPROVAL_STEPS[level].right)) &&
      'You do not have the right of an approver.',
    !state.submitted && 'The request is not submitted.',
    state.status !== 'P' && 'The request is no longer pending.',
    state.approvals.CM !== null &&
      !mayEdit(actor, 'CMAPPROVE') &&
      'The corporate manager has approved; only a corporate manager can unlock.',
  );
}

export const MAY_NOT_CHANGE = 'You do not have the right to change requests.';

/** Saving an existing request as Draft or Final (001 §2). */
export const canEdit = (state: RequestState, actor: Actor): Answer =>
  firstRefusal(
    !mayEdit(actor, 'NEWTRANREQUEST') && MAY_NOT_CHANGE,
    state.submitted && 'The request is submitted; it must be unlocked first.',
    state.out && 'Notes of this request have gone out.',
    state.in && 'Notes of this request have come in.',
  );

/** The part of a request that decides about the send button. */
export type LinkState = Pick<
  RequestState,
  'hasBranch' | 'sale' | 'linkRequested' | 'linkSent' | 'received' | 'grandTotal'
>;

/** The send button (001 §4). payment-link.ts checks the remitter's fields. */
export const canSendLink = (state: LinkState, actor: Actor): Answer =>
  firstRefusal(
    !mayEdit(actor, 'PAYMENTGATEWAY') && 'You do not have the right to send payment links.',
    !state.sale && 'A payment link is for sales only.',
    !state.linkRequested && 'No payment link is requested.',
    // A draft without a branch is visible only to its maker, so no branch would be responsible for the money.
    !state.hasBranch && 'The request has no branch yet.',
    state.linkSent && 'The payment link has been sent.',
    compareRupees(state.received, state.grandTotal) >= 0 && 'Nothing is left to pay.',
  );

export const canRemoveDocument = (state: RequestState, actor: Actor): Answer =>
  firstRefusal(
    !mayEdit(actor, 'NEWTRANREQUEST') && MAY_NOT_CHANGE,
    state.submitted && 'The request is submitted; its documents cannot be removed.',
  );

export const afterApproval = (state: RequestState, level: Level, user: string): RequestState => ({
  ...state,
  approvals: { ...state.approvals, [level]: { by: user, version: state.version } },
});

/** Unlocking removes every approval. */
export const afterUnlock = (state: RequestState): RequestState => ({
  ...state,
  submitted: false,
  approvals: NO_APPROVALS,
  version: state.version + 1,
});

/** The state after a save. A link for another total is no longer valid. */
export function afterSave(
  state: RequestState,
  saved: {
    readonly final: boolean;
    readonly received: Rupees;
    readonly grandTotal: Rupees;
    readonly user: string;
  },
): RequestState {
  const sameTotal = compareRupees(saved.grandTotal, state.grandTotal) === 0;
  return {
    ...state,
    submitted: saved.final,
    approvals: NO_APPROVALS,
    received: saved.received,
    grandTotal: saved.grandTotal,
    version: state.version + 1,
    makers: [...new Set([...state.makers, saved.user])],
    linkSent: state.linkSent && sameTotal,
  };
}
