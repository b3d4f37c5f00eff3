import { meetsNeed, type RightNeed } from '#domain/rights.ts';
import type { WaitingSource } from '#server/platform/waiting.ts';
import { sharesByBranch } from '#server/platform/waiting-branches.ts';
import { countAudits, countWaiting } from './waiting.sql.ts';

const opensThePage: RightNeed = { key: 'FLASHDISCREPANCY', flag: 'query' };
const decides: RightNeed = { key: 'FLASHDISCREPANCY', flag: 'add' };

const AUDITS = ['flashopen', 'flashreview'] as const;
const audits: readonly RightNeed[] = [
  { key: 'FLASH', flag: 'query' },
  { key: 'FLASH', flag: 'add' },
];

/** Pending discrepancies wait for the branch, and those in review for whoever decides, who does not answer them. */
export const flashWaiting: readonly WaitingSource[] = [
  ...(['flashanswer', 'flashanswertran'] as const).map((kind): WaitingSource => ({
    kind,
    module: 'flash',
    needs: [opensThePage],
    sharesOf: (caller) => (meetsNeed(caller, decides) ? [] : sharesByBranch(caller)),
    count: countWaiting[kind],
  })),
  ...(['flashdecide', 'flashdecidetran'] as const).map((kind): WaitingSource => ({
    kind,
    module: 'flash',
    needs: [opensThePage, decides],
    sharesOf: sharesByBranch,
    count: countWaiting[kind],
  })),
  // An open audit waits for whoever can carry it on.
  ...AUDITS.map((kind): WaitingSource => ({
    kind,
    module: 'flash',
    needs: audits,
    sharesOf: sharesByBranch,
    count: countAudits[kind],
  })),
];
