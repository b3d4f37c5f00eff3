import pg from 'pg';
import type { Log } from '../log.ts';
import { DatabaseUnavailable, isUnavailableState } from './unavailable.ts';

/** How often an outage that goes on is mentioned again. */
const REMIND_MS = 60_000;
/** How long after the end a part may still report that its last attempt, begun before, has failed. */
const LATE_MS = 2_000;

/** What pg says of a connection that it has lost or does not get; the system's own errors have a code. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded when trying to connect)/;
const SYSTEM_CODE = /^E[A-Z]+$/;

/** Whether an error says only that the database is away. */
export function isOutage(error: unknown): error is Error {
  if (error instanceof DatabaseUnavailable || isUnavailableState(error)) return true;
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  return ('code' in error && SYSTEM_CODE.test(String(error.code))) || LOST.test(error.message);
}

/**
 * The log of everything that a process does with the database besides calls. While the database is away each part fails
 * several times a second with the same error, so the process says it once at the start, once a minute, and once at the end.
 */
export class Outage {
  readonly #log: Log;
  readonly #remindMs: number;
  #since: number | null = null;
  #remindedAt = 0;
  #failedAt = -Infinity;
  #endedAt = -Infinity;
  #failures = 0;

  constructor(log: Log, remindMs = REMIND_MS) {
    this.#log = log;
    this.#remindMs = remindMs;
  }

  /** Whether a failure says nothing new. */
  get isKnown(): boolean {
    return this.#since !== null || performance.now() - this.#endedAt < LATE_MS;
  }

  /** Logs a failure. One that tells only that the database is away is counted instead, after the first. */
  failed(error: unknown, what: string): void {
    if (!isOutage(error)) {
      this.#log.error({ err: error }, what);
      return;
    }
    const now = performance.now();
    this.#failedAt = now;
    this.#failures += 1;
    if (!this.isKnown) {
      [this.#since, this.#remindedAt] = [now, now];
      this.#log.error({ what, reason: error.message }, 'the database is away');
    } else if (this.#since !== null && now - this.#remindedAt >= this.#remindMs) {
      this.#remindedAt = now;
      this.#log.error({ ...this.#figures(now), what, reason: error.message }, 'the database is still away');
    }
  }

  /** Something that needs the database has succeeded. An answer to what was asked before the last failure proves nothing. */
  succeeded(askedAt: number): void {
    if (this.#since === null || askedAt < this.#failedAt) return;
    const now = performance.now();
    this.#log.info(this.#figures(now), 'the database is back');
    this.#since = null;
    this.#endedAt = now;
    this.#failures = 0;
  }

  #figures(now: number): { readonly seconds: number; readonly failures: number } {
    return { seconds: Math.round((now - (this.#since ?? now)) / 1_000), failures: this.#failures };
  }
}
