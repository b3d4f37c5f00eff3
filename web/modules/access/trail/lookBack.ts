import { trailList, type TrailRow } from '#contract/access/trail.ts';
import { call } from '#web/wire/call.ts';
import type { ListPage, PageRange } from '#web/patterns/list/useList.ts';
import type { TrailFilter } from './trailFilters.ts';

/** The server searches a bounded range per call; this many calls are made before the user is asked. */
const MAX_LOOKS = 5;

/** A page that may have fewer rows than requested although the trail continues. */
export interface TrailPage extends ListPage<TrailRow> {
  readonly isFull: boolean;
}

/** Fills a page, with up to MAX_LOOKS calls. */
export async function lookBack(
  filter: TrailFilter,
  { limit, after }: PageRange,
  signal: AbortSignal,
): Promise<TrailPage> {
  const rows: TrailRow[] = [];
  let next = after ?? null;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const search = { ...filter, limit: limit - rows.length, ...(next === null ? {} : { after: next }) };
    const answer = await call(trailList, { search }, { signal });
    rows.push(...answer.reply);
    next = answer.next;
    if (next === null || rows.length === limit) break;
  }
  return { reply: rows, next, isFull: rows.length === limit };
}
