/** All slots and all waiting places are taken, or the wait took too long. The same work may succeed later. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

export const BUSY_TEXT = 'The system is busy. Please try again in a moment.';

export interface GateOptions {
  /** The maximum amount of work in progress. */
  readonly maxRunning: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

export interface Gate {
  /** Does the work when a slot is free. Throws Busy if none becomes free in time, or the signal's reason. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly running: number;
  readonly waiting: number;
}

interface Waiter {
  readonly enter: () => void;
}

/** Limits how much work of one kind is in progress and how much waits, first come, first served. */
export function createGate({ maxRunning, maxWaiting, maxWaitMs }: GateOptions): Gate {
  const waiters: Waiter[] = [];
  let running = 0;

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        const place = waiters.indexOf(waiter);
        if (place >= 0) waiters.splice(place, 1);
      };
      const giveUp = (error: Error) => {
        leave();
        reject(error);
      };
      const waiter = {
        enter: () => {
          leave();
          resolve();
        },
      };
      const abort = () => giveUp(signal?.reason as Error);
      const timer = setTimeout(() => giveUp(new Busy('waited too long')), maxWaitMs);
      signal?.addEventListener('abort', abort);
      waiters.push(waiter);
    });
  }

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      if (running < maxRunning) running += 1;
      else if (waiters.length < maxWaiting) await wait(signal);
      else throw new Busy('too many are waiting');
      try {
        return await work();
      } finally {
        // The slot passes to the next waiter without becoming free in between, so that nobody overtakes.
        const next = waiters[0];
        if (next === undefined) running -= 1;
        else next.enter();
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiters.length;
    },
  };
}
