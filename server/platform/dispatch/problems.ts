import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { MESSAGES, type MessageCode } from '#domain/messages.ts';
import { STORE_BREAKER } from '../limits.ts';

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
const CONFIRM_TEXTS = {
  confirm: FACTOR_TEXTS.confirm,
  password: FACTOR_TEXTS.confirmPassword,
  provider: FACTOR_TEXTS.confirmProvider,
} as const;
/** The call can be repeated after the user has confirmed a second factor, the password, or at the identity provider. */
export const confirmFirst = (factor: keyof typeof CONFIRM_TEXTS): Problem =>
  new Problem(403, { err: CONFIRM_TEXTS[factor], factor });
export const notFound = (): Problem => new Problem(404, { err: 'There is no such record.' });

const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

const TOO_LONG_SECONDS = 10;

export const tooMany = (seconds: number): Problem =>
  new Problem(
    429,
    { err: `Too many attempts. Please wait ${Math.max(1, Math.ceil(seconds / 60))} min and try again.` },
    retryAfter(seconds),
  );
export const busy = (seconds: number): Problem =>
  new Problem(503, { err: 'The system is busy. Please try again in a moment.' }, retryAfter(seconds));

const BUSY_UPLOADS_SECONDS = 2;
/** Too many uploads are under way, so many of the sender's own or of all. The page waits and sends the file again by itself, which `busy` tells it. */
export const busyUploads = (own: number | null): Problem =>
  new Problem(
    own === null ? 503 : 429,
    {
      err:
        own === null
          ? 'Too many uploads are under way. Please try again in a moment.'
          : `You have ${own} uploads under way. Please wait until one of them has ended.`,
      busy: 'uploads',
    },
    retryAfter(BUSY_UPLOADS_SECONDS),
  );

/** The object store does not answer, or is full. */
export const storeAway = (during: 'storing' | 'reading'): Problem =>
  new Problem(
    503,
    {
      err: `Documents cannot be ${during === 'storing' ? 'stored' : 'read'} now. Please try again in a few minutes.`,
    },
    retryAfter(STORE_BREAKER.restMs / 1_000),
  );

/** Another user saved first. The message names the user and the time, so that the user can check before overwriting. */
export const stale = (by: string, at: Date, version: number): Problem =>
  new Problem(409, {
    err: `This record was changed by ${by === '' ? 'someone else' : by} meanwhile. Please look at it again before saving.`,
    changedby: by,
    changedat: at.toISOString(),
    version,
  });

/** PostgreSQL stopped a statement at its timeout, and with it the transaction. */
export const tookTooLong = (): Problem =>
  new Problem(
    503,
    { err: 'This took too long and was stopped. Please try again in a moment, with less at a time.' },
    retryAfter(TOO_LONG_SECONDS),
  );

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
