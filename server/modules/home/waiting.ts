import { MOST_COUNTED, type WaitingReply } from '#domain/home/waiting.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { Executor, Listener } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { WAITING_CHANNEL, type Counted, type Share, type WaitingSource } from '#server/platform/waiting.ts';

/** One count answers all notifications that arrive within this time. */
const REST_MS = 300;
const REST_AFTER_FAILURE_MS = 2_000;
/** Covers changes without a notification: a process that died after its commit, or a change made by hand. */
const ALL_AGAIN_EVERY_MS = 60_000;

/** A share of one source that at least one caller follows. */
interface Part {
  readonly source: WaitingSource;
  readonly share: Share;
  readonly followers: Set<() => void>;
  /** Null until it has been counted. */
  counted: Counted | null;
}

export interface Following {
  /** The counts known to this process; null until every part has been counted. */
  now(): WaitingReply | null;
  stop(): void;
}

export interface WaitingDesk {
  /** Calls `changed` whenever the counts of this caller change. */
  follow(caller: Caller, changed: () => void): Following;
  close(): void;
}

interface Options {
  readonly read: Executor;
  readonly listener: Pick<Listener, 'listen' | 'onGap'>;
  readonly sources: readonly WaitingSource[];
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the waiting counts of every caller with an open stream in this process. Each share is counted once for all
 * callers that have it, and the sums are computed in memory. A notification therefore costs one statement per source,
 * however many callers follow it.
 */
export function openWaiting({ read, listener, sources, onError }: Options): WaitingDesk {
  const parts = new Map<string, Part>();
  const stale = new Set<Part>();
  let isBusy = false;
  let resting: NodeJS.Timeout | undefined;

  function recountWhere(matches: (part: Part) => boolean): void {
    for (const part of parts.values()) if (matches(part)) stale.add(part);
    if (!isBusy && stale.size > 0) void recount();
  }

  listener.listen(WAITING_CHANNEL, (notice) => {
    const [module = '', at = ''] = notice.split(':');
    recountWhere(
      ({ source, share }) =>
        (source.module === module || source.otherModule === module) &&
        (share.at === null || String(share.at) === at),
    );
  });
  listener.onGap(() => recountWhere(() => true));

  const allAgain = setInterval(() => recountWhere(() => true), ALL_AGAIN_EVERY_MS);
  allAgain.unref();

  /** A notification that arrives during a count starts another count after the rest. */
  async function recount(): Promise<void> {
    isBusy = true;
    const taken = [...stale];
    stale.clear();
    const bySource = Map.groupBy(taken, ({ source }) => source);
    const counted = await Promise.all([...bySource].map(([source, some]) => countAgain(source, some)));
    const isWhole = counted.every((succeeded) => succeeded);
    resting = setTimeout(
      () => {
        isBusy = false;
        recountWhere(() => false);
      },
      isWhole ? REST_MS : REST_AFTER_FAILURE_MS,
    );
    resting.unref();
  }

  async function countAgain(source: WaitingSource, some: readonly Part[]): Promise<boolean> {
    try {
      const counted = await source.count(
        read,
        some.map(({ share }) => share),
      );
      for (const [index, part] of some.entries()) {
        const next = counted[index] ?? { waiting: 0 };
        if (part.counted?.waiting === next.waiting && part.counted.mark === next.mark) continue;
        part.counted = next;
        for (const changed of part.followers) changed();
      }
      return true;
    } catch (error) {
      onError(error);
      for (const part of some) stale.add(part);
      return false;
    }
  }

  /** The caller's parts of a source. A part that nobody followed before is created uncounted. */
  function partsOf(source: WaitingSource, caller: Caller): readonly (readonly [string, Part])[] {
    return source.sharesOf(caller).map((share) => {
      const key = `${source.kind} ${share.at} ${share.by}`;
      const part = parts.get(key) ?? { source, share, followers: new Set(), counted: null };
      parts.set(key, part);
      return [key, part];
    });
  }

  return {
    follow(caller, changed) {
      const mine = sources
        .filter(({ needs }) => !caller.mustChangePassword && needs.every((need) => meetsNeed(caller, need)))
        .map((source) => ({ kind: source.kind, parts: partsOf(source, caller) }))
        // A source without shares for this caller can never have anything to count.
        .filter(({ parts: some }) => some.length > 0);
      const all = mine.flatMap(({ parts: some }) => some);
      for (const [, part] of all) part.followers.add(changed);
      const uncounted = new Set(all.map(([, part]) => part).filter(({ counted }) => counted === null));
      recountWhere((part) => uncounted.has(part));
      return {
        now() {
          if (all.some(([, { counted }]) => counted === null)) return null;
          const known = mine.map(({ kind, parts: some }) => [kind, addedUp(some)] as const);
          return {
            counts: Object.fromEntries(known.map(([kind, { waiting }]) => [kind, waiting])),
            marks: Object.fromEntries(
              known.flatMap(([kind, { mark }]) => (mark === undefined ? [] : [[kind, mark]])),
            ),
          };
        },
        stop() {
          for (const [key, part] of all) {
            part.followers.delete(changed);
            if (part.followers.size === 0 && parts.get(key) === part) parts.delete(key);
          }
        },
      };
    },
    close() {
      clearInterval(allAgain);
      clearTimeout(resting);
    },
  };
}

/** Adds up the parts of one kind. */
function addedUp(some: readonly (readonly [string, Part])[]): Counted {
  const counted = some.flatMap(([, part]) => part.counted ?? []);
  const waiting = counted.reduce((sum, part) => sum + part.waiting, 0);
  const marks = counted.flatMap(({ mark }) => mark ?? []);
  return {
    waiting: Math.min(MOST_COUNTED, waiting),
    ...(marks.length === 0 ? {} : { mark: marks.reduce((all, mark) => all ^ mark) }),
  };
}
