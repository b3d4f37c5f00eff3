import { expect, it } from 'vitest';
import { Bell } from './bell.ts';

const open = () => new AbortController();

it('a ring before anyone waits is not lost, and many are one', async () => {
  const bell = new Bell(open().signal);
  bell.ring();
  bell.ring();
  await bell.wait();
  const second = bell.wait().then(() => 'rung');
  expect(await Promise.race([second, Promise.resolve('quiet')])).toBe('quiet');
  bell.ring();
  expect(await second).toBe('rung');
});

it('rings when the work is over, also when it was over before', async () => {
  const work = open();
  const waited = new Bell(work.signal).wait();
  work.abort();
  await waited;
  await new Bell(work.signal).wait();
});

it('does not wait longer than it is told to', async () => {
  const startedAt = performance.now();
  await new Bell(open().signal).wait(30);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(25);
});
