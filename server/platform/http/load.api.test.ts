import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOON } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** The statuses of requests that come while this process, which is also the server, stands still time and again. */
async function askDuringStalls(url: string): Promise<number[]> {
  const asked: Promise<Response>[] = [];
  for (let stall = 0; stall < 4; stall += 1) {
    asked.push(fetch(`${url}/healthz`));
    await nextTurn();
    block(1_100);
  }
  return (await Promise.all(asked)).map(({ status }) => status);
}

it('a process that is behind by less than the limit refuses nothing', async () => {
  expect(await askDuringStalls(world.url)).toEqual([200, 200, 200, 200]);
});

it('a process that is behind by more than the limit answers that it is busy, until it has caught up', async () => {
  const { url } = await world.another({ SHED_LOAD_AFTER_MS: '200' });
  expect(await askDuringStalls(url)).toContain(503);
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status, SOON).toBe(200);
});
