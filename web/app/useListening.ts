import { useEffect, useEffectEvent } from 'react';
import type { ArgsOf, EventOf, Stream } from '#contract/define.ts';
import { listen } from './listen.ts';

interface Listening<S extends Stream> {
  readonly onEvent: (event: EventOf<S>) => void;
  /** Asks anew for whatever was not told while the stream was broken or nobody looked. */
  readonly onReturn?: () => void;
}

/** Follows a stream while the page is in view. A hidden page lets go, because a browser has few connections for all its tabs. */
export function useListening<S extends Stream>(stream: S, args: ArgsOf<S>, listening: Listening<S>): void {
  const tell = useEffectEvent((event: EventOf<S>) => listening.onEvent(event));
  const returned = useEffectEvent(() => listening.onReturn?.());
  const open = useEffectEvent((signal: AbortSignal) => void listen(stream, args, tell, signal, returned));
  useEffect(() => {
    let watching: AbortController | null = null;

    function follow(): void {
      if (document.hidden) {
        watching?.abort();
        watching = null;
      } else if (watching === null) {
        watching = new AbortController();
        open(watching.signal);
      }
    }

    function onVisibility(): void {
      follow();
      if (!document.hidden) returned();
    }

    follow();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      watching?.abort();
    };
  }, []);
}
