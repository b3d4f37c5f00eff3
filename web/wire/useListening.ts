import { useEffect, useEffectEvent } from 'react';
import type { ArgsOf, EventOf, Stream } from '#contract/define.ts';
import { listen } from './listen.ts';

interface Listening<S extends Stream> {
  readonly onEvent: (event: EventOf<S>) => void;
  /** Reloads the data that changed while the stream was broken or the page was hidden. */
  readonly onReturn?: () => void;
  /** A lock name: of all hidden pages that listen under this name, one keeps listening. */
  readonly hiddenAs?: string;
}

/**
 * Listens to a stream while the page is visible. A hidden page disconnects because a browser has few connections for
 * all its tabs.
 */
export function useListening<S extends Stream>(stream: S, args: ArgsOf<S>, listening: Listening<S>): void {
  const tell = useEffectEvent((event: EventOf<S>) => listening.onEvent(event));
  const returned = useEffectEvent(() => listening.onReturn?.());
  const open = useEffectEvent((signal: AbortSignal) =>
    listen(stream, args, tell, signal, (isAgain) => isAgain && returned()),
  );
  const { hiddenAs } = listening;
  useEffect(() => {
    let watching = new AbortController();

    function follow(): void {
      const { signal } = watching;
      if (!document.hidden) void open(signal);
      // The page holds the lock until it becomes visible or closes; then the next hidden page gets it. The Web Locks
      // API does not exist without TLS.
      else if (hiddenAs !== undefined && 'locks' in navigator)
        navigator.locks.request(hiddenAs, { signal }, () => open(signal)).catch(() => undefined);
    }

    function onVisibility(): void {
      watching.abort();
      watching = new AbortController();
      follow();
      if (!document.hidden) returned();
    }

    follow();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      watching.abort();
    };
  }, [hiddenAs]);
}
