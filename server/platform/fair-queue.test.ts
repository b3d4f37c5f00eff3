import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Problem } from './dispatch/problems.ts';
import { FairQueue } from './fair-queue.ts';

/** Work that blocks until it is released. Records the order in which it began. */
class Work {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #queue: FairQueue;
  readonly #holding: (() => void)[] = [];

  constructor(queue: FairQueue) {
    this.#queue = queue;
  }

  add(key: string, name: string, lane = 0): void {
    const work = () => {
      this.begun.push(name);
      return new Promise<void>((resolve) => this.#holding.push(resolve));
    };
    this.#queue.run(key, work, lane).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Problem);
      expect((error as Problem).status).toBe(503);
      this.refused.push(name);
    });
  }

  /** Releases the running work piece by piece until none is left. */
  async finish(): Promise<void> {
    for (let release = this.#holding.shift(); release !== undefined; release = this.#holding.shift()) {
      release();
      await nextTurn();
    }
  }
}

it('runs no more work at once than allowed', async () => {
  const queue = new FairQueue({ atOnce: 2, maxWaiting: [10] });
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      queue.run('a', async () => {
        running += 1;
        most = Math.max(most, running);
        await nextTurn();
        running -= 1;
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('serves a key with few requests before a key with many', async () => {
  const work = new Work(new FairQueue({ atOnce: 1, maxWaiting: [10] }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) work.add('a', name);
  work.add('b', 'b1');
  work.add('b', 'b2');
  await work.finish();
  expect(work.begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

it('serves the key with the fewest waiting first, among those not served yet', async () => {
  const work = new Work(new FairQueue({ atOnce: 1, maxWaiting: [10] }));
  work.add('a', 'a1');
  for (const key of ['b', 'c']) for (const number of [1, 2, 3]) work.add(key, `${key}${number}`);
  work.add('d', 'd1');
  await work.finish();
  expect(work.begun.slice(0, 2)).toEqual(['a1', 'd1']);
});

it('lets no key wait forever while new keys arrive', async () => {
  const work = new Work(new FairQueue({ atOnce: 1, maxWaiting: [10] }));
  work.add('a', 'a1');
  work.add('a', 'a2');
  for (const name of ['new1', 'new2', 'new3', 'new4']) work.add(name, name);
  await work.finish();
  expect(work.begun).toEqual(['a1', 'new1', 'a2', 'new2', 'new3', 'new4']);
});

it('alternates between the lanes', async () => {
  const work = new Work(new FairQueue({ atOnce: 1, maxWaiting: [10, 10] }));
  for (const key of ['a', 'b', 'c', 'd']) work.add(key, key, 1);
  work.add('known', 'known', 0);
  await work.finish();
  expect(work.begun).toEqual(['a', 'b', 'known', 'c', 'd']);
});

it('refuses the key with the most waiting in a full lane', async () => {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: [3] });
  const work = new Work(queue);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) work.add('a', name);
  await nextTurn();
  expect(work.refused).toEqual(['a5']);
  work.add('b', 'b1');
  work.add('c', 'c1');
  await nextTurn();
  expect(work.refused).toEqual(['a5', 'a4', 'a3']);
  work.add('d', 'd1');
  await nextTurn();
  expect(work.refused).toEqual(['a5', 'a4', 'a3', 'd1']);
  expect(queue.waiting).toBe(3);
  await work.finish();
  expect(work.begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  expect(queue.waiting).toBe(0);
});

it('continues after failed work', async () => {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: [1] });
  const failed = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

it('work whose signal is aborted while it waits leaves the queue, and the others go on', async () => {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: [2] });
  const work = new Work(queue);
  const leaving = new AbortController();
  const reason = new Error('gone');
  work.add('a', 'first');
  const left = queue.run('a', async () => 'ran', 0, leaving.signal);
  work.add('a', 'third');
  expect(queue.waiting).toBe(2);
  leaving.abort(reason);
  await expect(left).rejects.toBe(reason);
  expect(queue.waiting).toBe(1);
  await work.finish();
  expect(work.begun).toEqual(['first', 'third']);
  expect(await queue.run('a', async () => 'ran', 0, new AbortController().signal)).toBe('ran');
});
