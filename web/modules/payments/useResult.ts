import { useEffect, useState } from 'react';
import { verifyPayment } from '#contract/payments/payments.ts';
import type { ReplyOf } from '#contract/define.ts';
import { mayChange } from '#domain/payments/settlement.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';

export type Result = ReplyOf<typeof verifyPayment>[number];

/** The interval is short at first and then grows, because the page may stay open overnight. */
const FIRST_MS = 2_000;
const SLOWER_BY = 1.3;
const LONGEST_MS = 60_000;

interface Looked {
  /** Null until it is loaded; undefined if there is no such order or the token is wrong. */
  readonly result: Result | null | undefined;
  readonly failure: string | null;
  readonly lookAgain: () => void;
}

/** The result of the payment; polled while it can still change. */
export function useResult(orderid: string, ordertoken: string): Looked {
  const [result, setResult] = useState<Result | null | undefined>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function look(waitMs: number): Promise<void> {
      try {
        const { reply } = await call(verifyPayment, { orderid, ordertoken }, { signal: leaving.signal });
        const [first] = reply;
        setResult(first);
        setFailure(null);
        if (first === undefined || !mayChange(first.status)) return;
      } catch (error) {
        if (leaving.signal.aborted) return;
        setFailure(messageOf(error));
      }
      timer = setTimeout(() => void look(Math.min(LONGEST_MS, waitMs * SLOWER_BY)), waitMs);
    }
    void look(FIRST_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [orderid, ordertoken, attempt]);

  return { result, failure, lookAgain: () => setAttempt(attempt + 1) };
}
