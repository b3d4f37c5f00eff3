import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FlashCurrency } from '#contract/flash/currencies.ts';
import { flashText } from '#web/texts/flash.ts';
import { removeDraft, useDraft } from '#web/ui/drafts.ts';
import { useConnected } from '#web/wire/connection.ts';
import { isPassing, messageOf, StaleError, userMessage } from '#web/wire/problems.ts';
import { countKey } from './useCount.ts';
import type { TypedCount } from './useLineWrites.ts';

const RETRY_MS = 10_000;

/** A count that could not be sent. It waits in this tab, also across a reload. */
export interface UnsentCount extends TypedCount {
  /** The currency. What this tab has kept already has this name. */
  readonly cnsrno: number;
  readonly isd: string;
  /** Why the server refused it; empty while it waits. */
  readonly refusal: string;
}

/** Whether a count is still to be sent. */
export const isWaiting = ({ refusal }: UnsentCount): boolean => refusal === '';

interface Sender {
  readonly srno: number;
  /** Whether the currencies are loaded, which show each count that is sent. */
  readonly isLoaded: boolean;
  readonly send: (currency: number, count: TypedCount) => Promise<void>;
  readonly onSent: (isd: string) => void;
  readonly onRefused: (currency: number, error: unknown) => void;
}

const refusalOf = (error: unknown): string =>
  error instanceof StaleError ? flashText.count.otherSaved(error.changedBy) : messageOf(error);

/** Keeps the counts of an audit that had no reply, and sends them again until they have one. */
export function useUnsentCounts({ srno, isLoaded, send, onSent, onRefused }: Sender) {
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
  const without = (currency: number) => latest.current.filter(({ cnsrno }) => cnsrno !== currency);
  function drop(currency: number): void {
    const rest = without(currency);
    if (rest.length < latest.current.length) put(rest);
  }

  /** Sends one after another. Returns false if some are left to send later. */
  const sendAll = useEffectEvent(async (): Promise<boolean> => {
    for (;;) {
      const next = latest.current.find(isWaiting);
      if (next === undefined) return true;
      try {
        await send(next.cnsrno, next);
        // One that was typed in meanwhile is in the form again.
        if (!latest.current.includes(next)) continue;
        drop(next.cnsrno);
        removeDraft(countKey(srno, next.cnsrno));
        onSent(next.isd);
      } catch (error) {
        if (isPassing(error) || userMessage(error) === null) return false;
        // What was typed meanwhile stays in the form; a save of it is checked as this one was.
        const isTypedAnew = !latest.current.includes(next);
        put([...without(next.cnsrno), { ...next, refusal: refusalOf(error) }]);
        if (!isTypedAnew) onRefused(next.cnsrno, error);
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
    keep: ({ srno: cnsrno, isd }: FlashCurrency, count: TypedCount): void =>
      put([...without(cnsrno), { ...count, cnsrno, isd, refusal: '' }]),
    drop,
  };
}
