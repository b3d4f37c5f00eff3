import pg from 'pg';

/** The known result of the interrupted work: `unknown` if the connection was lost during the commit. */
export type Outcome = 'nothing' | 'unknown';

/** The database could not be reached, or the connection was lost during the work. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly outcome: Outcome;
  constructor(outcome: Outcome, cause: unknown) {
    super(`the database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.outcome = outcome;
  }
}

/**
 * States in which PostgreSQL cannot work at the moment, whatever the statement was: connection exceptions (08), no
 * disk, memory or connection left (53), a shutdown, crash or start in progress (57P01 to 57P05), a transaction ended
 * because it was idle (25P03), a failing device (58030).
 */
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0[1-5]|25P03|58030)$/;

export const isUnavailableState = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && UNAVAILABLE_STATES.test(error.code ?? '');

/**
 * A write on a server that only reads: a standby that is about to become the primary, a former primary, or a server whose
 * administrator has stopped all writes.
 */
const READ_ONLY = '25006';

export const isReadOnlyState = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === READ_ONLY;
