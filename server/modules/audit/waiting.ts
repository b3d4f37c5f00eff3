import { meetsNeed, type RightNeed } from '#domain/rights.ts';
import type { WaitingSource } from '#server/platform/waiting.ts';
import { sharesByBranch } from '#server/platform/waiting-branches.ts';
import { countAudits, countWaiting } from './waiting.sql.ts';

const opensThePage: RightNeed = { key: 'DISCREPANCY', flag: 'query' };
const decides: RightNeed = {
  key: 'DISCREPANCY',
  flag: 'change',
  either: { key: 'ASSESSMENT', flag: 'change' },
};

const AUDITS = ['auditopen', 'auditreview'] as const;
const audits: readonly RightNeed[] = [
  { key: 'ASSESSMENT', flag: 'query' },
  { key: 'ASSESSMENT', flag: 'change' },
];

/**
 * Pending discrepancies wait for the branch, and those in review for whoever decides. Whoever decides raises
 * discrepancies and does not answer them.
 */
export const auditWaiting: readonly WaitingSource[] = [
  ...(['answer', 'answermaster'] as const).map((kind): WaitingSource => ({
    kind,
    module: 'audit',
    needs: [opensThePage],
    sharesOf: (caller) => (meetsNeed(caller, decides) ? [] : sharesByBranch(caller)),
    count: countWaiting[kind],
  })),
  ...(['decide', 'decidemaster'] as const).map((kind): WaitingSource => ({
    kind,
    module: 'audit',
    needs: [opensThePage, decides],
    sharesOf: sharesByBranch,
    count: countWaiting[kind],
  })),
  // An open audit waits for whoever can carry it on.
  ...AUDITS.map((kind): WaitingSource => ({
    kind,
    module: 'audit',
    needs: audits,
    sharesOf: sharesByBranch,
    count: countAudits[kind],
  })),
];
