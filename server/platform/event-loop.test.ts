import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { addEventLoopGauges, watchEventLoop, type EventLoopDelay } from './event-loop.ts';
import { SOON } from '#tools/testing/until.ts';
import { makeMetrics } from './metrics.ts';

let delay: EventLoopDelay;
afterEach(() => delay.stop());

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('reports how long the event loop was blocked, to every scraper, and forgets it after the next window', async () => {
  delay = watchEventLoop(2_000);
  const metrics = makeMetrics();
  addEventLoopGauges(metrics, delay);
  const read = async (name: string) =>
    Number(new RegExp(`^bureau_${name} (\\S+)$`, 'm').exec(await metrics.page())?.[1]);
  await sleep(50);
  block(1_000);
  await sleep(50);
  for (let scrape = 0; scrape < 2; scrape += 1) {
    expect(await read('event_loop_delay_max_seconds')).toBeGreaterThan(0.95);
    expect(await read('event_loop_delay_p99_seconds')).toBeGreaterThan(0);
  }
  await sleep(2_000);
  expect(await read('event_loop_delay_max_seconds'), 'in the next window').toBeGreaterThan(0.95);
  await expect
    .poll(() => read('event_loop_delay_max_seconds'), { ...SOON, message: 'after it' })
    .toBeLessThan(0.95);
});
