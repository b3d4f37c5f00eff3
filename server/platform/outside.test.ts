import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeGlobalFetch, outsideFetch, OutsideRefusal } from './outside.ts';

let server: Server;
let origin = '';
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/redirect') response.writeHead(302, { location: '/other' }).end();
    else if (request.url === '/silent') response.write('a');
    else if (request.url === '/endless') {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    } else response.end('answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, bounds: object = {}) =>
  outsideFetch({ origins: [origin], timeoutMs: 5_000, maxBytes: 1_000_000, ...bounds })(`${origin}${path}`);

it('reads an answer of a named host', async () => {
  const response = await ask('/answer');
  expect([response.status, await response.text()]).toEqual([200, 'answer']);
});

it('asks no other host, and no other port of the same host', async () => {
  const before = asked.length;
  await expect(ask('/answer', { origins: ['https://gateway.example/pg'] })).rejects.toThrow(OutsideRefusal);
  await expect(ask('/answer', { origins: ['http://127.0.0.1:9'] })).rejects.toThrow(OutsideRefusal);
  expect(asked).toHaveLength(before);
});

it('follows no redirect', async () => {
  await expect(ask('/redirect')).rejects.toThrow('fetch failed');
  expect(asked).not.toContain('/other');
});

it('gives up an answer that is too long or does not come to its end', async () => {
  await expect(ask('/endless')).rejects.toThrow(OutsideRefusal);
  await expect(ask('/silent', { timeoutMs: 200 })).rejects.toThrow(
    expect.objectContaining({ name: 'TimeoutError' }),
  );
});

it('is all that can fetch once the global one is closed', async () => {
  const before = globalThis.fetch;
  try {
    closeGlobalFetch();
    await expect(globalThis.fetch(`${origin}/library`)).rejects.toThrow(OutsideRefusal);
    expect(await (await ask('/answer')).text()).toBe('answer');
    expect(asked).not.toContain('/library');
  } finally {
    globalThis.fetch = before;
  }
});
