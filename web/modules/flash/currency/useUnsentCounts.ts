import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FlashCurrency } from '#contract/flash/currencies.ts';
import { flashText } from '#web/texts/flash.ts';
import type { FaceCounts } from '#web/ui/denominations/counts.ts';
import { removeDraft, useDraft } from '#web/ui/drafts.ts';
import { useConnected } from '#web/wire/connection.ts';
import { isPassing, messageOf, StaleError, userMessage } from '#web/wire/problems.ts';
import { countKey } from './useCount.ts';

const RETRY_MS = 10_000;

/** A count that could not be sent. It waits in this tab, also across a reload. */
export interface UnsentCount {
  readonly cnsrno: number;
  readonly isd: string;
  readonly counts: FaceCounts;
  /** The saved count that the user started from. */
  readonly seen: FaceCounts;
  /** Why the server refused it; empty while it waits. */
  readonly refusal: string;
}

/** Whether a count is still to be sent. */
export const isWaiting = ({ refusal }: UnsentCount): boolean => refusal === '';

interface Sender {
  readonly srno: number;
  /** Whether the currencies are loaded. A count is sent with the version of its currency. */
  readonly isLoaded: boolean;
  readonly send: (cnsrno: number, counts: FaceCounts, seen: FaceCounts) => Promise<void>;
  readonly onSent: (isd: string) => void;
}

const refusalOf = (error: unknown): string =>
  error instanceof StaleError ? flashText.count.otherSaved(error.changedBy) : messageOf(error);

/** Keeps the counts of an audit that had no reply, and sends them again until they have one. */
export function useUnsentCounts({ srno, isLoaded, send, onSent }: Sender) {
  const { restored = [], keep, discard } = useDraft<readonly UnsentCount[]>(`flash-unsent.${srno}`);
  const [unsent, setUnsent] = useState(restored);
  const latest = useRef(unsent);
  const isConnected = useConnected();

  function put(next: readonly UnsentCount[]): void {
    latest.current = next;
    setUnsent(next);
    if (next.length === 0) discard();
    else keep(next);
  }
  function drop(cnsrno: number): void {
    const rest = latest.current.filter((each) => each.cnsrno !== cnsrno);
    if (rest.length < latest.current.length) put(rest);
  }

  /** Sends one after another. Returns false if some are left to send later. */
  const sendAll = useEffectEvent(async (): Promise<boolean> => {
    for (;;) {
      const next = latest.current.find(isWaiting);
      if (next === undefined) return true;
      try {
        await send(next.cnsrno, next.counts, next.seen);
        // One that was typed in meanwhile is in the form again.
        if (!latest.current.includes(next)) continue;
        drop(next.cnsrno);
        removeDraft(countKey(srno, next.cnsrno));
        onSent(next.isd);
      } catch (error) {
        if (isPassing(error) || userMessage(error) === null) return false;
        const refused = { ...next, refusal: refusalOf(error) };
        put(latest.current.map((each) => (each === next ? refused : each)));
      }
    }
  });

  const mustSend = isConnected && isLoaded && unsent.some(isWaiting);
  useEffect(() => {
    if (!mustSend) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function attempt(): Promise<void> {
      if (!(await sendAll()) && !isOver) timer = setTimeout(() => void attempt(), RETRY_MS);
    }
    void attempt();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [mustSend]);

  return {
    unsent,
    keep: ({ srno: cnsrno, isd }: FlashCurrency, counts: FaceCounts, seen: FaceCounts): void =>
      put([
        ...latest.current.filter((each) => each.cnsrno !== cnsrno),
        { cnsrno, isd, counts, seen, refusal: '' },
      ]),
    drop,
  };
}
