import type { QueueKind } from '#domain/home/queue.ts';
import type { Waiting, WaitingKind } from '#domain/home/waiting.ts';
import type { Path } from './paths.ts';

/** The path where the user handles each kind of waiting item. */
export const WAITING_AT: Readonly<Record<WaitingKind, Path | `${Path}?${string}`>> = {
  deliver: '/requestdetail?status=INPROGRESS',
  collect: '/requestdetail?status=INPROGRESS',
  sentback: '/requestdetail?status=DRAFT',
  bm: '/requestdetail?status=APRBM',
  zm: '/requestdetail?status=APRZM',
  cm: '/requestdetail?status=APRCM',
  fm: '/requestdetail?status=APRFUND',
  link: '/requestdetail?status=PAYLINK',
  special: '/special-approvals',
  unpaid: '/requestdetail?status=PAYLINK',
  publish: '/ibr',
  accept: '/cnaccept',
  return: '/cnraccept',
  answer: '/discrepancy?status=PEN',
  decide: '/discrepancy?status=REV',
  flashanswer: '/flash-discrepancy?status=P',
  flashdecide: '/flash-discrepancy?status=R',
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
  refund: '/money-to-return',
  draft: '/requestdetail?status=DRAFT',
};

/** The number of waiting items by screen. */
export function waitingByPath(waiting: Waiting): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [kind, count] of Object.entries(waiting)) {
    const [path = ''] = WAITING_AT[kind as WaitingKind].split('?');
    counts.set(path, (counts.get(path) ?? 0) + count);
  }
  return counts;
}
