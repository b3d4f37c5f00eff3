import { hash as digest } from 'node:crypto';
import { dateInIndia } from '#domain/dates.ts';
import { Bell } from '#server/platform/bell.ts';
import type { Database, Line } from '#server/platform/database.ts';
import { findByKey } from './card.sql.ts';

/** Keys are 24 random bytes in base64url. */
const KEY = /^[\w-]{32}$/;
/** More entities than the largest business has; what is beyond is asked for each time. */
const MAX_KEPT = 10_000;
const NOTHING = '[]';

interface Kept {
  readonly kind: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly body: string;
  /** The day in India for which it holds: a card of the day ends with the day. */
  readonly day: string;
}

export interface KeyAsked {
  readonly eType: string;
  readonly eId: string;
  readonly key: string;
}

export interface KeyedCards {
  /** The card that a key of this kind shows, as JSON; empty for any other key, whatever is wrong with it. */
  show(kind: 'card' | 'display', asked: KeyAsked): string | Promise<string>;
  /** Whether a display's key works now. */
  isDisplay(key: string): Promise<boolean>;
  /** Returns whenever rates or keys may have changed, until the signal is given. */
  changes(signal: AbortSignal): AsyncGenerator<void>;
}

export const hashOfKey = (key: string): Buffer => digest('sha256', key, 'buffer');

/**
 * Cards by their keys, in memory. They are trusted only while the notification line is whole, so that a publication or a
 * revoked key is seen within a second; keys that show nothing are not remembered, because guesses would fill the memory.
 */
export function openKeyedCards({
  database,
  line,
}: {
  readonly database: Database;
  readonly line: Pick<Line, 'isTrusted' | 'listen' | 'onGap'>;
}): KeyedCards {
  const kept = new Map<string, Kept>();
  const waiting = new Set<() => void>();
  let generation = 0;
  const forget = () => {
    generation += 1;
    kept.clear();
    for (const wake of waiting) wake();
  };
  line.listen('rates_changed', forget);
  line.onGap(forget);

  async function load(key: string, hash: Buffer, day: ReturnType<typeof dateInIndia>): Promise<Kept | null> {
    const before = generation;
    const row = await findByKey(database.read, hash, day);
    if (row === undefined) return null;
    const found: Kept = {
      kind: row.kind,
      entityType: row.entity_type,
      entityId: row.entity_id,
      body: row.body ?? NOTHING,
      day,
    };
    if (before === generation && kept.size < MAX_KEPT) kept.set(key, found);
    return found;
  }

  function find(key: string): Kept | Promise<Kept | null> {
    const day = dateInIndia(Date.now());
    // By its hash, so that neither memory nor the time of the lookup tells how near a guess was.
    const hash = hashOfKey(key);
    const name = hash.toString('base64');
    const known = kept.get(name);
    if (known !== undefined && known.day === day && line.isTrusted()) return known;
    kept.delete(name);
    return load(name, hash, day);
  }

  const shown = (found: Kept | null, kind: string, { eType, eId }: KeyAsked) =>
    found !== null && found.kind === kind && found.entityType === eType && found.entityId === eId
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
      const bell = new Bell(signal);
      waiting.add(bell.ring);
      try {
        while (!signal.aborted) {
          await bell.wait();
          if (!signal.aborted) yield;
        }
      } finally {
        waiting.delete(bell.ring);
      }
    },
  };
}
