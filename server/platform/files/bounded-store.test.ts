import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { boundStore } from './bounded-store.ts';
import { createS3Store } from './s3.ts';
import { ObjectNotFound, ObjectStoreUnavailable, type ObjectStore } from './store.ts';

/** Long enough for a machine that stands still for a moment, because a store that works must answer within it. */
const DEADLINE_MS = 1_500;
const REST_MS = 1_500;
const BYTES = Buffer.alloc(300_000, 'a document ');
const HASH = createHash('sha256').update(BYTES).digest('hex');

/** How the store behaves at the moment. */
let behaviour: 'well' | 'silent' | 'stalls' | 'missing';
let asked = 0;
let server: Server;
let store: ObjectStore;
let s3: ReturnType<typeof createS3Store>;
let failures = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    request.resume();
    if (behaviour === 'silent') return;
    if (behaviour === 'missing') {
      response.writeHead(404).end();
      return;
    }
    const body = request.method === 'GET' ? BYTES : '';
    response.writeHead(200, { 'content-length': body.length });
    if (behaviour === 'well') request.once('end', () => response.end(body));
    else response.write(BYTES.subarray(0, 1_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  [behaviour, asked, failures] = ['well', 0, 0];
  s3 = createS3Store({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'here',
    bucket: 'papers',
    accessKeyId: 'somebody',
    secretAccessKey: 'secret',
    spoolDir: join(tmpdir(), `bureau-bounded-${process.pid}`),
  });
  store = boundStore(s3, {
    deadlineMs: DEADLINE_MS,
    breaker: { failures: 3, restMs: REST_MS },
    onFailure: () => (failures += 1),
  });
  return () => s3.close();
});

const refusal = (during: 'storing' | 'reading') =>
  expect.objectContaining({ name: 'ObjectStoreUnavailable', during });
const timed = async (work: Promise<unknown>) => {
  const startedAt = performance.now();
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return { thrown, ms: performance.now() - startedAt };
};

describe('an object store with bounds', () => {
  test.each([
    ['putting', 'storing', () => store.put(BYTES)],
    ['reading', 'reading', () => store.get(HASH)],
    ['asking for', 'reading', () => store.has(HASH)],
    ['removing', 'storing', () => store.remove(HASH)],
  ] as const)('%s a document in silence ends at the deadline', async (_, during, work) => {
    behaviour = 'silent';
    const { thrown, ms } = await timed(work());
    expect(thrown).toEqual(refusal(during));
    expect(ms).toBeLessThan(DEADLINE_MS * 10);
    expect(failures).toBe(1);
  });

  test('a document that stalls in the middle ends, and three of them are enough', async () => {
    behaviour = 'stalls';
    for (let time = 0; time < 3; time += 1) {
      const { thrown, ms } = await timed(store.get(HASH).then(buffer));
      expect(thrown).toEqual(refusal('reading'));
      expect(ms).toBeLessThan(DEADLINE_MS * 10);
    }
    expect(asked).toBe(3);
    expect((await timed(store.get(HASH))).thrown).toEqual(refusal('reading'));
    expect([asked, failures]).toEqual([3, 4]);
  });

  test('a slow reader is not a stalled store', async () => {
    const body = await store.get(HASH);
    await sleep(DEADLINE_MS * 3);
    expect(await buffer(body)).toEqual(BYTES);
    expect(failures).toBe(0);
  });

  test('a reader that gives up is no failure of the store', async () => {
    for (let time = 0; time < 4; time += 1) (await store.get(HASH)).destroy(new Error('the reader left'));
    await sleep(50);
    expect(failures).toBe(0);
    expect(await buffer(await store.get(HASH))).toEqual(BYTES);
  });

  test('after three failures nothing is tried; then one try decides', async () => {
    behaviour = 'silent';
    await Promise.all([1, 2, 3].map(() => timed(store.put(BYTES))));
    const before = asked;
    const { thrown, ms } = await timed(store.put(BYTES));
    expect(thrown).toEqual(refusal('storing'));
    expect(ms).toBeLessThan(DEADLINE_MS / 2);
    expect(asked).toBe(before);
    // Reading is judged apart.
    behaviour = 'well';
    expect(await store.has(HASH)).toBe(true);

    await sleep(REST_MS);
    behaviour = 'silent';
    const tries = await Promise.all([timed(store.put(BYTES)), timed(store.put(BYTES))]);
    expect(tries.filter(({ ms: took }) => took < DEADLINE_MS / 2)).toHaveLength(1);

    await sleep(REST_MS);
    behaviour = 'well';
    expect(await store.put(BYTES)).toEqual({ hash: HASH, bytes: BYTES.length });
    const all = await Promise.all([store.put(BYTES), store.put(BYTES)]);
    expect(all.map(({ hash }) => hash)).toEqual([HASH, HASH]);
  });

  test('a document that is missing, and a sender who leaves, are no failures of the store', async () => {
    behaviour = 'missing';
    for (let time = 0; time < 4; time += 1)
      await expect(store.get(HASH)).rejects.toBeInstanceOf(ObjectNotFound);
    behaviour = 'silent';
    for (let time = 0; time < 4; time += 1) {
      const left = new AbortController();
      setTimeout(() => left.abort(), 20);
      const { thrown } = await timed(store.put(BYTES, { signal: left.signal }));
      expect(thrown).not.toBeInstanceOf(ObjectStoreUnavailable);
    }
    behaviour = 'well';
    expect((await store.put(BYTES)).hash).toBe(HASH);
    expect(failures).toBe(0);
  });
});
