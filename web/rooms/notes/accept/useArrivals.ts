import { use, useEffect, useRef } from 'react';
import { MarksNow } from '#web/app/waiting.ts';

/** Asks for the list anew when the server tells that other notes wait for the user than before, be they as many. */
export function useArrivals(step: 'accept' | 'return', ask: () => Promise<unknown>): void {
  const mark = use(MarksNow)[step];
  const heard = useRef(mark);
  useEffect(() => {
    if (heard.current === mark) return;
    heard.current = mark;
    void ask();
  }, [mark, ask]);
}
