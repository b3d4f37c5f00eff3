import { MESSAGES, type MessageCode } from '#domain/messages.ts';

/** A refusal the user should read: the call changes nothing and answers 200 with this text in `err`. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(message: string) {
    super(message);
  }
  static code(code: MessageCode): Refusal {
    return new Refusal(MESSAGES[code]);
  }
}

/** A refusal that a proxy or a monitor must see as well: a real status beside the specified body. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`${status}`);
    this.status = status;
    this.body = body;
  }
}

export const malformed = (why: string): Problem => new Problem(400, { err: why });
export const sessionExpired = (): Problem => new Problem(401, { status: 'MSG0002' });
export const notAllowed = (): Problem => new Problem(403, { err: 'You do not have the right to do this.' });
export const notFound = (): Problem => new Problem(404, { err: 'There is no such record.' });
export const tooMany = (seconds: number): Problem =>
  new Problem(429, {
    err: `Too many attempts. Please wait ${Math.max(1, Math.ceil(seconds / 60))} min and try again.`,
  });

/** Someone else saved first; who and when, so that the user can look before overwriting. */
export const stale = (by: string, at: Date, version: number): Problem =>
  new Problem(409, {
    err: `This record was changed by ${by === '' ? 'someone else' : by} meanwhile. Please look at it again before saving.`,
    changedby: by,
    changedat: at.toISOString(),
    version,
  });
