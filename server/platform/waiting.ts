import type { WaitingKind } from '#domain/home/waiting.ts';
import type { RightNeed } from '#domain/rights.ts';
import type { Executor } from './database.ts';
import type { Caller } from './dispatch/caller.ts';

/**
 * What a room has waiting for people. The room declares a source for each kind and sends notices; who is told, when it is
 * counted and how it is shown is not its business (server/rooms/home).
 */

/** On it a room says `<room>:<at>`, by platform.note_waiting in a trigger: what waits there may have changed. */
export const WAITING_CHANNEL = 'waiting_changed';

/** A part of what waits that is counted by itself, once for everyone who has it. */
export interface Share {
  /** What a notice names: a branch, or whatever the room divides by; null for all of it. */
  readonly at: number | null;
  /** For whom, where not everyone may take the same; null where it makes no difference. */
  readonly by: number | string | null;
}

export interface Counted {
  /** How many wait; not above MOST_COUNTED. */
  readonly waiting: number;
  /** Another number whenever other things wait, also where they are as many as before; for lists that are followed. */
  readonly mark?: number;
}

export interface WaitingSource {
  readonly kind: WaitingKind;
  /** The first word of the notices that are about it. */
  readonly room: string;
  /** Whoever has all of these can do something about it. */
  readonly needs: readonly RightNeed[];
  sharesOf(caller: Caller): readonly Share[];
  /** What waits in each share, in the order given. */
  count(on: Executor, shares: readonly Share[]): Promise<readonly Counted[]>;
}
