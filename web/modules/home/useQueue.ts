import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queue, type QueueGroup, type QueueRow } from '#contract/home/queue.ts';
import { isCounted, isListed, type QueueKind } from '#domain/home/queue.ts';
import { WAITING_KINDS, type Waiting, type WaitingKind } from '#domain/home/waiting.ts';
import { call } from '#web/wire/call.ts';
import { NO_COUNTS_YET } from '#web/wire/waiting.ts';
import { homePart } from './homePart.ts';

const AGAIN_MS = 60_000;

const queuePart = homePart('queue', {
  alone: (signal) => call(queue, {}, { signal }),
  refetchInterval: AGAIN_MS,
});

/** How much home lists. */
export interface Listed {
  readonly count: number;
  /** Whether there is more, or may be. */
  readonly more: boolean;
  readonly stops: { readonly deliver: number; readonly collect: number };
}

/** The length of a group: the live count if not all of its rows are listed. */
const lengthOf = (waiting: Waiting, { kind, rows, more }: QueueGroup): number =>
  more && isCounted(kind) ? Math.max(rows.length, waiting[kind as WaitingKind] ?? 0) : rows.length;

/**
 * What home lists: the rows of the queue, and the work of other screens by its live counts. Null while that is not known.
 * The queue itself loads the rows.
 */
export function useListed(waiting: Waiting): Listed | null {
  const { data: groups } = useQuery({ ...queuePart, enabled: false });
  if (groups === undefined) return null;
  const lengthOfKind = (kind: QueueKind) => groups.find((group) => group.kind === kind)?.rows.length ?? 0;
  const ofOthers = WAITING_KINDS.reduce(
    (total, kind) => total + (isListed(kind) ? 0 : (waiting[kind] ?? 0)),
    0,
  );
  const count = groups.reduce((total, group) => total + lengthOf(waiting, group), ofOthers);
  const isCountedNow = waiting !== NO_COUNTS_YET;
  if (count === 0 && !isCountedNow) return null;
  return {
    count,
    more:
      !isCountedNow || groups.some((group) => group.more && lengthOf(waiting, group) === group.rows.length),
    stops: { deliver: lengthOfKind('deliver'), collect: lengthOfKind('collect') },
  };
}

/** The groups of the user's work, loaded again whenever a live count changes. The first counts come with the page. */
export function useQueue(waiting: Waiting) {
  const query = useQuery(queuePart);
  const refetch = useEffectEvent(() => void query.refetch());
  const counts = JSON.stringify(waiting);
  const known = useRef(waiting === NO_COUNTS_YET ? null : counts);
  useEffect(() => {
    if (waiting === NO_COUNTS_YET || known.current === counts) return;
    if (known.current !== null) refetch();
    known.current = counts;
  }, [waiting, counts]);
  return query;
}

/** Work that is only counted here: its own screen lists it. */
export interface CountedLine {
  readonly kind: WaitingKind;
  readonly count: number;
  readonly path: string;
}

/** A row of the queue in the order in which the arrow keys visit it. */
export type QueueEntry =
  | { readonly id: string; readonly kind: QueueKind; readonly row: QueueRow }
  | { readonly id: string; readonly line: CountedLine };

/** The current time, so that ages stay correct on a page that is left open. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), AGAIN_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}
