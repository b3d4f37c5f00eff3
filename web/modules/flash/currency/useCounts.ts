import { useState } from 'react';
import { flashText } from '#web/texts/flash.ts';
import { removeDraft } from '#web/ui/drafts.ts';
import { StaleError } from '#web/wire/problems.ts';
import { countKey } from './useCount.ts';
import { useLineWrites } from './useLineWrites.ts';
import { useUnsentCounts } from './useUnsentCounts.ts';

/**
 * The writes of the currencies of an audit, the counts that wait, and the result of the last action. The record holds
 * them above its tabs, so that a count is sent whichever tab is open.
 */
export function useCounts(srno: number, isLoaded: boolean) {
  const writes = useLineWrites(srno);
  const [news, setNews] = useState('');
  /** By currency, how often its count had to be shown as it is saved, and not as it was typed. */
  const [reloads, setReloads] = useState<Readonly<Record<number, number>>>({});
  const showSaved = (currency: number) =>
    setReloads((all) => ({ ...all, [currency]: (all[currency] ?? 0) + 1 }));
  const queue = useUnsentCounts({
    srno,
    isLoaded,
    send: writes.saveCount,
    onSent: (isd) => setNews(flashText.count.saved(isd)),
    onRefused: (currency, error) => {
      setNews('');
      if (!(error instanceof StaleError)) return;
      removeDraft(countKey(srno, currency));
      showSaved(currency);
    },
  });
  return { writes, queue, news, setNews, reloads, showSaved };
}

export type Counts = ReturnType<typeof useCounts>;
