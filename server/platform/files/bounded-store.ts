import { pipeline, Transform, type Readable } from 'node:stream';
import { Breaker, type BreakerOptions } from '../breaker.ts';
import { STORE_BREAKER, STORE_DEADLINE_MS } from '../limits.ts';
import { ObjectDamaged, ObjectStoreUnavailable } from './store.ts';
import type { ObjectStore } from './store.ts';

export interface BoundOptions {
  readonly deadlineMs?: number;
  readonly breaker?: BreakerOptions;
  /** Called for each operation that the store did not do, also if it was not tried. */
  readonly onFailure?: () => void;
}

const LOOKS_IN_A_DEADLINE = 4;

/**
 * Bounds the time of every operation of a store, whatever the store itself does, and stops trying a store that has
 * failed several times. Storing, reading and removing are judged apart: a full disk can still be read, and removing
 * frees it.
 */
export function boundStore(store: ObjectStore, options: BoundOptions = {}): ObjectStore {
  const { deadlineMs = STORE_DEADLINE_MS, breaker = STORE_BREAKER, onFailure = () => {} } = options;
  const [storing, reading, removing] = [new Breaker(breaker), new Breaker(breaker), new Breaker(breaker)];

  const failureOf = (of: Breaker, cause: unknown): ObjectStoreUnavailable => {
    onFailure();
    return new ObjectStoreUnavailable(cause, of === reading ? 'reading' : 'storing');
  };

  /** Does the work if the breaker allows it, and tells the breaker of a failure. The caller tells it of a success. */
  async function attempt<T>(of: Breaker, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (!of.enter()) throw failureOf(of, new Error('not tried, because it failed several times just now'));
    const late = Promise.withResolvers<never>();
    const ended = new AbortController();
    const timer = setTimeout(() => {
      late.reject(new ObjectStoreUnavailable(new Error(`no answer in ${deadlineMs} ms`)));
      ended.abort();
    }, deadlineMs);
    try {
      // Work that cannot be ended, such as a write to a disk that hangs, goes on without anybody who waits for it.
      return await Promise.race([work(ended.signal), late.promise]);
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailable)) {
        of.leave();
        throw error;
      }
      of.fail();
      throw failureOf(of, error.cause);
    } finally {
      clearTimeout(timer);
    }
  }

  async function succeed<T>(of: Breaker, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const result = await attempt(of, work);
    of.succeed();
    return result;
  }

  return {
    put: (source, { signal } = {}) =>
      succeed(storing, (ended) =>
        store.put(source, { signal: signal === undefined ? ended : AbortSignal.any([signal, ended]) }),
      ),
    async get(hash, range) {
      const body = await attempt(reading, (signal) => store.get(hash, range, { signal }));
      // A store that only begins to answer is not a store that works.
      reading.leave();
      return endStalled(body, deadlineMs, {
        onEnd: () => reading.succeed(),
        asThrown: (error) => {
          if (error instanceof ObjectDamaged) return error;
          reading.fail();
          return failureOf(reading, error);
        },
      });
    },
    has: (hash) => succeed(reading, (signal) => store.has(hash, { signal })),
    remove: (hash) => succeed(removing, (signal) => store.remove(hash, { signal })),
    // A list of many pages may take long; the store bounds the time of each page.
    list: (prefix) => store.list(prefix),
    check: () => store.check(),
  };
}

interface StallHandling {
  readonly onEnd: () => void;
  readonly asThrown: (error: Error) => Error;
}

/** Passes a stream on, and fails it if its source gives nothing for so long although its buffer could take more. */
function endStalled(source: Readable, ms: number, { onEnd, asThrown }: StallHandling): Readable {
  let movedAt = performance.now();
  const move = () => (movedAt = performance.now());
  const passed = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      move();
      done(null, chunk);
    },
    flush(done) {
      onEnd();
      done();
    },
    destroy(error, done) {
      // A reader that gives up also destroys the stream, but then its source is still whole.
      const isOfSource = error !== null && source.destroyed && !source.readableEnded;
      done(isOfSource ? asThrown(error) : error);
    },
  });
  const look = setInterval(() => {
    // A slow reader, and not the source, keeps the buffer full.
    if (passed.writableNeedDrain || passed.writableEnded) move();
    else if (performance.now() - movedAt >= ms) source.destroy(new Error(`no byte in ${ms} ms`));
  }, ms / LOOKS_IN_A_DEADLINE);
  look.unref();
  // The stream itself reports an error to its reader.
  pipeline(source, passed, () => clearInterval(look));
  return passed;
}
