import type { Declaration } from '#contract/define.ts';
import { meetsNeed } from '#domain/rights.ts';
import { networkOf } from '../network.ts';
import { Slots, type SlotLimit } from '../slots.ts';
import type { CallRequest } from './call-request.ts';
import type { Caller, SessionStore, FollowedSession } from './caller.ts';
import { Problem } from './problems.ts';

/** The abort reason of a stream whose session has ended. */
export const SESSION_ENDED = 'the session has ended';
const NOT_ALLOWED = 'the user no longer has the right';
const REPLACED = 'a newer stream of the same owner has taken the place';
const FINISHED = 'the stream has ended by itself';

/** A session can expire by time alone, and no notification is sent then. */
const CHECK_EVERY_MS = 1_000;

export interface StreamLimits {
  readonly perSession: number;
  readonly perUser: number;
  /** The limit for streams without a session. */
  readonly perAddress: number;
  readonly total: number;
}

export interface OpenedStream {
  readonly events: AsyncIterable<unknown>;
  /**
   * Aborted when the stream must end: the client disconnected, the server stops, the session ended, or a newer stream
   * took its place.
   */
  readonly signal: AbortSignal;
}

/** The parameters of a stream: the call, its caller, and the function that yields its events until the signal. */
interface StreamCall {
  readonly declared: Declaration;
  readonly callRequest: CallRequest;
  readonly caller: Caller | null;
  readonly start: (signal: AbortSignal) => AsyncIterable<unknown>;
}

interface Member {
  readonly declared: Declaration;
  readonly end: (reason: string) => void;
}

/** The streams of one session, which are checked together. */
interface SessionGroup {
  readonly session: FollowedSession;
  readonly members: Set<Member>;
  isChecking: boolean;
  isStale: boolean;
}

/** Whether the user may keep a stream of this call open, based on the current rights. */
const mayHold = (declared: Declaration, caller: Caller): boolean =>
  meetsNeed(caller, declared.right) &&
  (caller.factor.due === 'none' || declared.openBeforeFactor?.includes(caller.factor.due) === true) &&
  (!caller.mustChangePassword || declared.openDuringPasswordChange === true);

export interface Streams {
  open(call: StreamCall): OpenedStream;
  readonly size: number;
  close(): void;
}

/**
 * All open event streams of this process. It limits their number. It ends a stream within a second when its session
 * ends or its user loses the right, so that handlers do not have to.
 */
export function openStreams(
  sessionStore: SessionStore,
  limits: StreamLimits,
  onError: (error: unknown) => void,
): Streams {
  const slots = new Slots();
  const groups = new Map<string, SessionGroup>();
  let size = 0;

  /**
   * Checks again if something changed meanwhile. While the database is unreachable, streams stay open and send nothing.
   */
  async function check(group: SessionGroup): Promise<void> {
    group.isStale = true;
    if (group.isChecking) return;
    group.isChecking = true;
    try {
      while (group.isStale) {
        group.isStale = false;
        const now = await group.session.now();
        for (const { declared, end } of [...group.members])
          if (now === null) end(SESSION_ENDED);
          else if (!mayHold(declared, now)) end(NOT_ALLOWED);
      }
    } catch (error) {
      onError(error);
    } finally {
      group.isChecking = false;
    }
  }

  /**
   * Checks one session after the other. While the cache is not trusted, each check queries the database, which must not
   * get thousands of queries at once.
   */
  let isRound = false;
  const round = setInterval(() => {
    if (isRound) return;
    isRound = true;
    void (async () => {
      for (const group of groups.values()) await check(group);
    })().finally(() => (isRound = false));
  }, CHECK_EVERY_MS);
  round.unref();

  function join(caller: Caller, member: Member): () => void {
    const key = caller.sessionHash;
    const group = groups.get(key) ?? followedBy(caller);
    groups.set(key, group);
    group.members.add(member);
    return () => {
      if (!group.members.delete(member) || group.members.size > 0) return;
      group.session.stop();
      groups.delete(key);
    };
  }

  function followedBy(caller: Caller): SessionGroup {
    const group: SessionGroup = {
      session: sessionStore.follow(caller, () => void check(group)),
      members: new Set(),
      isChecking: false,
      isStale: false,
    };
    return group;
  }

  function limitsOf(caller: Caller | null, address: string | null): SlotLimit[] {
    if (caller === null)
      return [{ owner: `address ${networkOf(address) ?? 'unknown'}`, most: limits.perAddress }];
    return [
      { owner: `session ${caller.sessionHash}`, most: limits.perSession },
      { owner: `user ${caller.account}`, most: limits.perUser },
    ];
  }

  return {
    open({ declared, callRequest, caller, start }) {
      if (size >= limits.total)
        throw new Problem(503, { err: 'The system is busy. Please try again in a moment.' });
      const ending = new AbortController();
      const end = (reason: string) => ending.abort(reason);
      const signal = AbortSignal.any([callRequest.signal, ending.signal]);
      const leave = caller === null ? () => {} : join(caller, { declared, end });
      const release = slots.take(limitsOf(caller, callRequest.address), () => end(REPLACED));
      size += 1;
      const onEnd = () => {
        size -= 1;
        leave();
        release();
      };
      if (signal.aborted) onEnd();
      else signal.addEventListener('abort', onEnd, { once: true });
      async function* events(): AsyncGenerator {
        try {
          yield* start(signal);
        } finally {
          end(FINISHED);
        }
      }
      return { events: events(), signal };
    },
    get size() {
      return size;
    },
    close: () => clearInterval(round),
  };
}
