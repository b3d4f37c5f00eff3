import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { MAX_OBJECT_BYTES } from '../limits.ts';
import { SpoolFailed, sweepSpool, withSpool } from './spool.ts';
import type { SpooledFile } from './spool.ts';
import {
  assertContentHash,
  assertHashPrefix,
  assertRange,
  isContentHash,
  ObjectNotFound,
  ObjectStoreUnavailable,
  RangeNotSatisfiable,
  verified,
} from './store.ts';
import type { ObjectStore } from './store.ts';

export interface DiskStoreOptions {
  /** The folder, which only the store uses. */
  readonly root: string;
}

/** The object store on a single machine: one file per object, under two levels of folders named from its hash. */
export function createDiskStore({ root }: DiskStoreOptions): ObjectStore {
  const objects = join(root, 'objects');
  const incoming = join(root, 'incoming');
  const swept = sweepSpool(incoming).catch(() => 0);

  const pathOf = (hash: string): string => {
    assertContentHash(hash);
    return join(objects, hash.slice(0, 2), hash.slice(2, 4), hash);
  };

  /** Renaming within one file system is atomic, and replacing an object by the same bytes changes nothing. */
  const publish = async (file: SpooledFile): Promise<void> => {
    const target = pathOf(file.hash);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(file.path, target);
    // A name is durable only when every folder in its path is, including those that another upload has just created.
    for (const dir of [folder, dirname(folder), objects, root]) await syncFolder(dir);
  };

  return {
    async put(source, { signal } = {}) {
      const stream = 'path' in source && 'hash' in source ? createReadStream(source.path) : source;
      const options = { dir: incoming, maxBytes: MAX_OBJECT_BYTES, signal, durable: true };
      return withSpool(stream, options, async (file) => {
        await publish(file).catch((error: unknown) => {
          throw new ObjectStoreUnavailable(error);
        });
        return { hash: file.hash, bytes: file.bytes };
      }).catch((error: unknown) => {
        throw error instanceof SpoolFailed ? new ObjectStoreUnavailable(error.cause) : error;
      });
    },

    async get(hash, range) {
      const path = pathOf(hash);
      const file = await open(path, 'r').catch((error: unknown) => {
        throw isMissing(error) ? new ObjectNotFound(hash) : new ObjectStoreUnavailable(error);
      });
      if (!range) return verified(file.createReadStream(), hash);
      try {
        assertRange(range);
        if (range.start >= (await file.stat()).size) throw new RangeNotSatisfiable('past the end');
      } catch (error) {
        await file.close();
        throw error;
      }
      return file.createReadStream({ start: range.start, end: range.end });
    },

    async has(hash) {
      return stat(pathOf(hash)).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false;
          throw new ObjectStoreUnavailable(error);
        },
      );
    },

    async remove(hash) {
      await rm(pathOf(hash), { force: true }).catch((error: unknown) => {
        throw new ObjectStoreUnavailable(error);
      });
    },

    async list(prefix) {
      assertHashPrefix(prefix);
      const entries = await readdir(join(objects, prefix), { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw new ObjectStoreUnavailable(error);
        },
      );
      return entries.filter((entry) => entry.isFile() && isContentHash(entry.name)).map(({ name }) => name);
    },

    async check() {
      await swept;
      const probe = Readable.from([Buffer.from('probe')], { objectMode: false });
      await withSpool(probe, { dir: incoming, maxBytes: 16, durable: true }, async () => undefined).catch(
        (error: unknown) => {
          throw new ObjectStoreUnavailable(error);
        },
      );
    },
  };
}

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
