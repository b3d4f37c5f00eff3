import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acting, Database, Transaction } from '../database.ts';
import { statement } from '../db/statement.ts';
import type { ObjectStore } from '../files/store.ts';
import { BUSY_TEXT } from '../gate.ts';
import type { Log } from '../log.ts';
import { Refusal } from './problems.ts';

/** The lock is a statement of its own, so that the next one sees what others have committed while it waited. */
const lockStatement = (mode: 'shared' | 'alone') =>
  statement(
    `platform.incoming.lock.${mode}`,
    { locked: 'text' },
    `select pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}(hashtextextended('object ' || $1::text, 0))::text as locked`,
  );
const locks = { shared: lockStatement('shared'), alone: lockStatement('alone') };
/** Whoever brings an object holds its lock shared; whoever decides that it goes holds it alone. */
export const lockObject = (tx: Transaction, hash: string, mode: keyof typeof locks) =>
  tx.one(locks[mode], [hash]);

/** A removal that took longer has failed, and no store applies it any more. */
const MOST_LEAVING = `interval '10 minutes'`;
const note = statement(
  'platform.incoming.note',
  { hash: 'text' },
  `insert into platform.incoming_object (hash, upload) select $1::text, $2::uuid where not exists (
     select from platform.incoming_object where hash = $1 and is_leaving and at > now() - ${MOST_LEAVING})
   returning hash`,
);
const settle = statement(
  'platform.incoming.settle',
  {},
  'delete from platform.incoming_object where hash = $1 and upload = $2::uuid',
);
const abandon = statement(
  'platform.incoming.abandon',
  { hash: 'text' },
  `update platform.incoming_object set is_leaving = true, at = now() where hash = $1 and upload = $2::uuid
     and not exists (select from platform.incoming_object where hash = $1 and upload <> $2::uuid and not is_leaving)
     and not platform.object_is_named($1)
   returning hash`,
);

const doubt = statement(
  'platform.incoming.doubt',
  {},
  `with left_over as (
     delete from platform.incoming_object where hash = $1 and upload = $2::uuid
   )
   insert into platform.unwanted_object (hash) values ($1) on conflict do nothing`,
);

/** How long an upload waits while the same bytes leave the store. */
const TRIES = 30;
const PAUSE_MS = 100;

/**
 * The bytes of one upload, from before the store gets them until a record names them. If none does, they are removed from
 * the store, unless a record or another upload has the same bytes. An upload that begins with bytes that are leaving
 * waits until they are gone and stores them again. No transaction waits for the store.
 */
export class IncomingObject {
  readonly #database: Database;
  readonly #acting: Acting;
  readonly #upload = randomUUID();
  #hash: string | null = null;
  #isSettled = false;

  constructor(database: Database, acting: Acting) {
    this.#database = database;
    this.#acting = acting;
  }

  /** Called before the store gets the bytes. */
  async note(hash: string): Promise<void> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const noted = await this.#locked('shared', hash, (tx) => tx.maybe(note, [hash, this.#upload]));
      if (noted !== undefined) {
        this.#hash = hash;
        return;
      }
      await sleep(PAUSE_MS);
    }
    throw new Refusal(BUSY_TEXT);
  }

  /** Called in the transaction that names the bytes. */
  async settle(tx: Transaction): Promise<void> {
    if (this.#hash !== null) await tx.rows(settle, [this.#hash, this.#upload]);
    this.#isSettled = true;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Called if no record names the bytes. A failure leaves bytes without a record, which harm nobody. */
  async abandon(store: Pick<ObjectStore, 'remove'>, log: Log): Promise<void> {
    const hash = this.#hash;
    if (hash === null) return;
    try {
      const leaving = await this.#locked('alone', hash, (tx) => tx.maybe(abandon, [hash, this.#upload]));
      if (leaving !== undefined) await store.remove(hash);
      await this.#database.write(this.#acting, (tx) => tx.rows(settle, [hash, this.#upload]));
    } catch (error) {
      log.warn({ err: error }, 'the bytes of a refused upload could not be removed');
    }
  }

  /**
   * Called if the store did not say that it has the bytes. It may have them all the same, so the nightly job removes
   * them. The store is not asked once more, because the user would wait for it.
   */
  async doubt(log: Log): Promise<void> {
    const hash = this.#hash;
    if (hash === null) return;
    await this.#database
      .write(this.#acting, (tx) => tx.rows(doubt, [hash, this.#upload]))
      .catch((error: unknown) => log.warn({ err: error }, 'bytes in doubt could not be noted'));
  }

  #locked<T>(mode: keyof typeof locks, hash: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#database.write(this.#acting, async (tx) => {
      await lockObject(tx, hash, mode);
      return work(tx);
    });
  }
}
