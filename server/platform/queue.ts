import type { QueueRow } from '#contract/home/queue.ts';
import { MOST_QUEUE_ROWS, type QueueKind } from '#domain/home/queue.ts';
import type { RightNeed } from '#domain/rights.ts';
import type { Executor } from './database.ts';
import type { Caller } from './dispatch/caller.ts';

export type { QueueRow };

/**
 * The rows of work that home lists for a user. A module declares a source for each group. server/modules/home asks the
 * sources whose rights the user has, and puts the groups together.
 */
export interface QueueSource {
  readonly kind: QueueKind;
  /** A user with all of these rights can act on the rows. */
  readonly needs: readonly RightNeed[];
  /** The rows in display order, at most MOST_READ of them. */
  readonly read: (on: Executor, caller: Caller) => Promise<readonly QueueRow[]>;
}

/** One row more than home shows tells whether there are others. */
export const MOST_READ = MOST_QUEUE_ROWS + 1;
