import { use, useEffect, useRef } from 'react';
import { WaitingNow } from '#web/app/waiting.ts';

/** Asks for the list anew when the server tells that more or less waits for the user than before. */
export function useArrivals(step: 'accept' | 'return', ask: () => Promise<unknown>): void {
  const count = use(WaitingNow)[step];
  const heard = useRef(count);
  useEffect(() => {
    if (heard.current === count) return;
    heard.current = count;
    void ask();
  }, [count, ask]);
}
