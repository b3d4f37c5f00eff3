import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRupees, rupees, subtractRupees } from '../money.ts';
import type { RightKey, Rights } from '../rights.ts';
import type { Answer } from '../answer.ts';
import {
  afterApproval,
  afterSave,
  afterUnlock,
  APPROVAL_STEPS,
  canApprove,
  canEdit,
  canRemoveDocument,
  canSendLink,
  canUnlock,
  isDue,
  LEVELS,
  type Actor,
  type Level,
  type RequestState,
} from './approval.ts';

const rightsOf = (...keys: RightKey[]): Rights =>
  Object.fromEntries(keys.map((key) => [key, { query: true, add: false, edit: true }]));
const approver: Actor = { user: 'u9', rights: rightsOf('BMAPPROVE', 'ZMAPPROVE', 'CMAPPROVE', 'FNDAPPROVE') };
const withRight = (...keys: RightKey[]): Actor => ({ user: 'u9', rights: rightsOf(...keys) });
const reader: Actor = {
  user: 'u9',
  rights: {
    BMAPPROVE: { query: true, add: true, edit: false },
    NEWTRANREQUEST: { query: true, add: true, edit: false },
  },
};

const approvedBy = (...levels: Level[]): RequestState['approvals'] => ({
  BM: null,
  ZM: null,
  CM: null,
  FM: null,
  ...Object.fromEntries(levels.map((level) => [level, { by: `u${level}`, version: 3 }])),
});
const pending: RequestState = {
  submitted: true,
  status: 'P',
  hasBranch: true,
  approvals: approvedBy(),
  received: rupees('1000'),
  grandTotal: rupees('1000'),
  version: 3,
  makers: ['u1'],
  sale: true,
  out: false,
  in: false,
  linkRequested: false,
  linkSent: false,
};
const why = (answer: Answer) => (answer.ok ? '' : answer.why);

/** 001 §4 Approval chain. */
describe('canApprove', () => {
  it.each<[Level, Level[], string]>([
    ['BM', [], ''],
    ['BM', ['BM'], 'The branch manager has approved already.'],
    ['ZM', [], 'The branch manager has not approved yet.'],
    ['ZM', ['BM'], ''],
    ['CM', ['BM'], 'The zonal manager has not approved yet.'],
    ['CM', ['BM', 'ZM'], ''],
    ['CM', ['BM', 'ZM', 'FM'], ''],
    ['FM', ['BM'], 'The zonal manager has not approved yet.'],
    ['FM', ['BM', 'ZM'], ''],
    ['FM', ['BM', 'ZM', 'CM', 'FM'], 'The fund manager has approved already.'],
  ])('%s after %j: %s', (level, levels, expected) =>
    expect(why(canApprove(level, { ...pending, approvals: approvedBy(...levels) }, approver))).toBe(expected),
  );

  it.each<[string, Partial<RequestState>, string]>([
    ['not submitted', { submitted: false }, 'The request is not submitted.'],
    ['a paisa short', { received: rupees('999.99') }, 'The payment received is less than the grand total.'],
    ['a paisa over', { received: rupees('1000.01') }, 'The payment received is more than the grand total.'],
  ])('%s', (_, over, expected) =>
    expect(why(canApprove('BM', { ...pending, ...over }, approver))).toBe(expected),
  );

  it.each(LEVELS)('%s needs its own right, with edit', (level) => {
    const state = { ...pending, approvals: approvedBy(...APPROVAL_STEPS[level].after) };
    expect(canApprove(level, state, withRight(APPROVAL_STEPS[level].right)).ok).toBe(true);
    const others = LEVELS.filter((each) => each !== level).map((each) => APPROVAL_STEPS[each].right);
    const refused = `You do not have the right to approve as ${APPROVAL_STEPS[level].name}.`;
    expect(why(canApprove(level, state, withRight(...others)))).toBe(refused);
    expect(canApprove(level, state, reader).ok).toBe(false);
    expect(isDue(level, state).ok).toBe(true);
  });

  it('with four eyes, the maker does not approve and nobody approves twice', () => {
    const fourEyes = { fourEyes: true };
    const maker = { ...approver, user: 'u1' };
    expect(canApprove('BM', pending, maker).ok).toBe(true);
    expect(why(canApprove('BM', pending, maker, fourEyes))).toBe(
      'You made this request, so someone else must approve it.',
    );
    const state = afterApproval(pending, 'BM', 'u9');
    expect(canApprove('ZM', state, approver).ok).toBe(true);
    expect(why(canApprove('ZM', state, approver, fourEyes))).toBe(
      'You have approved this request at another step.',
    );
    expect(canApprove('ZM', state, { ...approver, user: 'u8' }, fourEyes).ok).toBe(true);
  });
});

