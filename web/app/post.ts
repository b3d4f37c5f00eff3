import type { ArgsOf, Asked } from '#contract/define.ts';
import { encodeFields } from '#contract/encode.ts';
import { isMessageCode, MESSAGES } from '#domain/messages.ts';
import { appText } from '#web/texts/app.ts';
import { CallError, NetworkError, RefusedError, SessionEndedError, StaleError } from './problems.ts';
import { endSession, readSession } from './session.ts';

export interface CallOptions {
  /** The version the user has seen; the server refuses when it has changed since. */
  readonly version?: number | undefined;
  /** One for each submission of a form, the same when it is tried again. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The server never names its scripts; a reply that does comes from something broken in between. */
const SCRIPT_NAME = '_a.php';

/** Asks the server and returns its answer when it is a good one; every other answer is thrown. */
export async function post<C extends Asked>(
  declared: C,
  args: ArgsOf<C>,
  { version, idempotencyKey, signal }: CallOptions = {},
): Promise<Response> {
  const session = declared.session === 'first' ? (readSession()?.session ?? null) : null;
  if (declared.session === 'first' && session === null) throw new SessionEndedError();
  const response = await send(`/api/${declared.endpoint}`, {
    method: 'POST',
    // A text, so that the type is exactly the one the server takes.
    body: encodeFields(declared, args, session).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    signal: signal ?? null,
  });
  if (response.ok) return response;
  throw failureOf(response.status, await readText(response), session);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { cache: 'no-store', credentials: 'omit', ...init });
  } catch (error) {
    throw networkErrorOf(error);
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw networkErrorOf(error);
  }
}

/** A call that the caller gave up stays an abort; anything else that fetch throws means that no answer came. */
function networkErrorOf(error: unknown): unknown {
  return error instanceof DOMException && error.name === 'AbortError' ? error : new NetworkError();
}

/** The body of a good answer. A refusal is thrown, so that what is returned is always what was asked for. */
export async function readReply(response: Response): Promise<unknown> {
  const text = await readText(response);
  const body = parseJson(text);
  const refusal = fieldOf(body, 'err');
  if (refusal !== '') throw new RefusedError(refusal);
  if (fieldOf(body, 'status') === 'MSG0002') {
    endSession('MSG0002');
    throw new SessionEndedError();
  }
  return body;
}

function parseJson(text: string): unknown {
  if (text.includes(SCRIPT_NAME)) window.alert(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CallError(200, MESSAGES.ERR0000);
  }
}

const fieldOf = (body: unknown, name: string): string => {
  const value: unknown = typeof body === 'object' && body !== null && name in body && Reflect.get(body, name);
  return typeof value === 'string' ? value : '';
};

/** What an answer that is not a good one means. */
export function failureOf(status: number, text: string, session: string | null): CallError {
  if (text.includes(SCRIPT_NAME)) window.alert(text);
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's own page: the status says enough.
  }
  const code = fieldOf(body, 'status');
  if (status === 401) {
    if (session !== null) endSession('MSG0002', session);
    return new SessionEndedError();
  }
  const err = fieldOf(body, 'err') || (isMessageCode(code) ? MESSAGES[code] : '');
  if (status === 409 && typeof body === 'object' && body !== null && 'version' in body)
    return new StaleError(err, fieldOf(body, 'changedby'), fieldOf(body, 'changedat'), Number(body.version));
  const incident = fieldOf(body, 'incident');
  const sentence = err || (status === 503 ? appText.busy : MESSAGES.ERR0000);
  return new CallError(status, incident === '' ? sentence : `${sentence}\n${appText.incident(incident)}`);
}
