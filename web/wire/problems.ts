import { MESSAGES, TEXTS } from '#domain/messages.ts';
import { appText } from '#web/texts/app.ts';

/** A call that failed; its message is shown to the user. */
export class CallError extends Error {
  override name = 'CallError';
  /** The HTTP status, or 0 if no reply arrived. */
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server refused the call: a validation, a wrong state. The text is the specified one. */
export class RefusedError extends CallError {
  override name = 'RefusedError';
  /** The whole reply, which may name what is at fault. */
  readonly reply: unknown;
  constructor(text: string, reply: unknown = null) {
    super(200, text);
    this.reply = reply;
  }
}

/** The session has ended; the sign-in screen shows the message, so no other code needs to. */
export class SessionEndedError extends CallError {
  override name = 'SessionEndedError';
  constructor() {
    super(401, MESSAGES.MSG0002);
  }
}

/** What a call needs that the user confirmed shortly before: a second factor, the password, or at the identity provider. */
export type NeededFactor = 'confirm' | 'password' | 'provider';

export class FactorError extends CallError {
  override name = 'FactorError';
  readonly factor: NeededFactor;
  constructor(factor: NeededFactor, text: string) {
    super(403, text);
    this.factor = factor;
  }
}

/** Another user saved first. */
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

/**
 * No reply arrived, or the server itself does not know the outcome because it lost its database during the call. It is
 * not known whether the call had an effect; the same key makes a retry safe.
 */
export class NetworkError extends CallError {
  override name = 'NetworkError';
  constructor(message = appText.network) {
    super(0, message);
  }
}

/** A file was not uploaded, for any reason. The chosen file can be sent again with the same key. */
export class UploadFailedError extends CallError {
  override name = 'UploadFailedError';
  /** What else is known: a reason, or the number of the incident. */
  readonly more: readonly string[];
  constructor(status: number, more: readonly string[] = [], text: string = TEXTS.uploadFailed) {
    super(status, [text, ...more].join('\n'));
    this.more = more;
  }
}

/** A failed upload in the words that the specification has for uploads of this kind; any other error unchanged. */
export const failedInWords = (error: unknown, text: string): unknown =>
  error instanceof UploadFailedError ? new UploadFailedError(error.status, error.more, text) : error;

const NOT_THERE = 404;
const BUSY = 503;

/** Whether the record does not exist or is out of scope: a retry returns the same. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof CallError && error.status === NOT_THERE;

/** Whether a retry may succeed soon: no reply arrived, or the server is busy. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error instanceof NetworkError || error.status === BUSY);

/** The message for anything that was thrown. A page that requires sign-in uses userMessage instead. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : MESSAGES.ERR0000;
}

/**
 * The message for the user; null if there is no error, or if the session has ended, because the sign-in screen shows
 * that.
 */
export const userMessage = (error: unknown): string | null =>
  error === null || error instanceof SessionEndedError ? null : messageOf(error);
