import { MESSAGES } from '#domain/messages.ts';
import { appText } from '#web/texts/app.ts';

/** A call that did not do what was asked; its message is what the user reads. */
export class CallError extends Error {
  override name = 'CallError';
  /** The HTTP status, or 0 when no answer came. */
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server understood and said no: a validation, a wrong state. The text is the specified one. */
export class RefusedError extends CallError {
  override name = 'RefusedError';
  constructor(text: string) {
    super(200, text);
  }
}

/** The session is over; the sign-in screen tells the user, so nobody else needs to. */
export class SessionEndedError extends CallError {
  override name = 'SessionEndedError';
  constructor() {
    super(401, MESSAGES.MSG0002);
  }
}

/** Someone else saved first. */
export class StaleError extends CallError {
  override name = 'StaleError';
  readonly changedBy: string;
  /** ISO 8601, UTC. */
  readonly changedAt: string;
  readonly version: number;
  constructor(text: string, changedBy: string, changedAt: string, version: number) {
    super(409, text);
    this.changedBy = changedBy;
    this.changedAt = changedAt;
    this.version = version;
  }
}

/** No answer came. Whether the call was carried out is not known; the same key makes a second try safe. */
export class NetworkError extends CallError {
  override name = 'NetworkError';
  constructor() {
    super(0, appText.network);
  }
}

const NOT_THERE = 404;
const BUSY = 503;

/** Whether there is no such record, or none in reach: asking again gives the same. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof CallError && error.status === NOT_THERE;

/** Whether it may be well in a moment: no answer came, or the server has too much to do. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error instanceof NetworkError || error.status === BUSY);

/** What to tell the user of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : MESSAGES.ERR0000;
}

/** The same, or null where nothing is to be said: the end of the session is told by the sign-in screen. */
export const sayable = (error: unknown): string | null =>
  error instanceof SessionEndedError ? null : messageOf(error);
