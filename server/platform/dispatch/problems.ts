import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { MESSAGES, type MessageCode } from '#domain/messages.ts';

/** A refusal for the user: the call changes nothing and answers 200 with this text in `err`. */
export class Refusal extends Error {
  override name = 'Refusal';
  static code(code: MessageCode): Refusal {
    return new Refusal(MESSAGES[code]);
  }
}

/** A refusal with a code that the page translates; it travels in `msg` beside the text. */
export class CodedRefusal extends Refusal {
  readonly code: string;
  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

/** A refusal that a proxy or a monitor must also see: an HTTP error status with the specified body. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const malformed = (why: string): Problem => new Problem(400, { err: why });
export const sessionExpired = (): Problem => new Problem(401, { status: 'MSG0002' });
export const notAllowed = (): Problem => new Problem(403, { err: 'You do not have the right to do this.' });
/** The session must confirm or set up a second factor before anything else. */
export const factorFirst = (factor: 'verify' | 'enrol'): Problem =>
  new Problem(403, {
    err: factor === 'verify' ? FACTOR_TEXTS.verifyFirst : FACTOR_TEXTS.enrolFirst,
    factor,
  });
/** The call can be repeated after the user has confirmed a second factor, or the password. */
export const confirmFirst = (factor: 'confirm' | 'password'): Problem =>
  new Problem(403, {
    err: factor === 'confirm' ? FACTOR_TEXTS.confirm : FACTOR_TEXTS.confirmPassword,
    factor,
  });
export const notFound = (): Problem => new Problem(404, { err: 'There is no such record.' });

const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

export const tooMany = (seconds: number): Problem =>
  new Problem(
    429,
    { err: `Too many attempts. Please wait ${Math.max(1, Math.ceil(seconds / 60))} min and try again.` },
    retryAfter(seconds),
  );
export const busy = (seconds: number): Problem =>
  new Problem(503, { err: 'The system is busy. Please try again in a moment.' }, retryAfter(seconds));

/** Another user saved first. The message names the user and the time, so that the user can check before overwriting. */
export const stale = (by: string, at: Date, version: number): Problem =>
  new Problem(409, {
    err: `This record was changed by ${by === '' ? 'someone else' : by} meanwhile. Please look at it again before saving.`,
    changedby: by,
    changedat: at.toISOString(),
    version,
  });

/** The database is unreachable, or was lost before anything was committed. */
export const databaseAway = (): Problem =>
  new Problem(503, {
    err: 'The database cannot be reached. Nothing was changed. Please try again in a moment.',
    outcome: 'nothing',
  });

/** The database was lost during the commit. A client that repeats the request with its key learns the outcome. */
export const outcomeUnknown = (): Problem =>
  new Problem(503, {
    err: 'The connection to the database was lost. It is not known whether this was done. Please look before you try again.',
    outcome: 'unknown',
  });
