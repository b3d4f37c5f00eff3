import type { WaitingKind } from '#domain/home/waiting.ts';
import { APPROVAL_STEPS, LEVELS, type ApprovalRules } from '#domain/requests/approval.ts';
import type { RightNeed } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Share, WaitingSource } from '#server/platform/waiting.ts';
import { countQueue, countSentBack, countSpecial } from './waiting.sql.ts';

const MODULE = 'requests';
const opensTheList: RightNeed = { key: 'TRANREQUESTDETAIL', flag: 'query' };
/** Only these users can go on with a request that they began. */
export const WRITES_REQUESTS: RightNeed = { key: 'NEWTRANREQUEST', flag: 'edit' };

/** One share for each branch in scope, or one for all of them. */
const sharesIn = ({ scope }: Caller, by: number | null): readonly Share[] =>
  scope === 'all' ? [{ at: null, by }] : scope.map((at) => ({ at, by }));

const KIND_OF = { BM: 'bm', ZM: 'zm', CM: 'cm', FM: 'fm' } as const satisfies Record<string, WaitingKind>;

/** Requests sent back to this user, approval steps that they can take, links to send, and special approvals to settle. */
export const requestsWaiting = ({ fourEyes }: ApprovalRules): readonly WaitingSource[] => [
  {
    kind: 'sentback',
    module: MODULE,
    needs: [WRITES_REQUESTS],
    sharesOf: (caller) => sharesIn(caller, caller.account),
    count: countSentBack,
  },
  ...LEVELS.map((level): WaitingSource => ({
    kind: KIND_OF[level],
    module: MODULE,
    needs: [opensTheList, { key: APPROVAL_STEPS[level].right, flag: 'edit' }],
    sharesOf: (caller) => sharesIn(caller, fourEyes ? caller.account : null),
    count: (on, shares) => countQueue(on, KIND_OF[level], shares),
  })),
  {
    kind: 'link',
    module: MODULE,
    needs: [opensTheList, { key: 'PAYMENTGATEWAY', flag: 'edit' }],
    sharesOf: (caller) => sharesIn(caller, null),
    count: (on, shares) => countQueue(on, 'link', shares),
  },
  {
    kind: 'special',
    module: MODULE,
    needs: [
      { key: 'SETTLEMENT', flag: 'query' },
      { key: 'SETTLEMENT', flag: 'edit' },
    ],
    sharesOf: (caller) => sharesIn(caller, null),
    count: countSpecial,
  },
];
