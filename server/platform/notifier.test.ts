import { expect, it } from 'vitest';
import { Notifier } from './notifier.ts';

const open = () => new AbortController();

it('a notification before anyone waits is not lost, and several count as one', async () => {
  const notifier = new Notifier(open().signal);
  notifier.notify();
  notifier.notify();
  await notifier.wait();
  const second = notifier.wait().then(() => 'rung');
  expect(await Promise.race([second, Promise.resolve('quiet')])).toBe('quiet');
  notifier.notify();
  expect(await second).toBe('rung');
});

it('notifies when the work ends, also if it had already ended', async () => {
  const work = open();
  const waited = new Notifier(work.signal).wait();
  work.abort();
  await waited;
  await new Notifier(work.signal).wait();
});

it('does not wait longer than the given time', async () => {
  const startedAt = performance.now();
  await new Notifier(open().signal).wait(30);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(25);
});
