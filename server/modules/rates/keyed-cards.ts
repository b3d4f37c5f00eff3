import { hash as digest } from 'node:crypto';
import { dateInIndia } from '#domain/dates.ts';
import { Notifier } from '#server/platform/notifier.ts';
import type { Database, Listener } from '#server/platform/database.ts';
import { findByKey } from './card.sql.ts';

/** Keys are 24 random bytes in base64url. */
const KEY = /^[\w-]{32}$/;
/** More entities than the largest business has. Beyond this, every request reads the database. */
const MAX_KEPT = 10_000;
const NOTHING = '[]';

interface CachedCard {
  readonly kind: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: string;
  /** The day in India for which the card is valid. */
  readonly day: string;
}

export interface KeyQuery {
  readonly type: string;
  readonly id: string;
  readonly key: string;
}

export interface KeyedCards {
  /** The card that a key of this kind shows, as JSON; empty for every invalid key. */
  show(kind: 'card' | 'display', asked: KeyQuery): string | Promise<string>;
  /** Whether a key belongs to a display and is valid now. */
  isDisplay(key: string): Promise<boolean>;
  /** Yields whenever rates or keys may have changed, until the signal aborts. */
  changes(signal: AbortSignal): AsyncGenerator<void>;
}

export const hashOfKey = (key: string): Buffer => digest('sha256', key, 'buffer');

/**
 * A cache of cards by their keys. It is used only while the listener is connected, so that a publication or a revoked
 * key takes effect within a second. Invalid keys are not cached, because guesses would fill the memory.
 */
export function openKeyedCards({
  database,
  listener,
}: {
  readonly database: Database;
  readonly listener: Pick<Listener, 'isTrusted' | 'listen' | 'onGap'>;
}): KeyedCards {
  const kept = new Map<string, CachedCard>();
  const waiting = new Set<() => void>();
  let generation = 0;
  const forget = () => {
    generation += 1;
    kept.clear();
    for (const wake of waiting) wake();
  };
  listener.listen('rates_changed', forget);
  listener.onGap(forget);

  async function load(
    key: string,
    hash: Buffer,
    day: ReturnType<typeof dateInIndia>,
  ): Promise<CachedCard | null> {
    const before = generation;
    const row = await findByKey(database.read, hash, day);
    if (row === undefined) return null;
    const found: CachedCard = {
      kind: row.kind,
      entityType: row.entity_type,
      entityId: row.entity_id,
      body: row.body ?? NOTHING,
      day,
    };
    if (before === generation && kept.size < MAX_KEPT) kept.set(key, found);
    return found;
  }

  function find(key: string): CachedCard | Promise<CachedCard | null> {
    const day = dateInIndia(Date.now());
    // The cache uses the hash of the key, so that neither memory nor lookup time reveals how close a guess was.
    const hash = hashOfKey(key);
    const name = hash.toString('base64');
    const known = kept.get(name);
    if (known !== undefined && known.day === day && listener.isTrusted()) return known;
    kept.delete(name);
    return load(name, hash, day);
  }

  const shown = (found: CachedCard | null, kind: string, { type, id }: KeyQuery) =>
    found !== null && found.kind === kind && found.entityType === type && found.entityId === id
      ? found.body
      : NOTHING;

  return {
    show(kind, asked) {
      if (!KEY.test(asked.key)) return NOTHING;
      const found = find(asked.key);
      return found instanceof Promise
        ? found.then((card) => shown(card, kind, asked))
        : shown(found, kind, asked);
    },
    async isDisplay(key) {
      return KEY.test(key) && (await find(key))?.kind === 'display';
    },
    async *changes(signal) {
      const notifier = new Notifier(signal);
      waiting.add(notifier.notify);
      try {
        while (!signal.aborted) {
          await notifier.wait();
          if (!signal.aborted) yield;
        }
      } finally {
        waiting.delete(notifier.notify);
      }
    },
  };
}
