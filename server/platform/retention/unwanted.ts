import { randomUUID } from 'node:crypto';
import { systemActing, type Database } from '../database.ts';
import { lockObject } from '../dispatch/incoming.sql.ts';
import type { ObjectStore } from '../files/store.ts';
import { forgetUnwanted, letGo, someUnwanted } from './unwanted.sql.ts';

const ACTING = systemActing('job.platform.unwanted');

/**
 * Removes the bytes that deleted rows have named from the store, unless another row or an upload on its way names the same
 * bytes. While bytes are leaving, an upload of the same bytes waits and stores them again (`IncomingObject`). No transaction
 * waits for the store. A job that died in the middle leaves the bytes in the list, and the next one removes them.
 */
export async function removeUnwanted(database: Database, store: Pick<ObjectStore, 'remove'>): Promise<void> {
  for (let after = ''; ;) {
    const hashes = await database.write(ACTING, (tx) => someUnwanted(tx, after));
    if (hashes.length === 0) return;
    for (const hash of hashes) {
      const sweep = randomUUID();
      const isLeaving = await database.write(ACTING, async (tx) => {
        await lockObject(tx, hash, 'alone');
        return letGo(tx, hash, sweep);
      });
      if (isLeaving) await store.remove(hash);
      await database.write(ACTING, (tx) => forgetUnwanted(tx, hash, sweep));
      after = hash;
    }
  }
}
