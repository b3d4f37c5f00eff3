import { useState } from 'react';
import { flashText } from '#web/texts/flash.ts';
import { useLineWrites } from './useLineWrites.ts';
import { useUnsentCounts } from './useUnsentCounts.ts';

/**
 * The writes of the currencies of an audit, the counts that wait, and the result of the last action. The record holds
 * them above its tabs, so that a count is sent whichever tab is open.
 */
export function useCounts(srno: number, isLoaded: boolean) {
  const writes = useLineWrites(srno);
  const [news, setNews] = useState('');
  const queue = useUnsentCounts({
    srno,
    isLoaded,
    send: writes.saveCount,
    onSent: (isd) => setNews(flashText.count.saved(isd)),
  });
  return { writes, queue, news, setNews };
}

export type Counts = ReturnType<typeof useCounts>;
