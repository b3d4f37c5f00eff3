import type { ArgsOf, FieldCall } from '#contract/define.ts';
import { encodeFields } from '#contract/encode.ts';
import { isMessageCode, MESSAGES } from '#domain/messages.ts';
import { appText } from '#web/texts/app.ts';
import { reportNoReply } from './connection.ts';
import { takeEarlyAnswer } from './early.ts';
import { withFactor } from './factor.ts';
import {
  CallError,
  FactorError,
  NetworkError,
  RefusedError,
  SessionEndedError,
  StaleError,
} from './problems.ts';
import { endSession, factorDue, readSession } from './session.ts';

export interface CallOptions {
  /** The version that the user has loaded. The server refuses the call if the record has changed since. */
  readonly version?: number | undefined;
  /** One key per submission of a form; a retry uses the same key. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Only for the call that exchanges the ticket of the identity provider. Every other call has its session in a field. */
  readonly withCookies?: true;
}

/** The server never sends script names. A reply with one comes from a broken component in between. */
const SCRIPT_NAME = '_a.php';

/** Shows a raw reply that contains a script name, from a call, an upload or a download. */
function alertRawReply(text: string): void {
  if (text.includes(SCRIPT_NAME)) window.alert(text);
}

/** Sends a call and returns the response if it is successful. Throws every other response. */
export const post = <C extends FieldCall>(
  declared: C,
  args: ArgsOf<C>,
  options: CallOptions = {},
): Promise<Response> => withFactor(() => postOnce(declared, args, options));

async function postOnce<C extends FieldCall>(
  declared: C,
  args: ArgsOf<C>,
  { version, idempotencyKey, signal, withCookies }: CallOptions,
): Promise<Response> {
  const session = declared.session === 'first' ? (readSession()?.session ?? null) : null;
  if (declared.session === 'first' && session === null) throw new SessionEndedError();
  const url = `/api/${declared.endpoint}`;
  // A text, so that the type is exactly the one the server takes.
  const body = encodeFields(declared, args, session).toString();
  // A call that failed on its way early is made again.
  const early = await takeEarlyAnswer(url, body)?.catch(() => null);
  const response =
    early ??
    (await send(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      signal: signal ?? null,
      ...(withCookies === true && { credentials: 'same-origin' }),
    }));
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

/** Returns an abort by the caller unchanged. Any other error that fetch throws means that no reply arrived. */
export function networkErrorOf(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  reportNoReply();
  return new NetworkError();
}

/** The body of a successful response. A refusal is thrown, so that the caller always gets the requested reply. */
export async function readReply(response: Response): Promise<unknown> {
  const body = parseJson(await readText(response));
  const refusal = fieldOf(body, 'err');
  if (refusal !== '') throw new RefusedError(refusal);
  if (fieldOf(body, 'status') === 'MSG0002') {
    endSession('MSG0002');
    throw new SessionEndedError();
  }
  return body;
}

export function parseJson(text: string): unknown {
  alertRawReply(text);
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

/** Converts an unsuccessful response to an error. */
export function failureOf(status: number, text: string, session: string | null): CallError {
  alertRawReply(text);
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is a proxy's own page, so only the status is used.
  }
  const code = fieldOf(body, 'status');
  if (status === 401) {
    if (session !== null) endSession('MSG0002', session);
    return new SessionEndedError();
  }
  const err = fieldOf(body, 'err') || (isMessageCode(code) ? MESSAGES[code] : '');
  const factor = fieldOf(body, 'factor');
  if (factor === 'confirm' || factor === 'password' || factor === 'provider')
    return new FactorError(factor, err);
  if (factor === 'verify' || factor === 'enrol') factorDue(factor, session);
  if (status === 409 && typeof body === 'object' && body !== null && 'version' in body)
    return new StaleError(err, fieldOf(body, 'changedby'), fieldOf(body, 'changedat'), Number(body.version));
  if (status === 503 && fieldOf(body, 'outcome') === 'unknown') return new NetworkError(err);
  const incident = fieldOf(body, 'incident');
  const sentence = err || (status === 503 ? appText.busy : MESSAGES.ERR0000);
  return new CallError(status, incident === '' ? sentence : `${sentence}\n${appText.incident(incident)}`);
}
