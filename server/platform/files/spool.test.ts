import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSpool } from './spool.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bureau-spool-'));
  await writeFile(join(dir, 'source'), 'a few bytes');
});
afterEach(() => rm(dir, { recursive: true }));

const spool = (signal: AbortSignal) =>
  withSpool(
    createReadStream(join(dir, 'source')),
    { dir: join(dir, 'spool'), maxBytes: 100, signal },
    async ({ bytes }) => bytes,
  );

it('writes the whole source', async () => {
  expect(await spool(new AbortController().signal)).toBe(11);
});

/** An unhandled error event ends a Node process, so each of these would end the server. */
it.each([
  ['before it begins', () => AbortSignal.abort()],
  [
    'while the temporary file is being opened',
    () => {
      const leaving = new AbortController();
      setImmediate(() => leaving.abort());
      return leaving.signal;
    },
  ],
  ['a moment later', () => AbortSignal.timeout(1)],
])('only rejects when the client disconnects %s', async (_, makeSignal) => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => spool(makeSignal())));
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toHaveProperty('name', 'AbortError');
    else expect(outcome.value).toBe(11);
  expect(await readdir(join(dir, 'spool'))).toEqual([]);
});
