import type { ArgsOf, EventOf, Stream } from '#contract/define.ts';
import { post } from './post.ts';
import { SessionEndedError } from './problems.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** The server sends something at least every 15 s, so a connection that is silent for this long is broken. */
const MAX_SILENCE_MS = 40_000;

/**
 * Doubles the pause with each attempt and adds jitter, so that a thousand browsers do not reconnect at the same moment.
 */
export function pauseBefore(attempt: number, chance: number): number {
  const full = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return full / 2 + (full / 2) * chance;
}

/** Splits an event stream into the data of its events; `push` takes text as it arrives. */
export function makeEventReader(onData: (data: string) => void) {
  let waiting = '';
  return {
    push(text: string): void {
      const events = (waiting + text).split('\n\n');
      waiting = events.pop() ?? '';
      for (const event of events) {
        const data = event
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice('data:'.length).trimStart());
        if (data.length > 0) onData(data.join('\n'));
      }
    },
  };
}

/**
 * Reads a declared stream until the signal aborts, and reopens it whenever it breaks. The server does not repeat events
 * that were sent before the stream was open or while it was broken: use `onOpen` to reload the data.
 */
export async function listen<S extends Stream>(
  stream: S,
  args: ArgsOf<S>,
  onEvent: (event: EventOf<S>) => void,
  signal: AbortSignal,
  onOpen: (isAgain: boolean) => void,
): Promise<void> {
  let attempt = 0;
  let wasOpen = false;
  while (!signal.aborted) {
    try {
      const response = await post(stream, args, { signal });
      onOpen(wasOpen);
      wasOpen = true;
      await readEvents(response, (data) => {
        attempt = 0;
        onEvent(JSON.parse(data) as EventOf<S>);
      });
    } catch (error) {
      if (error instanceof SessionEndedError) return;
    }
    attempt += 1;
    await pause(pauseBefore(attempt, Math.random()), signal);
  }
}

async function readEvents(response: Response, onData: (data: string) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events = makeEventReader(onData);
  const read = () => {
    const silence = setTimeout(() => void reader?.cancel(), MAX_SILENCE_MS);
    return reader?.read().finally(() => clearTimeout(silence));
  };
  for (let part = await read(); part?.done === false; part = await read()) events.push(part.value);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
