import { hash, randomBytes } from 'node:crypto';
import type { FactorDue } from '#domain/access/factors.ts';
import type { Rights } from '#domain/rights.ts';
import { systemActing, type Database } from '#server/platform/database.ts';
import type { Listener } from '#server/platform/database.ts';
import type { Caller, SessionStore, SignedInBy } from '#server/platform/dispatch/caller.ts';
import { loadCaller, touchSessions } from './access.sql.ts';

const SESSION_ID_BYTES = 32;
const SESSION_ID = /^[A-Za-z0-9_-]{43}$/;

/** The maximum age of an entry, even without a notification. */
const LIFETIME_MS = 60_000;
/** How often the last use of sessions is written to the database. A crash loses at most this much. */
const TOUCH_EVERY_MS = 15_000;
const MAX_CACHED = 20_000;

export const newSessionId = (): string => randomBytes(SESSION_ID_BYTES).toString('base64url');
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

interface Factors {
  readonly has_factor: boolean;
  readonly has_new_factor: boolean;
  readonly needs_factor: boolean;
  readonly signed_in_by: string;
}

/**
 * What a session must do first. A user who has a factor confirms it even if the right group does not require one. The
 * settings decide whether a factor that the identity provider asked for is as good. A factor that was added in the
 * session confirms nothing in it, but the session has done what the right group requires.
 */
export function factorDue(
  { has_factor, has_new_factor, needs_factor, signed_in_by }: Factors,
  hasPassed: boolean,
): FactorDue {
  if (signed_in_by === 'provider with second factor') return 'none';
  if (has_factor) return hasPassed ? 'none' : 'verify';
  return needs_factor && !has_new_factor ? 'enrol' : 'none';
}

interface Entry {
  readonly caller: Caller;
  readonly group: number;
  readonly loadedAt: number;
  readonly expiresAt: number;
  lastUsedAt: number;
}

export interface Sessions extends SessionStore {
  /** Drops the cached entries of a user at once. Other processes receive a notification of the change. */
  forget(account: number): void;
  /** Writes the times of last use; it also runs every few seconds. */
  flush(): Promise<void>;
  close(): Promise<void>;
  readonly size: number;
}

interface Options {
  readonly database: Database;
  readonly listener: Pick<Listener, 'isTrusted' | 'listen' | 'onGap'>;
  readonly idleMinutes: number;
  readonly onError: (error: unknown) => void;
}

/**
 * A cache of sessions and rights. An entry is used only while the listener is connected, so a change takes effect
 * within a second although no call queries the database. Without the listener every call does.
 */
export function openSessions({ database, listener, idleMinutes, onError }: Options): Sessions {
  const entries = new Map<string, Entry>();
  const watchers = new Map<string, Set<() => void>>();
  const touched = new Map<string, number>();
  const idleMs = idleMinutes * 60_000;
  // Every notification increments this. Data that was read before a notification is not cached after it.
  let generation = 0;

  function drop(matches: (key: string, entry: Entry) => boolean): void {
    generation += 1;
    for (const [key, entry] of entries) if (matches(key, entry)) entries.delete(key);
    for (const wake of [...watchers.values()].flatMap((set) => [...set])) wake();
  }

  listener.listen('access_changed', (notice) => {
    const [kind, id = ''] = notice.split(':');
    if (kind === 'session') drop((key) => key === id);
    else if (kind === 'account') drop((_, entry) => entry.caller.account === Number(id));
    else if (kind === 'group') drop((_, entry) => entry.group === Number(id));
    else drop(() => true);
  });
  listener.onGap(() => drop(() => true));

  async function load(key: string): Promise<Entry | null> {
    const before = generation;
    const row = await database.read.maybe(loadCaller, [Buffer.from(key, 'hex'), idleMinutes * 60]);
    if (row === undefined) return null;
    const type = row.entity_type as Caller['entity']['type'];
    const entry: Entry = {
      caller: {
        sessionHash: key,
        account: row.account,
        userId: row.user_id,
        name: row.name,
        entity: { srno: row.entity, id: row.entity_id, type, name: row.entity_name },
        employeeCode: row.employee_code,
        rights: row.rights as Rights,
        scope: type === 'A' ? 'all' : type === 'B' ? row.branches : [row.entity],
        mustChangePassword: row.must_change_password,
        factor: {
          due: factorDue(row, row.second_factor_at !== null),
          isSetUp: row.has_factor,
          isNew: row.has_new_factor,
          isRequired: row.needs_factor,
          signedInBy: row.signed_in_by as SignedInBy,
          stepUpAt: row.step_up_at?.getTime() ?? null,
          reauthenticatedAt: row.reauthenticated_at?.getTime() ?? null,
        },
      },
      group: row.right_group,
      loadedAt: Date.now(),
      expiresAt: row.expires_at.getTime(),
      lastUsedAt: Math.max(row.last_used_at.getTime(), touched.get(key) ?? 0),
    };
    // A session that must confirm a factor soon changes, perhaps through another process, so it is not cached.
    if (before === generation && entry.caller.factor.due === 'none') {
      if (entries.size >= MAX_CACHED) entries.clear();
      entries.set(key, entry);
    }
    return entry;
  }

  const isFresh = (entry: Entry, now: number) =>
    now - entry.loadedAt < LIFETIME_MS && now < entry.expiresAt && now - entry.lastUsedAt < idleMs;

  function find(key: string): Entry | Promise<Entry | null> {
    const known = entries.get(key);
    if (known !== undefined && listener.isTrusted() && isFresh(known, Date.now())) return known;
    entries.delete(key);
    return load(key);
  }

  function use(key: string, entry: Entry): Caller {
    entry.lastUsedAt = Date.now();
    touched.set(key, entry.lastUsedAt);
    return entry.caller;
  }

  async function flush(): Promise<void> {
    if (touched.size === 0) return;
    const uses = [...touched].sort();
    touched.clear();
    const values = [uses.map(([key]) => Buffer.from(key, 'hex')), uses.map(([, at]) => new Date(at))];
    await database.write(systemActing('access.touch'), (tx) => tx.rows(touchSessions, values));
  }

  const timer = setInterval(() => void flush().catch(onError), TOUCH_EVERY_MS);
  timer.unref();

  return {
    authenticate(sessionId, isUse) {
      if (!SESSION_ID.test(sessionId)) return null;
      const key = hash('sha256', sessionId, 'hex');
      const found = find(key);
      const take = (entry: Entry) => (isUse ? use(key, entry) : entry.caller);
      return found instanceof Promise ? found.then((entry) => entry && take(entry)) : take(found);
    },
    follow({ sessionHash: key }, changed) {
      const mine = watchers.get(key) ?? new Set();
      watchers.set(key, mine.add(changed));
      return {
        now: async () => (await find(key))?.caller ?? null,
        stop() {
          mine.delete(changed);
          if (mine.size === 0) watchers.delete(key);
        },
      };
    },
    async reload({ sessionHash: key }) {
      entries.delete(key);
      return (await load(key))?.caller ?? null;
    },
    forget: (account) => drop((_, entry) => entry.caller.account === account),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
    get size() {
      return entries.size;
    },
  };
}
