import type { QueueGroup } from '#contract/home/queue.ts';
import { MOST_QUEUE_ROWS, QUEUE_KINDS } from '#domain/home/queue.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { Executor } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import type { QueueSource } from '#server/platform/queue.ts';

/** The groups of a user in display order. A group without rows is absent. */
export async function queueOf(
  on: Executor,
  sources: readonly QueueSource[],
  caller: Caller,
): Promise<QueueGroup[]> {
  const mine = sources
    .filter(({ needs }) => needs.every((need) => meetsNeed(caller, need)))
    .sort((one, other) => QUEUE_KINDS.indexOf(one.kind) - QUEUE_KINDS.indexOf(other.kind));
  const groups = await Promise.all(
    mine.map(async ({ kind, read }) => {
      const rows = await read(on, caller);
      return { kind, rows: rows.slice(0, MOST_QUEUE_ROWS), more: rows.length > MOST_QUEUE_ROWS };
    }),
  );
  return groups.filter(({ rows }) => rows.length > 0);
}
