import type { QueueKind } from '#domain/home/queue.ts';
import { WAITING_KINDS, type Waiting, type WaitingKind } from '#domain/home/waiting.ts';
import type { Path } from './paths.ts';

/** The path that lists exactly the items of each kind. Only home lists the stops of an executive. */
export const WAITING_AT: Readonly<Record<WaitingKind, Path | `${Path}?${string}`>> = {
  deliver: '/home',
  collect: '/home',
  sentback: '/requestdetail?status=SENTBACK',
  bm: '/requestdetail?status=APRBM',
  zm: '/requestdetail?status=APRZM',
  cm: '/requestdetail?status=APRCM',
  fm: '/requestdetail?status=APRFUND',
  link: '/requestdetail?status=UNSENT',
  special: '/special-approvals',
  unpaid: '/requestdetail?status=UNPAID',
  publish: '/ibr',
  accept: '/cnaccept',
  return: '/cnraccept',
  answer: '/discrepancy?type=T&status=PEN',
  answermaster: '/discrepancy?type=M&status=PEN',
  decide: '/discrepancy?type=T&status=REV',
  decidemaster: '/discrepancy?type=M&status=REV',
  flashanswer: '/flash-discrepancy?type=C&status=P&open=1',
  flashanswertran: '/flash-discrepancy?type=T&status=P&open=1',
  flashdecide: '/flash-discrepancy?type=C&status=R&open=1',
  flashdecidetran: '/flash-discrepancy?type=T&status=R&open=1',
  auditopen: '/assessment?status=P',
  auditreview: '/assessment?status=R',
  flashopen: '/flash?status=P',
  flashreview: '/flash?status=R',
  licence: '/franchise-licensedoc?status=P',
  proposal: '/proposals',
  job: '/jobs?state=failed',
};

/** The path that lists all rows of a group of home. */
export const ALL_OF: Readonly<Record<QueueKind, string>> = {
  ...WAITING_AT,
  deliver: '/requestdetail?status=INPROGRESS',
  collect: '/requestdetail?status=INPROGRESS',
  refund: '/money-to-return',
  draft: '/requestdetail?status=DRAFT',
};

interface WaitingLine {
  readonly kind: WaitingKind;
  readonly count: number;
  readonly path: string;
}

/** What waits on each screen, kind by kind. A screen that shows one kind at a time has a line for each. */
export function waitingByScreen(waiting: Waiting): ReadonlyMap<string, readonly WaitingLine[]> {
  const lines = WAITING_KINDS.flatMap((kind): readonly WaitingLine[] => {
    const count = waiting[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count, path: WAITING_AT[kind] }];
  });
  return Map.groupBy(lines, ({ path }) => path.split('?')[0] ?? '');
}
