export interface UploadAnswer {
  readonly status: number;
  readonly text: string;
}

interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (part: number) => void;
  readonly pauseMs?: number;
}

/** Together two minutes. The server ends an upload within that time, so a longer wait helps nobody. */
const MOST_TRIES = 60;
const PAUSE_MS = 2_000;

/** Whether the server has too many uploads under way, of this user or of all. It takes another when one has ended. */
function isBusyWithUploads({ status, text }: UploadAnswer): boolean {
  if (status !== 429 && status !== 503) return false;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'busy' in body && body.busy === 'uploads';
  } catch {
    // The body is a page of a proxy.
    return false;
  }
}

/** Sends a file, and again after a pause while the server has too many uploads under way. */
export async function whenFree(
  send: () => Promise<UploadAnswer>,
  { signal, onProgress, pauseMs = PAUSE_MS }: WaitOptions,
): Promise<UploadAnswer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await send();
    if (tried === MOST_TRIES || !isBusyWithUploads(answer)) return answer;
    onProgress?.(0);
    await pause(pauseMs, signal);
  }
}

const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(givenUp());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });

export const givenUp = () => new DOMException('The upload was given up.', 'AbortError');