/** 001 §4 Unlock. */
describe('canUnlock', () => {
  const cmApproved = { approvals: approvedBy('BM', 'ZM', 'CM') };
  it.each<[string, Partial<RequestState>, Actor, string]>([
    ['branch manager', {}, withRight('BMAPPROVE'), ''],
    ['zonal manager', {}, withRight('ZMAPPROVE'), ''],
    ['fund manager', {}, withRight('FNDAPPROVE'), ''],
    ['nobody else', {}, withRight('NEWTRANREQUEST'), 'You do not have the right of an approver.'],
    ['not with query alone', {}, reader, 'You do not have the right of an approver.'],
    ['not before it is submitted', { submitted: false }, approver, 'The request is not submitted.'],
    ['not once scheduled', { status: 'S' }, approver, 'The request is no longer pending.'],
    ['not once delivered', { status: 'D' }, approver, 'The request is no longer pending.'],
    ['after CM, by CM', cmApproved, withRight('CMAPPROVE'), ''],
    [
      'after CM, by others',
      cmApproved,
      withRight('BMAPPROVE', 'ZMAPPROVE', 'FNDAPPROVE'),
      'The corporate manager has approved; only a corporate manager can unlock.',
    ],
  ])('%s', (_, over, actor, expected) =>
    expect(why(canUnlock({ ...pending, ...over }, actor))).toBe(expected),
  );

  it('removes every approval', () => {
    const unlocked = afterUnlock({ ...pending, ...cmApproved });
    expect(unlocked).toMatchObject({ submitted: false, approvals: approvedBy(), version: 4 });
  });
});

/** 001 §2 and §4. */
describe('other questions', () => {
  const editor = withRight('NEWTRANREQUEST');
  const draft = { ...pending, submitted: false };
  it.each<[string, RequestState, Actor, string]>([
    ['a draft', draft, editor, ''],
    ['without edit', draft, reader, 'You do not have the right to change requests.'],
    ['submitted', pending, editor, 'The request is submitted; it must be unlocked first.'],
    ['out', { ...draft, out: true }, editor, 'Notes of this request have gone out.'],
    ['in', { ...draft, in: true }, editor, 'Notes of this request have come in.'],
  ])('edit: %s', (_, state, actor, expected) => expect(why(canEdit(state, actor))).toBe(expected));

  const gateway = withRight('PAYMENTGATEWAY');
  const asked = { ...pending, linkRequested: true, received: rupees('1') };
  it.each<[string, RequestState, Actor, string]>([
    ['asked for', asked, gateway, ''],
    ['without the right', asked, editor, 'You do not have the right to send payment links.'],
    ['not asked for', { ...asked, linkRequested: false }, gateway, 'No payment link is requested.'],
    ['sent', { ...asked, linkSent: true }, gateway, 'The payment link has been sent.'],
    ['paid', { ...asked, received: rupees('1000') }, gateway, 'Nothing is left to pay.'],
    ['of no branch', { ...asked, hasBranch: false }, gateway, 'The request has no branch yet.'],
    ['a purchase', { ...asked, sale: false }, gateway, 'A payment link is for sales only.'],
  ])('link: %s', (_, state, actor, expected) => expect(why(canSendLink(state, actor))).toBe(expected));

  it.each<[string, RequestState, Actor, string]>([
    ['of a draft', draft, editor, ''],
    ['without edit', draft, reader, 'You do not have the right to change requests.'],
    ['of a submitted request', pending, editor, 'The request is submitted; its documents cannot be removed.'],
  ])('remove a document: %s', (_, state, actor, expected) =>
    expect(why(canRemoveDocument(state, actor))).toBe(expected),
  );

  it('a save increments the version, and a link for another total is no longer valid', () => {
    const sent = { ...draft, linkSent: true };
    const save = { final: true, received: rupees('0'), grandTotal: rupees('1000'), user: 'u2' };
    expect(afterSave(sent, save)).toMatchObject({
      submitted: true,
      version: 4,
      makers: ['u1', 'u2'],
      linkSent: true,
    });
    expect(afterSave(sent, { ...save, grandTotal: rupees('1001') }).linkSent).toBe(false);
  });
});

