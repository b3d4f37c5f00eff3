import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queue, type QueueRow } from '#contract/home/queue.ts';
import { isCounted, type QueueKind } from '#domain/home/queue.ts';
import type { Waiting, WaitingKind } from '#domain/home/waiting.ts';
import { call } from '#web/wire/call.ts';
import { NOT_COUNTED } from '#web/wire/waiting.ts';
import { homePart } from './homePart.ts';

const AGAIN_MS = 60_000;

const queuePart = homePart('queue', {
  alone: (signal) => call(queue, {}, { signal }),
  refetchInterval: AGAIN_MS,
});

/** The listed rows that are not counted live, and whether there are more. The queue itself loads them. */
export function useUncounted(): { readonly rows: number; readonly more: boolean } {
  const { data = [] } = useQuery({ ...queuePart, enabled: false });
  const groups = data.filter(({ kind }) => !isCounted(kind));
  return {
    rows: groups.reduce((total, { rows }) => total + rows.length, 0),
    more: groups.some(({ more }) => more),
  };
}

/** The groups of the user's work, loaded again whenever a live count changes. The first counts come with the page. */
export function useQueue(waiting: Waiting) {
  const query = useQuery(queuePart);
  const refetch = useEffectEvent(() => void query.refetch());
  const counts = JSON.stringify(waiting);
  const known = useRef(waiting === NOT_COUNTED ? null : counts);
  useEffect(() => {
    if (waiting === NOT_COUNTED || known.current === counts) return;
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
