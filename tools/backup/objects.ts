import { stat } from 'node:fs/promises';
import { ConfigError, readConfig, type Config } from '#server/platform/config.ts';
import { openStore } from '#server/platform/files/open.ts';
import { HASH_PREFIXES, type ObjectStore } from '#server/platform/files/store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'BACKUP_';
const AT_ONCE = 8;

/** The settings of the copy: those of the store, where BACKUP_… does not say otherwise. */
export function copySettings(environment: Environment): Config {
  const own = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value] as const] : [],
  );
  const config = readConfig(environment);
  const copy = readConfig({ ...environment, ...Object.fromEntries(own) });
  const placeOf = (of: Config) =>
    of.OBJECT_STORE === 'disk' ? of.OBJECT_STORE_DIR : `${of.S3_ENDPOINT} ${of.S3_BUCKET}`;
  if (placeOf(copy) === placeOf(config))
    throw new ConfigError(
      'The copy of the documents needs a place of its own: BACKUP_OBJECT_STORE_DIR, or BACKUP_OBJECT_STORE=s3 and BACKUP_S3_BUCKET.',
    );
  return copy;
}

/**
 * What root writes into a folder of the server, the server could not read. So root becomes the owner of the store, for
 * the rest of the process.
 */
export async function becomeStoreOwner({ OBJECT_STORE, OBJECT_STORE_DIR }: Config): Promise<void> {
  if (OBJECT_STORE !== 'disk' || process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(OBJECT_STORE_DIR).catch(() => {
    throw new ConfigError(
      `${OBJECT_STORE_DIR} does not exist; make it and give it to the user of the server.`,
    );
  });
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
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