/** Safety: an approval implies a submitted and paid request, the earlier approvals, and the stored version. */
describe('any sequence of actions', () => {
  const user = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5');
  const act = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ do: fc.constant('approve' as const), level: fc.constantFrom(...LEVELS), user }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('unlock' as const), user }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('save' as const),
        final: fc.boolean(),
        // A request with a payment link becomes Final before it is paid.
        paid: fc.constantFrom('1000', '400'),
        user,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('credit' as const), amount: fc.constantFrom('600', '100') }),
    },
  );
  const rightsOfUsers = fc.array(fc.subarray([...LEVELS, 'NEW'] as const), { minLength: 5, maxLength: 5 });
  type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

  function next(
    state: RequestState,
    each: Act,
    actorOf: (user: string) => Actor,
    fourEyes: boolean,
  ): RequestState {
    switch (each.do) {
      case 'approve':
        return canApprove(each.level, state, actorOf(each.user), { fourEyes }).ok
          ? afterApproval(state, each.level, each.user)
          : state;
      case 'unlock':
        return canUnlock(state, actorOf(each.user)).ok ? afterUnlock(state) : state;
      case 'save':
        return canEdit(state, actorOf(each.user)).ok
          ? afterSave(state, { ...each, received: rupees(each.paid), grandTotal: rupees('1000') })
          : state;
      case 'credit': {
        // The gateway never credits more than the outstanding amount.
        const left = subtractRupees(state.grandTotal, state.received);
        const fits = Number(left) >= Number(each.amount);
        return fits ? { ...state, received: addRupees(state.received, rupees(each.amount)) } : state;
      }
    }
  }

  it('leaves no approval without its preconditions', () => {
    let approvalsSeen = 0;
    let fullyApproved = 0;
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 10, maxLength: 60, size: 'max' }),
        rightsOfUsers,
        fc.boolean(),
        (acts, rights, fourEyes) => {
          const actorOf = (name: string): Actor => {
            const held = rights[Number(name.slice(1)) - 1] ?? [];
            return {
              user: name,
              rights: rightsOf(
                ...held.map((each) => (each === 'NEW' ? 'NEWTRANREQUEST' : APPROVAL_STEPS[each].right)),
              ),
            };
          };
          let state: RequestState = { ...pending, submitted: false, received: rupees('0'), makers: [] };
          for (const each of acts) {
            state = next(state, each, actorOf, fourEyes);
            const standing = LEVELS.filter((level) => state.approvals[level] !== null);
            approvalsSeen += standing.length;
            if (standing.length === LEVELS.length) fullyApproved += 1;
            for (const level of standing) {
              const approval = state.approvals[level]!;
              expect(state.submitted).toBe(true);
              expect(state.received).toBe(state.grandTotal);
              for (const before of APPROVAL_STEPS[level].after) expect(standing).toContain(before);
              expect(approval.version).toBe(state.version);
              expect(actorOf(approval.by).rights[APPROVAL_STEPS[level].right]?.edit).toBe(true);
              if (fourEyes) expect(state.makers).not.toContain(approval.by);
            }
            const approvers = standing.map((level) => state.approvals[level]!.by);
            if (fourEyes) expect(new Set(approvers).size).toBe(approvers.length);
          }
        },
      ),
      { numRuns: 1000 },
    );
    // The sequences reach the states that this test is about.
    expect(approvalsSeen).toBeGreaterThan(100);
    expect(fullyApproved).toBeGreaterThan(0);
  });
});
