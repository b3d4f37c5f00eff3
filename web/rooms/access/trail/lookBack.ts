import { trailList, type TrailRow } from '#contract/access/trail.ts';
import { call } from '#web/app/call.ts';
import type { TrailFilter } from './useTrailAddress.ts';

export const PAGE_ROWS = 100;
/** The server looks through a bounded stretch at a time; so many of them are asked for before the user is. */
const MAX_LOOKS = 5;

export interface Looked {
  readonly rows: readonly TrailRow[];
  /** Where to look on; null at the beginning of the trail. */
  readonly next: string | null;
}

/** Fills a page, looking back as far as is reasonable without asking. */
export async function lookBack(
  filter: TrailFilter,
  from: string | null,
  signal: AbortSignal,
): Promise<Looked> {
  const rows: TrailRow[] = [];
  let next = from;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const search = { ...filter, limit: PAGE_ROWS - rows.length, ...(next === null ? {} : { after: next }) };
    const answer = await call(trailList, { search }, { signal });
    rows.push(...answer.reply);
    next = answer.next;
    if (next === null || rows.length === PAGE_ROWS) break;
  }
  return { rows, next };
}
