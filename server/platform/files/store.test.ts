import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRadosGateway } from '#tools/testing/radosgw.ts';
import type { RadosGateway } from '#tools/testing/radosgw.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import { withSpool } from './spool.ts';
import { ObjectDamaged, ObjectNotFound, ObjectStoreUnavailable, RangeNotSatisfiable } from './store.ts';
import type { ObjectStore } from './store.ts';

const MIB = 1024 * 1024;
const BUCKET = 'documents';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A stream of `bytes` random bytes that are never all in memory. */
function bigStream(bytes: number): Readable {
  const block = randomBytes(64 * 1024);
  let left = bytes;
  return new Readable({
    read() {
      const size = Math.min(left, block.length);
      left -= size;
      this.push(size === 0 ? null : Buffer.from(block.subarray(0, size)));
    },
  });
}

/** Sends some bytes, then fails like a closed browser. */
function brokenStream(bytesBefore: number): Readable {
  async function* pieces() {
    yield randomBytes(bytesBefore);
    throw new Error('the line broke');
  }
  return Readable.from(pieces(), { objectMode: false });
}

async function filesUnder(dir: string): Promise<string[]> {
  if (!existsSync(dir)) return [];
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

interface Ground {
  readonly store: ObjectStore;
  /** Every object in the store, complete or not. */
  leftovers(): Promise<string[]>;
  /** Puts wrong bytes under a hash, bypassing the store. */
  damage(hash: string): Promise<void>;
  close(): Promise<void>;
}

async function diskGround(): Promise<Ground> {
  const root = await mkdtemp(join(tmpdir(), 'bureau-disk-'));
  return {
    store: createDiskStore({ root }),
    leftovers: () => filesUnder(root),
    damage: (hash) => writeFile(join(root, 'objects', hash.slice(0, 2), hash.slice(2, 4), hash), 'rot'),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

let gateway: RadosGateway | undefined;
let admin: S3Client;

async function s3Ground(): Promise<Ground> {
  gateway = await startRadosGateway();
  const { endpoint, region, accessKeyId, secretAccessKey } = gateway;
  const spoolDir = await mkdtemp(join(tmpdir(), 'bureau-spool-'));
  admin = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  await admin.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const store = createS3Store({ endpoint, region, bucket: BUCKET, accessKeyId, secretAccessKey, spoolDir });
  return {
    store,
    async leftovers() {
      const objects = await admin.send(new ListObjectsV2Command({ Bucket: BUCKET }));
      const uploads = await admin.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
      return [
        ...(objects.Contents ?? []).map((entry) => entry.Key ?? ''),
        ...(uploads.Uploads ?? []).map((entry) => `unfinished ${entry.Key}`),
        ...(await filesUnder(spoolDir)),
      ];
    },
    damage: async (hash) => {
      await admin.send(new PutObjectCommand({ Bucket: BUCKET, Key: hash, Body: 'rot' }));
    },
    async close() {
      store.close();
      admin.destroy();
      await gateway?.stop();
      await rm(spoolDir, { recursive: true, force: true });
    },
  };
}

describe.each([
  ['disk', diskGround],
  ['s3', s3Ground],
])('object store on %s', (_kind, makeGround) => {
  let ground: Ground;
  let store: ObjectStore;

  beforeAll(async () => {
    ground = await makeGround();
    store = ground.store;
  });
  afterAll(() => ground?.close(), 30_000);

  test('objects are listed by the beginning of their names', async () => {
    const { hash } = await store.put(randomBytes(100));
    expect(await store.list(hash.slice(0, 2))).toContain(hash);
    const other = hash.startsWith('00') ? '01' : '00';
    expect(await store.list(other)).not.toContain(hash);
    await expect(store.list('../')).rejects.toThrow('not the beginning of a content hash');
  });

  test('bytes are returned unchanged, named by their hash', async () => {
    const bytes = randomBytes(100_000);
    const stored = await store.put(Readable.from([bytes], { objectMode: false }));
    expect(stored).toEqual({ hash: sha256(bytes), bytes: 100_000 });
    expect(await buffer(await store.get(stored.hash))).toEqual(bytes);
    expect(await store.has(stored.hash)).toBe(true);
  });

  test('accepts plain bytes and a spooled file', async () => {
    const bytes = Buffer.from('₹ plain bytes');
    expect(await store.put(bytes)).toEqual({ hash: sha256(bytes), bytes: bytes.length });
    const dir = await mkdtemp(join(tmpdir(), 'bureau-spooled-'));
    const other = Buffer.from('spooled bytes');
    const stored = await withSpool(other, { dir, maxBytes: 100 }, (file) => store.put(file));
    expect(await buffer(await store.get(stored.hash))).toEqual(other);
    await rm(dir, { recursive: true });
  });

  test('an empty file is a normal object', async () => {
    const { hash, bytes } = await store.put(new Uint8Array(0));
    expect(bytes).toBe(0);
    expect(hash).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await buffer(await store.get(hash))).toHaveLength(0);
  });

  test('a range returns exactly its bytes; a range beyond the end throws its own error type', async () => {
    const { hash } = await store.put(Buffer.from('0123456789'));
    expect((await buffer(await store.get(hash, { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(await store.get(hash, { start: 8, end: 99 }))).toString()).toBe('89');
    await expect(store.get(hash, { start: 10, end: 12 })).rejects.toBeInstanceOf(RangeNotSatisfiable);
    await expect(store.get(hash, { start: 4, end: 2 })).rejects.toBeInstanceOf(RangeNotSatisfiable);
  });

  test('the same content twice, and twenty times at once, is one object', async () => {
    const bytes = randomBytes(200_000);
    const first = await store.put(bytes);
    const more = await Promise.all(
      Array.from({ length: 20 }, () => store.put(Readable.from([bytes], { objectMode: false }))),
    );
    expect(new Set(more.map((entry) => entry.hash))).toEqual(new Set([first.hash]));
    const holding = (await ground.leftovers()).filter((name) => name === first.hash);
    expect(holding).toHaveLength(1);
    expect(sha256(await buffer(await store.get(first.hash)))).toBe(first.hash);
  });

  test('a missing object throws a typed error, and removing it is no error', async () => {
    const hash = sha256(Buffer.from('never stored'));
    expect(await store.has(hash)).toBe(false);
    await expect(store.get(hash)).rejects.toBeInstanceOf(ObjectNotFound);
    await expect(store.get(hash, { start: 0, end: 1 })).rejects.toBeInstanceOf(ObjectNotFound);
    await expect(store.remove(hash)).resolves.toBeUndefined();
  });

  test('a removed object is gone', async () => {
    const { hash } = await store.put(Buffer.from('soon gone'));
    await store.remove(hash);
    expect(await store.has(hash)).toBe(false);
    await expect(store.get(hash)).rejects.toBeInstanceOf(ObjectNotFound);
  });

  test.each([
    '',
    '../../etc/passwd',
    'a'.repeat(63),
    `${'a'.repeat(63)}/`,
    'A'.repeat(64),
    `${'a'.repeat(64)}\n`,
  ])('accepts only a content hash: %j', async (hash) => {
    await expect(store.get(hash)).rejects.toBeInstanceOf(TypeError);
    await expect(store.has(hash)).rejects.toBeInstanceOf(TypeError);
    await expect(store.remove(hash)).rejects.toBeInstanceOf(TypeError);
  });

  test('an upload that fails or is aborted leaves nothing', async () => {
    const before = await ground.leftovers();
    await expect(store.put(brokenStream(300_000))).rejects.toThrow('the line broke');
    const aborter = new AbortController();
    const endless = bigStream(1024 * MIB);
    const putting = store.put(endless, { signal: aborter.signal });
    setTimeout(() => aborter.abort(), 50);
    await expect(putting).rejects.toThrow(/abort/i);
    expect(endless.destroyed).toBe(true);
    expect(await ground.leftovers()).toEqual(before);
  });

  test('256 MB stream through in bounded memory', async () => {
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const { hash, bytes } = await store.put(bigStream(256 * MIB));
    let read = 0;
    for await (const chunk of await store.get(hash)) read += (chunk as Buffer).length;
    clearInterval(timer);
    expect([bytes, read]).toEqual([256 * MIB, 256 * MIB]);
    expect((peak - before) / MIB).toBeLessThan(128);
    await store.remove(hash);
  });

  test('corrupted bytes are detected, and putting them again repairs the object', async () => {
    const bytes = randomBytes(5_000);
    const { hash } = await store.put(bytes);
    await ground.damage(hash);
    await expect(store.get(hash).then(buffer)).rejects.toBeInstanceOf(ObjectDamaged);
    await store.put(bytes);
    expect(await buffer(await store.get(hash))).toEqual(bytes);
  });

  test('is ready', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  if (_kind === 's3') s3Only();
});

function s3Only() {
  const refusedSpool = join(tmpdir(), `bureau-spool-${randomUUID()}`);
  afterAll(() => rm(refusedSpool, { recursive: true, force: true }));

  const connect = (changed: Partial<Parameters<typeof createS3Store>[0]>) => {
    if (!gateway) throw new Error('the S3 server is not running');
    const { endpoint, region, accessKeyId, secretAccessKey } = gateway;
    const spoolDir = refusedSpool;
    return createS3Store({
      endpoint,
      region,
      bucket: BUCKET,
      accessKeyId,
      secretAccessKey,
      spoolDir,
      ...changed,
    });
  };

  test('a wrong secret, an unknown key and a missing bucket are refused', async () => {
    for (const changed of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'NOBODY' }, { bucket: 'absent' }]) {
      const stranger = connect(changed);
      await expect(stranger.check()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
      await expect(stranger.put(Buffer.from('intruder'))).rejects.toBeInstanceOf(ObjectStoreUnavailable);
      stranger.close();
    }
    expect(await connect({}).has(sha256(Buffer.from('intruder')))).toBe(false);
  });

  test('the server refuses bytes that do not match the signed hash', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'bureau-forged-'));
    const path = join(dir, 'changed');
    await writeFile(path, 'changed on the way');
    const claimed = sha256(Buffer.from('what was meant'));
    const forged = { path, hash: claimed, bytes: 18 };
    await expect(connect({}).put(forged)).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    expect(await connect({}).has(claimed)).toBe(false);
    await rm(dir, { recursive: true });
  });

  test('a hanging server is given up in bounded time', async () => {
    const store = connect({ connectTimeoutMs: 300, idleTimeoutMs: 300 });
    await gateway?.freeze();
    try {
      await expect(store.check()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    } finally {
      gateway?.thaw();
      store.close();
    }
    await expect(connect({}).check()).resolves.toBeUndefined();
  });

  test('is not ready when the server does not listen', async () => {
    const store = connect({ endpoint: 'http://127.0.0.1:1' });
    await expect(store.check()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    store.close();
  });
}

describe('disk only', () => {
  test('files are private, and old incomplete files are removed at the start', async () => {
    const root = await mkdtemp(join(tmpdir(), 'bureau-disk-'));
    const incoming = join(root, 'incoming');
    await mkdir(incoming);
    await writeFile(join(incoming, 'old.part'), 'torn');
    await utimes(join(incoming, 'old.part'), 1_000, 1_000);
    await writeFile(join(incoming, 'fresh.part'), 'still being written');
    const store = createDiskStore({ root });
    await store.check();
    expect(await readdir(incoming)).toEqual(['fresh.part']);
    const { hash } = await store.put(Buffer.from('private'));
    const { mode } = await stat(join(root, 'objects', hash.slice(0, 2), hash.slice(2, 4), hash));
    expect(mode & 0o777).toBe(0o600);
    await rm(root, { recursive: true });
  });

  test('a root that cannot be written is not ready', async () => {
    const root = await mkdtemp(join(tmpdir(), 'bureau-disk-'));
    await writeFile(join(root, 'incoming'), 'a file where the folder should be');
    await chmod(root, 0o500);
    await expect(createDiskStore({ root }).check()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await rm(root, { recursive: true, force: true });
  });
});
