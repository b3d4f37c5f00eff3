import type { Waiting, WaitingKind } from '#domain/home/waiting.ts';
import type { Path } from './paths.ts';

/** The path where the user handles each kind of waiting item. */
export const WAITING_AT: Readonly<Record<WaitingKind, Path | `${Path}?${string}`>> = {
  bm: '/requestdetail?status=APRBM',
  zm: '/requestdetail?status=APRZM',
  cm: '/requestdetail?status=APRCM',
  fm: '/requestdetail?status=APRFUND',
  link: '/requestdetail?status=PAYLINK',
  special: '/special-approvals',
  accept: '/cnaccept',
  return: '/cnraccept',
  answer: '/discrepancy?status=PEN',
  decide: '/discrepancy?status=REV',
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
