import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSpoolSweeps, withSpool } from './spool.ts';

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

it('is swept again and again, of old files only', async () => {
  const folder = join(dir, 'spool');
  const put = async (name: string, minutesOld: number) => {
    const path = join(folder, name);
    await writeFile(path, 'bytes');
    const at = Date.now() / 1_000 - minutesOld * 60;
    await utimes(path, at, at);
  };
  await mkdir(folder);
  await put('before.part', 61);
  const sweeps = startSpoolSweeps(
    folder,
    (error) => {
      throw error;
    },
    20,
  );
  await expect.poll(() => readdir(folder)).toEqual([]);
  await put('underway.part', 59);
  await put('stranger', 1_000);
  await put('later.part', 61);
  await expect.poll(() => readdir(folder)).toEqual(['stranger', 'underway.part']);
  // An upload that goes on for long writes to its file.
  const rest = Promise.withResolvers<undefined>();
  const slow = Readable.from(
    (async function* () {
      yield Buffer.from('a few ');
      await rest.promise;
      yield Buffer.from('bytes');
    })(),
    { objectMode: false },
  );
  const spooling = withSpool(slow, { dir: folder, maxBytes: 100 }, async ({ bytes }) => bytes);
  await sleep(100);
  rest.resolve(undefined);
  expect(await spooling).toBe(11);
  sweeps.stop();
});
