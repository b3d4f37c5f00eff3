import { useEffect, useEffectEvent } from 'react';
import type { ArgsOf, EventOf, Stream } from '#contract/define.ts';
import { listen } from './listen.ts';

interface Listening<S extends Stream> {
  readonly onEvent: (event: EventOf<S>) => void;
  /** Asks anew for whatever was not told while the stream was broken or nobody looked. */
  readonly onReturn?: () => void;
  /** A name: of all hidden pages that listen under it, one goes on. */
  readonly hiddenAs?: string;
}

/** Follows a stream while the page is in view. A hidden page lets go, because a browser has few connections for all its tabs. */
export function useListening<S extends Stream>(stream: S, args: ArgsOf<S>, listening: Listening<S>): void {
  const tell = useEffectEvent((event: EventOf<S>) => listening.onEvent(event));
  const returned = useEffectEvent(() => listening.onReturn?.());
  const open = useEffectEvent((signal: AbortSignal) => listen(stream, args, tell, signal, returned));
  const { hiddenAs } = listening;
  useEffect(() => {
    let watching = new AbortController();

    function follow(): void {
      const { signal } = watching;
      if (!document.hidden) void open(signal);
      // Held until the page is seen again or closed; the next hidden page then has it. Without TLS there are no locks.
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
