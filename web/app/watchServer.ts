import { onlineManager } from '@tanstack/react-query';
import { isConnected, setConnected, watchConnection, whenNoReply } from '#web/wire/connection.ts';

/** A small file that the service worker never answers. */
const PROBE = '/sw.js';
const PROBE_TIMEOUT_MS = 5_000;
const PAUSE_MS = 2_000;

async function canReach(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return (await fetch(PROBE, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal })).ok;
  } catch {
    return false;
  }
}

/** Ends early when the browser finds a network. The jitter spreads the probes of many browsers. */
const pause = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, PAUSE_MS * (1 + Math.random()));
    addEventListener('online', done);
  });

let isProbing = false;

/** Asks the server until it answers. The connection is lost only if the first question has no answer either. */
async function probe(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  while (!(await canReach())) {
    setConnected(false);
    await pause();
  }
  isProbing = false;
  setConnected(true);
}

/** Watches from now on whether the server can be reached. Queries that failed are made again when it can. */
export function watchServer(): void {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(isConnected());
    // A page can begin without a connection.
    tell();
    return watchConnection(tell);
  });
  addEventListener('offline', () => void probe());
  whenNoReply(() => void probe());
}
