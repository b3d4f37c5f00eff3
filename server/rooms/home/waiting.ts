import { MOST_COUNTED, type WaitingTold } from '#domain/home/waiting.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { Executor, Line } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/dispatch/caller.ts';
import { WAITING_CHANNEL, type Counted, type Share, type WaitingSource } from '#server/platform/waiting.ts';

/** Notices within this time are answered by one count. */
const REST_MS = 300;
const REST_AFTER_FAILURE_MS = 2_000;
/** For what nobody was told of: a process that died between its commit and its notice, a change made by hand. */
const ALL_AGAIN_EVERY_MS = 60_000;

/** A share of one source that somebody follows. */
interface Part {
  readonly source: WaitingSource;
  readonly share: Share;
  readonly followers: Set<() => void>;
  /** Null before it has been counted. */
  counted: Counted | null;
}

export interface Following {
  /** What waits now, as it is known here; null before all of it has been counted. */
  now(): WaitingTold | null;
  stop(): void;
}

export interface WaitingDesk {
  /** Calls back whenever something else waits for this caller. */
  follow(caller: Caller, changed: () => void): Following;
  close(): void;
}

interface Options {
  readonly read: Executor;
  readonly line: Pick<Line, 'listen' | 'onGap'>;
  readonly sources: readonly WaitingSource[];
  readonly onError: (error: unknown) => void;
}

/**
 * What waits for everyone whose stream is open here. Each share is counted once for all who have it and added up in memory,
 * so that a notice costs as many statements as there are sources, however many people are told.
 */
export function openWaiting({ read, line, sources, onError }: Options): WaitingDesk {
  const parts = new Map<string, Part>();
  const stale = new Set<Part>();
  let isBusy = false;
  let resting: NodeJS.Timeout | undefined;

  function recountWhere(matches: (part: Part) => boolean): void {
    for (const part of parts.values()) if (matches(part)) stale.add(part);
    if (!isBusy && stale.size > 0) void recount();
  }

  line.listen(WAITING_CHANNEL, (notice) => {
    const [room = '', at = ''] = notice.split(':');
    recountWhere(
      ({ source, share }) => source.room === room && (share.at === null || String(share.at) === at),
    );
  });
  line.onGap(() => recountWhere(() => true));

  const allAgain = setInterval(() => recountWhere(() => true), ALL_AGAIN_EVERY_MS);
  allAgain.unref();

  /** What is noticed while it counts is counted again after the rest. */
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

  /** A caller's parts of a source; those that nobody has followed so far are to be counted. */
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
        .filter(
          ({ needs }) => !caller.mustChangePassword && needs.every((need) => meetsNeed(caller.rights, need)),
        )
        .map((source) => ({ kind: source.kind, parts: partsOf(source, caller) }))
        // Where nothing could ever wait for this person there is nothing to count.
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

/** The parts of one kind as a whole. */
function addedUp(some: readonly (readonly [string, Part])[]): Counted {
  const counted = some.flatMap(([, part]) => part.counted ?? []);
  const waiting = counted.reduce((sum, part) => sum + part.waiting, 0);
  const marks = counted.flatMap(({ mark }) => mark ?? []);
  return {
    waiting: Math.min(MOST_COUNTED, waiting),
    ...(marks.length === 0 ? {} : { mark: marks.reduce((all, mark) => all ^ mark) }),
  };
}
