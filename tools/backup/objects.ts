import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { ConfigError, readConfig, type Config } from '#server/platform/config.ts';
import { copyConfig } from '#server/platform/copy-config.ts';
import { openStore } from '#server/platform/files/open.ts';
import { HASH_PREFIXES, ObjectDamaged, type ObjectStore } from '#server/platform/files/store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const AT_ONCE = 8;

/** The settings of the copy, which must exist. */
export function copySettings(environment: Environment): Config {
  const copy = copyConfig(readConfig(environment));
  if (copy === null)
    throw new ConfigError(
      'The copy of the documents needs a place of its own: BACKUP_OBJECT_STORE_DIR, or BACKUP_OBJECT_STORE=s3 and BACKUP_S3_BUCKET.',
    );
  return copy;
}

/** The folder whose owner is the user of the server; null if the server keeps nothing in folders. */
const folderOfServer = ({ OBJECT_STORE, OBJECT_STORE_DIR, TRAIL_HEAD_STORE }: Config): string | null => {
  if (OBJECT_STORE === 'disk') return OBJECT_STORE_DIR;
  return TRAIL_HEAD_STORE === '' || TRAIL_HEAD_STORE.startsWith('s3:') ? null : TRAIL_HEAD_STORE;
};

/** The user of the server, if this process is root and can become that user. */
async function ownerOf(config: Config): Promise<{ readonly uid: number; readonly gid: number } | null> {
  const folder = folderOfServer(config);
  if (folder === null || process.getuid?.() !== 0) return null;
  const { uid, gid } = await stat(folder).catch(() => {
    throw new ConfigError(`${folder} does not exist; make it and give it to the user of the server.`);
  });
  return { uid, gid };
}

/**
 * What root writes into a folder of the server, the server could not read. So root becomes the user of the server, for
 * the rest of the process.
 */
export async function becomeStoreOwner(config: Config): Promise<void> {
  const owner = await ownerOf(config);
  if (owner === null) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Does something as the user of the server and returns to root, who alone can run pgBackRest as the owner of the cluster. */
export async function asStoreOwner<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const owner = await ownerOf(config);
  if (owner === null) return work();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([owner.gid]);
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}

/** The store of the documents and its copy. */
export const openBoth = async (
  environment: Environment,
): Promise<{ readonly store: ObjectStore; readonly copy: ObjectStore }> => ({
  store: await openStore(readConfig(environment)),
  copy: await openStore(copySettings(environment)),
});

/**
 * Copies the objects that are missing there. An object is named by its bytes and never changes, so a copy that deletes
 * nothing has every version. Each object is checked against its name while it is read. The first fault is thrown after
 * all others have been copied.
 */
export async function copyMissing(
  from: ObjectStore,
  to: ObjectStore,
): Promise<{ copied: number; present: number }> {
  let [copied, present] = [0, 0];
  const faults: unknown[] = [];
  for (const prefix of HASH_PREFIXES) {
    const there = new Set(await to.list(prefix));
    const missing = (await from.list(prefix)).filter((hash) => !there.has(hash));
    present += there.size;
    const queue = missing.values();
    const copyOn = async () => {
      for (const hash of queue)
        try {
          await to.put(await from.get(hash));
          copied += 1;
        } catch (error) {
          faults.push(error);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, copyOn));
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} objects could not be copied: ${String(faults[0])}`);
  return { copied, present };
}

/** Reads every object and replaces those whose bytes no longer match their name; returns their number. */
export async function replaceDamaged(from: ObjectStore, to: ObjectStore): Promise<number> {
  let replaced = 0;
  for (const prefix of HASH_PREFIXES) {
    const queue = (await to.list(prefix)).values();
    const readOn = async () => {
      for (const hash of queue)
        try {
          await finished((await to.get(hash)).resume());
        } catch (error) {
          if (!(error instanceof ObjectDamaged)) throw error;
          await to.put(await from.get(hash));
          replaced += 1;
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  }
  return replaced;
}
