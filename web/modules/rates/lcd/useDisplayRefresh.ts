import { useEffect, useState } from 'react';
import { displayedRateCard, watchDisplay, type KeyedRateRow } from '#contract/rates/cards.ts';
import { DISPLAY_REFRESH_MS, type DisplayView } from '#domain/rates/card.ts';
import { call } from '#web/wire/call.ts';
import { listen } from '#web/wire/listen.ts';
import { keepRates, markEnded } from './storedDisplay.ts';

/** The reason why the display's rates are not current: no reply arrived, or there is no card today. */
export type Trouble = 'away' | 'empty';

/** The retry interval while the rates are not current. */
const RETRY_MS = 30_000;
const ANSWER_MS = 20_000;

async function ask(id: string, key: string, signal: AbortSignal): Promise<readonly KeyedRateRow[] | null> {
  try {
    return (await call(displayedRateCard, { asked: { type: 'B', id, key } }, { signal })).reply;
  } catch {
    return null;
  }
}

/**
 * Refreshes the rates of a display by its key alone: every five minutes, and at once when the server reports new rates.
 * Each reply replaces the stored rates, so the memory use stays constant.
 */
export function useDisplayRefresh(view: DisplayView, entityId: string, key: string): Trouble | null {
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    let asking: AbortController | null = null;
    let next: ReturnType<typeof setTimeout> | undefined;

    async function refresh(): Promise<void> {
      clearTimeout(next);
      asking?.abort();
      const mine = new AbortController();
      asking = mine;
      const giveUp = setTimeout(() => mine.abort(), ANSWER_MS);
      const rows = await ask(entityId, key, mine.signal);
      clearTimeout(giveUp);
      if (mine !== asking) return;
      asking = null;
      const found = rows === null ? 'away' : rows.length === 0 ? 'empty' : null;
      if (rows !== null && found === null) keepRates(view, key, rows);
      setTrouble(found);
      next = setTimeout(askNow, found === null ? DISPLAY_REFRESH_MS : RETRY_MS);
    }
    const askNow = () => void refresh();

    function onEvent({ kind }: { kind: 'published' | 'revoked' }): void {
      if (kind === 'published') return askNow();
      leaving.abort();
      markEnded(view, key);
    }

    askNow();
    void listen(watchDisplay, { key }, onEvent, leaving.signal, askNow);
    window.addEventListener('online', askNow);
    return () => {
      leaving.abort();
      clearTimeout(next);
      window.removeEventListener('online', askNow);
      const last = asking;
      asking = null;
      last?.abort();
    };
  }, [view, entityId, key]);

  return trouble;
}
