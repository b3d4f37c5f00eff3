import { busy } from './dispatch/problems.ts';

interface Waiter {
  readonly arrival: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

interface Options {
  /** The maximum amount of work that runs at the same time. */
  readonly atOnce: number;
  /** The maximum number waiting in each lane. */
  readonly maxWaiting: readonly number[];
}

const RETRY_SECONDS = 2;
const MAX_REMEMBERED_KEYS = 1_000;

/** The waiting work of one lane, by key. */
class Lane {
  readonly #maxWaiting: number;
  readonly #waiters = new Map<string, Waiter[]>();
  /** The recently served keys, the most recent last. */
  readonly #served = new Set<string>();
  #size = 0;
  #arrivals = 0;
  #isOldestNext = false;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * In a full lane, a new request takes the last place of the key with the most waiting, unless its own key would then
   * have as many.
   */
  wait(key: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const own = this.#waiters.get(key) ?? [];
    if (this.#size >= this.#maxWaiting) {
      const [longest = []] = [...this.#waiters.values()].sort((a, b) => b.length - a.length);
      if (longest.length <= own.length + 1) throw busy(RETRY_SECONDS);
      this.#size -= 1;
      longest.pop()?.refuse(busy(RETRY_SECONDS));
    }
    this.#size += 1;
    this.#arrivals += 1;
    const arrival = this.#arrivals;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(key, waiter);
        reject(signal?.reason as Error);
      };
      const settled = () => signal?.removeEventListener('abort', leave);
      const waiter: Waiter = {
        arrival,
        begin: () => {
          settled();
          resolve();
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      own.push(waiter);
      this.#waiters.set(key, own);
    });
  }

  #remove(key: string, waiter: Waiter): void {
    const own = (this.#waiters.get(key) ?? []).filter((other) => other !== waiter);
    if (own.length === 0) this.#waiters.delete(key);
    else this.#waiters.set(key, own);
    this.#size -= 1;
  }

  /** Records that work of this key begins. */
  serve(key: string): void {
    this.#served.delete(key);
    this.#served.add(key);
    if (this.#served.size > MAX_REMEMBERED_KEYS) {
      const [oldest = ''] = this.#served;
      this.#served.delete(oldest);
    }
  }

  /** Starts the next waiting work. */
  beginNext(): void {
    const key = this.#isOldestNext ? this.#oldestKey() : this.#leastServedKey();
    this.#isOldestNext = !this.#isOldestNext;
    const waiters = this.#waiters.get(key) ?? [];
    const next = waiters.shift();
    if (waiters.length === 0) this.#waiters.delete(key);
    this.#size -= 1;
    this.serve(key);
    next?.begin();
  }

  /** The key that has waited longest. */
  #oldestKey(): string {
    return this.#firstKey([...this.#waiters.keys()], ([first]) => first?.arrival ?? 0);
  }

  /**
   * A key that was not served recently, preferring the one with the fewest waiting; otherwise the least recently served
   * key.
   */
  #leastServedKey(): string {
    const fresh = [...this.#waiters.keys()].filter((key) => !this.#served.has(key));
    if (fresh.length > 0) return this.#firstKey(fresh, ({ length }) => length);
    for (const key of this.#served) if (this.#waiters.has(key)) return key;
    return '';
  }

  /** The key with the smallest value; among equal values, the one that arrived first. */
  #firstKey(keys: readonly string[], valueOf: (waiters: readonly Waiter[]) => number): string {
    const values = keys.map((key) => valueOf(this.#waiters.get(key) ?? []));
    return keys[values.indexOf(Math.min(...values))] ?? '';
  }
}

/**
 * Limits how much work runs at once and how much waits; work beyond that is refused with 503. The lanes take turns.
 * Within a lane, every other turn goes to the least recently served key, so that a key with few requests does not wait
 * behind keys with many. The other turns go to the longest waiting request, so that no request waits forever.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #lanes: readonly Lane[];
  #running = 0;
  #lastLane = 0;

  constructor({ atOnce, maxWaiting }: Options) {
    this.#atOnce = atOnce;
    this.#lanes = maxWaiting.map((most) => new Lane(most));
  }

  get waiting(): number {
    return this.#lanes.reduce((sum, { size }) => sum + size, 0);
  }

  /** Runs the work when its turn comes. Throws 503 if too much work waits, or the reason of the signal if it waits too long. */
  async run<T>(key: string, work: () => Promise<T>, laneIndex = 0, signal?: AbortSignal): Promise<T> {
    const lane = this.#lanes[laneIndex];
    if (lane === undefined) throw new Error(`there is no lane ${laneIndex}`);
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      lane.serve(key);
    }
    // Finished work passes its place on, so the number of running tasks stays the same.
    else await lane.wait(key, signal);
    try {
      return await work();
    } finally {
      this.#handOver();
    }
  }

  #handOver(): void {
    for (let step = 1; step <= this.#lanes.length; step += 1) {
      const index = (this.#lastLane + step) % this.#lanes.length;
      const lane = this.#lanes[index];
      if (lane === undefined || lane.size === 0) continue;
      this.#lastLane = index;
      lane.beginNext();
      return;
    }
    this.#running -= 1;
  }
}
