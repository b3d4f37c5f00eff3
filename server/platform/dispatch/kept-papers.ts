import { hash as hashOf } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Transaction } from '../database.ts';
import { ObjectNotFound, type ObjectStore, type StoredObject } from '../files/store.ts';
import type { Log } from '../log.ts';
import type { AfterwardsTools } from './handler.ts';
import { IncomingObject } from './incoming.sql.ts';

/** A paper that never changes. */
export interface KeptPaper {
  /** Tells the papers of a process apart. */
  readonly key: string;
  /** The hash of its file; null if it was not made yet. */
  readonly hash: string | null;
  readonly make: () => Promise<Buffer>;
  /** Inserts the row that names the file; undefined if there is one already. */
  readonly name: (tx: Transaction, file: StoredObject) => Promise<unknown>;
}

/**
 * Papers that are made once: the first one who asks makes the file, the store keeps it, and a row names it. Those who ask
 * meanwhile get the same file.
 */
export class KeptPapers {
  readonly #store: ObjectStore;
  readonly #making = new Map<string, Promise<Buffer>>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  async open(paper: KeptPaper, tools: AfterwardsTools, log: Log): Promise<Readable> {
    if (paper.hash !== null)
      try {
        return await this.#store.get(paper.hash);
      } catch (error) {
        if (!(error instanceof ObjectNotFound)) throw error;
        log.error({ err: error }, 'a paper without its file is made again');
      }
    const running = this.#making.get(paper.key) ?? this.#start(paper, tools, log);
    return Readable.from([await running], { objectMode: false });
  }

  #start(paper: KeptPaper, tools: AfterwardsTools, log: Log): Promise<Buffer> {
    const making = this.#makeAndKeep(paper, tools, log).finally(() => this.#making.delete(paper.key));
    this.#making.set(paper.key, making);
    return making;
  }

  /** If the paper cannot be kept, it is still sent, and made again next time. */
  async #makeAndKeep(paper: KeptPaper, tools: AfterwardsTools, log: Log): Promise<Buffer> {
    const bytes = await paper.make();
    await this.#keep(paper, bytes, tools, log).catch((error: unknown) =>
      log.warn({ err: error }, 'a paper could not be kept'),
    );
    return bytes;
  }

  async #keep(
    { name }: KeptPaper,
    bytes: Buffer,
    { database, acting }: AfterwardsTools,
    log: Log,
  ): Promise<void> {
    const file = { hash: hashOf('sha256', bytes, 'hex'), bytes: bytes.length };
    const incoming = new IncomingObject(database, acting);
    try {
      await incoming.note(file.hash);
      await this.#store.put(bytes);
      await database.write(acting, async (tx) => {
        if ((await name(tx, file)) !== undefined) await incoming.settle(tx);
      });
    } catch (error) {
      await incoming.abandon(this.#store, log);
      throw error;
    }
    // Another process was first.
    if (!incoming.isSettled) await incoming.abandon(this.#store, log);
  }
}
