import { meetsNeed, type RightNeed } from '#domain/rights.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { Share, WaitingSource } from '#server/platform/waiting.ts';
import { countWaiting } from './waiting.sql.ts';

const opensThePage: RightNeed = { key: 'DISCREPANCY', flag: 'query' };
const decides: RightNeed = {
  key: 'DISCREPANCY',
  flag: 'change',
  either: { key: 'ASSESSMENT', flag: 'change' },
};

/** One share for each branch in scope, or one for all of them. */
const sharesIn = ({ scope }: Caller): readonly Share[] =>
  scope === 'all' ? [{ at: null, by: null }] : scope.map((at) => ({ at, by: null }));

/**
 * Pending discrepancies wait for the branch, and those in review for whoever decides. Whoever decides raises
 * discrepancies and does not answer them.
 */
export const auditWaiting: readonly WaitingSource[] = [
  {
    kind: 'answer',
    module: 'audit',
    needs: [opensThePage],
    sharesOf: (caller) => (meetsNeed(caller, decides) ? [] : sharesIn(caller)),
    count: (on, shares) => countWaiting(on, 'answer', shares),
  },
  {
    kind: 'decide',
    module: 'audit',
    needs: [opensThePage, decides],
    sharesOf: sharesIn,
    count: (on, shares) => countWaiting(on, 'decide', shares),
  },
];
