import type { WaitingKind } from '#domain/home/waiting.ts';
import type { RightNeed } from '#domain/rights.ts';
import type { Executor } from './database.ts';
import type { Caller } from './dispatch/caller.ts';

/**
 * The work of a module that waits for users. The module declares a source for each kind and sends notifications.
 * server/modules/home decides who is notified, when to count and how to show the counts.
 */

/**
 * The channel on which a module sends `<module>:<at>`, by platform.note_waiting in a trigger, when its waiting work may
 * have changed.
 */
export const WAITING_CHANNEL = 'waiting_changed';

/** A part of the waiting work that is counted separately, once for all users who share it. */
export interface Share {
  /** The value in a notification: a branch, or another division of the module; null for all of it. */
  readonly at: number | null;
  /** The user or group it is for, if not everyone may take the same work; null if it makes no difference. */
  readonly by: number | string | null;
}

export interface Counted {
  /** The number waiting, at most MOST_COUNTED. */
  readonly waiting: number;
  /**
   * A number that changes whenever different items wait, even if their count stays the same; for lists that a page
   * follows.
   */
  readonly mark?: number;
}

export interface WaitingSource {
  readonly kind: WaitingKind;
  /** The first word of its notifications. */
  readonly module: string;
  /** Another module whose notifications it needs as well. */
  readonly otherModule?: string;
  /** A user with all of these rights can act on it. */
  readonly needs: readonly RightNeed[];
  sharesOf(caller: Caller): readonly Share[];
  /** The count of each share, in the given order. */
  count(on: Executor, shares: readonly Share[]): Promise<readonly Counted[]>;
}
