import { expect, test } from 'vitest';
import { makeMarkQueue, MOST_UNDER_WAY, type MarkJob } from './markQueue.ts';

/** 002 §2.4, §7.1: marks travel in the background. */

interface Job extends MarkJob {
  readonly id: number;
}

interface Sent {
  readonly job: Job;
  readonly settle: (outcome: 'done' | Error) => Promise<void>;
}

const LOST = new Error('lost');

function setUp() {
  const sent: Sent[] = [];
  const done: number[] = [];
  const refused: [number, string][] = [];
  const counts: number[] = [];
  const queue = makeMarkQueue<Job, string>({
    send: (job) =>
      new Promise((resolve, reject) => {
        sent.push({
          job,
          settle: async (outcome) => {
            if (outcome === 'done') resolve('');
            else reject(outcome);
            // Lets the queue react.
            await new Promise((wake) => setTimeout(wake));
          },
        });
      }),
    onDone: ({ id }) => done.push(id),
    onRefused: ({ id }, error) => refused.push([id, (error as Error).message]),
    onCount: (count) => counts.push(count),
    isPassing: (error) => error === LOST,
    pause: () => Promise.resolve(),
  });
  let last = 0;
  const add = (...rows: number[]) => {
    last += 1;
    queue.add({ id: last, rows });
  };
  return { queue, sent, done, refused, counts, add, ids: () => sent.map(({ job }) => job.id) };
}

test('jobs start in order, at most four at a time', async () => {
  const { add, sent, ids, done } = setUp();
  for (let row = 1; row <= 10; row += 1) add(row);
  expect(ids()).toEqual([1, 2, 3, 4]);
  await sent[2]?.settle('done');
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  await sent[0]?.settle('done');
  await sent[1]?.settle('done');
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(done).toEqual([3, 1, 2]);
});

test('500 jobs: each is sent once and settled once, whatever the order of the replies', async () => {
  const { add, sent, ids, done, queue, counts } = setUp();
  for (let row = 1; row <= 500; row += 1) add(row);
  const isIdle = queue.idle();
  let settled = 0;
  while (settled < sent.length) {
    expect(sent.length - settled).toBeLessThanOrEqual(MOST_UNDER_WAY);
    const group = sent.slice(settled).reverse();
    settled = sent.length;
    await Promise.all(group.map(({ settle }) => settle('done')));
  }
  await isIdle;
  const all = Array.from({ length: 500 }, (_, index) => index + 1);
  expect(ids()).toEqual(all);
  expect(done.toSorted((one, other) => one - other)).toEqual(all);
  expect([Math.max(...counts), counts.at(-1)]).toEqual([500, 0]);
});

test('a refusal is reported once and stops nothing else', async () => {
  const { add, sent, ids, done, refused } = setUp();
  for (let row = 1; row <= 6; row += 1) add(row);
  await sent[1]?.settle(new Error('This transaction is marked already.'));
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  for (const index of [0, 2, 3, 4, 5]) await sent[index]?.settle('done');
  expect(refused).toEqual([[2, 'This transaction is marked already.']]);
  expect(done).toEqual([1, 3, 4, 5, 6]);
});

test('jobs of one row wait for each other and let those of other rows pass', async () => {
  const { add, sent, ids } = setUp();
  add(7);
  add(7);
  add(8);
  add(7, 9);
  add(9);
  expect(ids()).toEqual([1, 3]);
  await sent[0]?.settle('done');
  expect(ids()).toEqual([1, 3, 2]);
  await sent[2]?.settle('done');
  expect(ids()).toEqual([1, 3, 2, 4]);
  await sent[3]?.settle('done');
  expect(ids()).toEqual([1, 3, 2, 4, 5]);
});

test('after a refusal the later jobs of the same row are not sent, so that nothing of others is taken back', async () => {
  const { add, sent, ids, refused, counts } = setUp();
  add(7);
  add(7);
  add(7);
  add(8);
  await sent[0]?.settle(new Error('refused'));
  expect(ids()).toEqual([1, 4]);
  expect(refused.map(([id]) => id)).toEqual([3, 2, 1]);
  await sent[1]?.settle('done');
  expect(counts.at(-1)).toBe(0);
});

test('a job whose reply was lost is sent again as the same job, and given up after six attempts', async () => {
  const { add, sent, done, refused } = setUp();
  add(1);
  await sent[0]?.settle(LOST);
  expect(sent[1]?.job).toBe(sent[0]?.job);
  await sent[1]?.settle('done');
  expect(done).toEqual([1]);
  add(2);
  for (let attempt = 2; attempt < 8; attempt += 1) await sent[attempt]?.settle(LOST);
  expect(sent).toHaveLength(8);
  expect(refused).toEqual([[2, 'lost']]);
});
