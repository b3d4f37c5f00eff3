import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeOf } from '#tools/testing/slow-clients.ts';
import { SOON } from '#tools/testing/until.ts';
import { fieldsBody, openWorld, type World } from '#tools/testing/world.ts';

const MOST = 20;

let world: World;
let proxied: { url: string; stop(): Promise<void> };

beforeAll(async () => {
  world = await openWorld({ CONNECTIONS_PER_ADDRESS: String(MOST), CLIENT_HEADER_SECONDS: '60' });
  proxied = await world.another({ TRUSTED_PROXIES: '127.0.0.1', STREAMS_PER_SESSION: '100' });
});
afterAll(() => world.close());

/** Connections that send nothing, with whether each is still open. */
async function connectMany(url: string, count: number) {
  const states = Array.from({ length: count }, () => {
    const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
    const state = { socket, isOpen: true };
    socket.on('error', () => {});
    void closeOf(socket).then(() => (state.isOpen = false));
    return state;
  });
  await Promise.all(states.map(({ socket }) => Promise.race([once(socket, 'connect'), closeOf(socket)])));
  return {
    openCount: () => states.filter(({ isOpen }) => isOpen).length,
    async close() {
      for (const { socket } of states) socket.destroy();
      await Promise.all(states.filter(({ isOpen }) => isOpen).map(({ socket }) => closeOf(socket)));
    },
  };
}

describe('connections of one address', () => {
  it('are limited, and available again when they close', async () => {
    for (let round = 0; round < 2; round += 1) {
      const many = await connectMany(world.url, 2 * MOST);
      // The client of this test may itself keep one or two connections open from the start of the server.
      await expect.poll(many.openCount, SOON).toBeLessThanOrEqual(MOST);
      expect(many.openCount()).toBeGreaterThanOrEqual(MOST - 5);
      await many.close();
      await expect
        .poll(async () => (await fetch(`${world.url}/healthz`).catch(() => null))?.status, SOON)
        .toBe(200);
    }
  });

  it('of a trusted proxy are not limited', async () => {
    const many = await connectMany(proxied.url, 2 * MOST);
    expect((await fetch(`${proxied.url}/healthz`)).status).toBe(200);
    expect(many.openCount()).toBe(2 * MOST);
    await many.close();
  });
});

describe('behind a trusted proxy', () => {
  const ask = (address: string) =>
    fetch(`${proxied.url}/healthz`, { headers: { 'x-forwarded-for': address } });

  it('the concurrent requests of one address are limited, and another address is not affected', async () => {
    const session = await world.signIn('admin');
    const leaving = new AbortController();
    const open = () =>
      fetch(`${proxied.url}/api/home_a.php`, {
        method: 'POST',
        body: fieldsBody([session, 'watch']),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': '2001:db8:1:2::7',
        },
        signal: leaving.signal,
      });
    const statuses = await Promise.all(Array.from({ length: MOST + 5 }, async () => (await open()).status));
    expect(statuses.toSorted()).toEqual([
      ...Array.from({ length: MOST }, () => 200),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    const refused = await ask('2001:db8:1:2:aaaa::1');
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { err: 'Too many requests from your address are under way. Please try again in a moment.' },
    ]);
    expect((await ask('2001:db8:1:3::7')).status).toBe(200);
    leaving.abort();
    await expect.poll(async () => (await ask('2001:db8:1:2::7')).status, SOON).toBe(200);
  });
});
