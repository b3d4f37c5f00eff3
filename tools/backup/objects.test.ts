import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { copyMissing, copySettings, replaceDamaged } from './objects.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-copy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LEAST = {
  DATABASE_WRITE_URL: 'postgres://w@db/bureau',
  DATABASE_READ_URL: 'postgres://r@db/bureau',
  DATABASE_JOBS_URL: 'postgres://j@db/bureau',
  OBJECT_STORE_DIR: '/var/lib/bureau/objects',
};

it('copies what is missing, keeps what is gone, and brings it back', async () => {
  const store = createDiskStore({ root: join(folder, 'store') });
  const copy = createDiskStore({ root: join(folder, 'copy') });
  const stored = await Promise.all([1, 2, 3].map(() => store.put(randomBytes(50))));
  expect(await copyMissing(store, copy)).toEqual({ copied: 3, present: 0 });
  const gone = stored[0]?.hash ?? '';
  await store.remove(gone);
  expect(await copyMissing(store, copy)).toEqual({ copied: 0, present: 3 });
  expect(await copyMissing(copy, store)).toEqual({ copied: 1, present: 2 });
  expect(await store.has(gone)).toBe(true);
});

it('copies the others when one object is damaged, and then fails', async () => {
  const store = createDiskStore({ root: join(folder, 'damaged') });
  const copy = createDiskStore({ root: join(folder, 'damaged-copy') });
  const [bad, good] = await Promise.all([store.put(randomBytes(50)), store.put(randomBytes(50))]);
  const path = join(folder, 'damaged/objects', bad.hash.slice(0, 2), bad.hash.slice(2, 4), bad.hash);
  await writeFile(path, 'rot');
  await expect(copyMissing(store, copy)).rejects.toThrow('1 objects could not be copied');
  expect([await copy.has(good.hash), await copy.has(bad.hash)]).toEqual([true, false]);
});

it('replaces a damaged object from its copy', async () => {
  const store = createDiskStore({ root: join(folder, 'rotten') });
  const copy = createDiskStore({ root: join(folder, 'rotten-copy') });
  const [bad] = await Promise.all([store.put(randomBytes(50)), store.put(randomBytes(50))]);
  await copyMissing(store, copy);
  await writeFile(
    join(folder, 'rotten/objects', bad.hash.slice(0, 2), bad.hash.slice(2, 4), bad.hash),
    'rot',
  );
  expect(await copyMissing(copy, store)).toEqual({ copied: 0, present: 2 });
  expect(await replaceDamaged(copy, store)).toBe(1);
  expect(await replaceDamaged(copy, store)).toBe(0);
});

it('refuses a copy in the place of the store', () => {
  expect(() => copySettings(LEAST)).toThrow('needs a place of its own');
  const { OBJECT_STORE_DIR } = copySettings({ ...LEAST, BACKUP_OBJECT_STORE_DIR: '/var/backups/bureau' });
  expect(OBJECT_STORE_DIR).toBe('/var/backups/bureau');
});
