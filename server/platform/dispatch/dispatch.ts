import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Declaration } from '#contract/define.ts';
import { hasOnWire, onDroppedField, toWire } from '#contract/wire.ts';
import type { CheckedKind } from '#domain/access/proposals.ts';
import { MESSAGES } from '#domain/messages.ts';
import { meetsNeed } from '#domain/rights.ts';
import { currentWork, keepWork } from '../current-work.ts';
import type { Acting, Database, Transaction } from '../database.ts';
import { sqlState } from '../db/pool.ts';
import { DatabaseUnavailable } from '../db/unavailable.ts';
import { ObjectStoreUnavailable } from '../files/store.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { CallRequest } from './call-request.ts';
import type { Caller, SessionStore } from './caller.ts';
import { readFields } from './fields.ts';
import { CallContext, seenVersion, type Tools } from './context.ts';
import { AfterCommit, Reply, SentFile, type Sending } from './handler.ts';
import { claimKey, keepReply, keyedWrite, type Keyed } from './idempotency.sql.ts';
import {
  CodedRefusal,
  databaseAway,
  factorFirst,
  malformed,
  notAllowed,
  outcomeUnknown,
  Problem,
  Refusal,
  sessionExpired,
  storeAway,
  tookTooLong,
} from './problems.ts';
import { needsChecker, storeProposal, tryOut, type Proposed } from './proposals.ts';
import type { BoundCall, Registry } from './registry.ts';
import { isStepUpMissing, type StepUpPolicy } from './step-up.ts';
import type { OpenedStream, Streams } from './streams.ts';

/** The answer to a call: JSON, a file or a stream of events. */
export type Answer =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly json: string;
      readonly headers: Record<string, string>;
    }
  | { readonly kind: 'file'; readonly file: Sending }
  | ({ readonly kind: 'events' } & OpenedStream);

export interface DispatchOptions {
  readonly registry: Registry;
  readonly sessionStore: SessionStore;
  readonly stepUp: StepUpPolicy;
  /** The changes that a second user must approve. */
  readonly makerChecker: readonly CheckedKind[];
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly checkReplies: boolean;
  /** A call that takes so long or longer is logged. */
  readonly slowCallMs: number;
  readonly streams: Pick<Streams, 'open'>;
  /** Messages for constraints that users can violate, by constraint name. */
  readonly constraintTexts: ReadonlyMap<string, string>;
  /** Throws if an address makes too many calls without a session. */
  readonly limitPublic: (address: string | null) => Promise<void>;
}

const DATA_EXCEPTION_CLASS = '22';
const INTEGRITY_CLASS = '23';
const QUERY_CANCELED = '57014';
const MAX_KEY_CHARS = 100;
const RETRY_AFTER_SECONDS = '2';

export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'json',
  status,
  json: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
});

/** Processes one call, step by step. */
export function makeDispatch(options: DispatchOptions): (callRequest: CallRequest) => Promise<Answer> {
  const { registry, database, metrics } = options;

  async function live(callRequest: CallRequest, seen: { call?: BoundCall }): Promise<Answer> {
    const fields = readFields(callRequest.body);
    const call = registry.find(callRequest.endpoint, fields);
    seen.call = call;
    currentWork()?.span?.set({ 'bureau.call': call.name });
    const caller = await callerFor(options, call.declared, fields[0] ?? '', callRequest.address);
    currentWork()?.span?.set({ 'bureau.user': caller?.entity.type ?? 'none' });
    if (caller !== null && !meetsNeed(caller, call.declared.right)) throw notAllowed();
    const written = fields.slice(call.maxFields - call.codecs.length);
    const args = parseFields(call, written);
    if (caller !== null && !meetsNeed(caller, call.declared.right, isForNew(call.declared, args)))
      throw notAllowed();
    const isUnconfirmed = await isStepUpMissing(options, call.declared, caller, args);
    return answer(call, callRequest, caller, args, written, isUnconfirmed);
  }

  async function answer(
    call: BoundCall,
    callRequest: CallRequest,
    caller: Caller | null,
    args: Readonly<Record<string, unknown>>,
    written: readonly string[],
    isUnconfirmed: boolean,
  ): Promise<Answer> {
    const run = (tools: Tools) =>
      call.handle(
        new CallContext(callRequest, caller, call.name, options.log, { ...tools, isUnconfirmed }) as never,
        args as never,
      );
    const { kind, effect } = call.declared;
    if (kind === 'stream') {
      const start = (signal: AbortSignal) =>
        keepWork(run({ db: database, signal }) as AsyncIterable<unknown>);
      return {
        kind: 'events',
        ...options.streams.open({ declared: call.declared, callRequest, caller, start }),
      };
    }
    if (effect === 'read') return asAnswer(call, await run({ db: database }));
    if (effect === 'outside') return asAnswer(call, await runOutside(run));

    const acting = actingFor(callRequest, caller, call.name);
    if (effect === 'watched') {
      const seen = await database.write(acting, async (tx) => {
        const result = await run({ db: database, tx });
        mustHaveTrail(tx, call.name);
        return result;
      });
      return asAnswer(call, seen instanceof AfterCommit ? await seen.rest({ database, acting }) : seen);
    }
    const keyed = keyOf(callRequest, caller, call.name, written);
    if (caller !== null && needsChecker(options, call.declared))
      return propose({ call, caller, args, written, version: seenVersion(callRequest) }, acting, keyed, run);
    return database.write(acting, (tx) =>
      doOnce(tx, keyed, call.name, async () => asAnswer(call, await run({ db: database, tx }))),
    );
  }

  /** Keeps a change for a second user to approve. */
  async function propose(
    proposed: Proposed,
    acting: Acting,
    keyed: Keyed | null,
    run: (tools: Tools) => unknown,
  ): Promise<Answer> {
    const changes = await tryOut(database, acting, proposed, run);
    return database.write(acting, (tx) =>
      doOnce(tx, keyed, proposed.call.name, async () =>
        jsonAnswer(200, await storeProposal(tx, proposed, changes)),
      ),
    );
  }

  /**
   * Such a call has several transactions. If the database is lost in one of them, an earlier one may have committed.
   */
  async function runOutside(run: (tools: Tools) => unknown): Promise<unknown> {
    try {
      return await run({ db: database });
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? new DatabaseUnavailable('unknown', error) : error;
    }
  }

  function asAnswer(call: BoundCall, result: unknown): Answer {
    if (call.declared.kind === 'download') return { kind: 'file', file: result as Sending };
    if (result instanceof SentFile) return { kind: 'file', file: result.file };
    const reply = result instanceof Reply ? (result as Reply<unknown>) : Reply.of(result);
    const json = reply.json ?? JSON.stringify(inWireForm(call.declared, reply.value));
    if (options.checkReplies && call.declared.kind === 'call') {
      const checked = z.safeParse(call.declared.reply, JSON.parse(json));
      if (!checked.success)
        throw new Error(`${call.name} answered another shape: ${z.prettifyError(checked.error)}`);
    }
    const headers: Record<string, string> = {};
    if (reply.extra.version !== undefined) headers['etag'] = `"${reply.extra.version}"`;
    if (reply.extra.next !== undefined && reply.extra.next !== null) headers['x-next'] = reply.extra.next;
    return jsonAnswer(200, json, headers);
  }

  if (options.checkReplies)
    onDroppedField((message) => {
      throw new Error(message);
    });

  return async (callRequest) => {
    const startedAt = performance.now();
    const seen: { call?: BoundCall } = {};
    let outcome = 'ok';
    try {
      return await live(callRequest, seen);
    } catch (error) {
      const refused = asRefusal(
        options,
        error,
        callRequest.requestId,
        seen.call?.name ?? callRequest.endpoint,
      );
      outcome = refused.status === 200 ? 'refused' : String(refused.status);
      return saysError(seen.call?.declared) ? withError(refused) : refused;
    } finally {
      currentWork()?.span?.set({ 'bureau.outcome': outcome });
      const name = seen.call?.name ?? 'unknown';
      const ms = performance.now() - startedAt;
      metrics.call(name, outcome, ms / 1_000);
      if (ms >= options.slowCallMs)
        options.log.warn({ call: name, ms: Math.round(ms), outcome }, 'a call was slow');
    }
  };
}

/**
 * The signed-in user; null for public calls. Throws without a session, or if the user must first confirm or set up a
 * second factor, or change the password.
 */
export async function callerFor(
  options: Pick<DispatchOptions, 'sessionStore' | 'limitPublic'>,
  declared: Declaration,
  sessionId: string,
  address: string | null,
): Promise<Caller | null> {
  if (declared.session === 'none') {
    await options.limitPublic(address);
    return null;
  }
  // A page reopens its streams automatically, even if the user is away, so a stream does not count as use of the
  // session.
  const caller = await options.sessionStore.authenticate(sessionId, declared.kind !== 'stream');
  if (caller === null) throw sessionExpired();
  const { due } = caller.factor;
  if (due !== 'none' && declared.openBeforeFactor?.includes(due) !== true) throw factorFirst(due);
  if (caller.mustChangePassword && declared.openDuringPasswordChange !== true)
    throw new Problem(403, { err: 'Please change your password first.' });
  return caller;
}

export const actingFor = (callRequest: CallRequest, caller: Caller | null, call: string): Acting => ({
  scope: caller?.scope ?? [],
  actor: caller?.account ?? null,
  branch: caller?.entity.srno ?? null,
  call,
  request: callRequest.requestId,
  address: callRequest.address,
});

export function parseFields(call: BoundCall, written: readonly string[]): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const [index, [name, field]] of call.codecs.entries()) {
    const text = written[index];
    if (text === undefined) continue;
    const parsed = z.safeDecode(field.codec, text);
    if (!parsed.success) throw malformed(`The value given for ${name} cannot be read.`);
    args[name] = parsed.data;
  }
  return args;
}

const inWireForm = (declared: Declaration, value: unknown): unknown =>
  declared.kind === 'call' ? toWire(declared.reply, value) : value;

/** A record that is not saved yet has no number, or no id if records use ids. A call can declare its own rule. */
export const isForNew = (declared: Declaration, args: Readonly<Record<string, unknown>>): boolean =>
  declared.kind === 'call' && declared.isForNew !== undefined
    ? declared.isForNew(args as never)
    : args['srno'] === 0 || args['id'] === '';

function checkedKey(key: string): string {
  if (key === '' || key.length > MAX_KEY_CHARS || !/^[\x21-\x7e]+$/.test(key))
    throw malformed('Idempotency-Key must have 1 to 100 printable characters.');
  return key;
}

/** The idempotency key of a write; null if the client sent none. */
export const keyOf = (
  { idempotencyKey, ifMatch }: CallRequest,
  caller: Caller | null,
  call: string,
  content: readonly string[],
): Keyed | null =>
  idempotencyKey === undefined || caller === null
    ? null
    : keyedWrite(caller.account, checkedKey(idempotencyKey), call, [ifMatch ?? '', ...content]);

/** Does the work of a write in its transaction: once for its key, and with its trail entry. */
export async function doOnce(
  tx: Transaction,
  keyed: Keyed | null,
  call: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const earlier = keyed === null ? null : await claimKey(tx, keyed);
  if (earlier !== null)
    return jsonAnswer(200, earlier.json, earlier.etag === null ? {} : { etag: earlier.etag });
  const answered = await work();
  mustHaveTrail(tx, call);
  if (keyed !== null && answered.kind === 'json')
    await keepReply(tx, keyed, { json: answered.json, etag: answered.headers['etag'] ?? null });
  return answered;
}

/** Whether the specification has the text of a refusal in `error` instead of `err`. */
const saysError = (declared: Declaration | undefined): boolean =>
  declared?.kind === 'call' && hasOnWire(declared.reply, 'error');

/** The text of a refusal under both names, because every client looks for `err`. */
function withError(refused: Extract<Answer, { kind: 'json' }>): Answer {
  const body = JSON.parse(refused.json) as { readonly err?: string };
  return body.err === undefined
    ? refused
    : { ...refused, json: JSON.stringify({ ...body, error: body.err }) };
}

/** A state change without a trail entry must not commit, whichever handler made it. */
function mustHaveTrail(tx: Transaction, call: string): void {
  if (tx.trailEntries === 0) throw new Error(`${call} left no trail`);
}

/** Converts every failure to the answer for the client. Our own faults get an incident id and are logged. */
export function asRefusal(
  options: Pick<DispatchOptions, 'constraintTexts' | 'log'>,
  error: unknown,
  requestId: string,
  call: string,
): Extract<Answer, { kind: 'json' }> {
  const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
    jsonAnswer(status, body, { ...headers }) as Extract<Answer, { kind: 'json' }>;
  if (error instanceof DatabaseUnavailable) {
    options.log.warn(
      { reason: error.message, call, request: requestId },
      'a call failed for want of the database',
    );
    const { status, body } = error.outcome === 'unknown' ? outcomeUnknown() : databaseAway();
    return json(status, body, { 'retry-after': RETRY_AFTER_SECONDS });
  }
  if (error instanceof ObjectStoreUnavailable) {
    options.log.warn(
      { err: error.cause, call, request: requestId },
      'a call failed for want of the object store',
    );
    const { status, body, headers } = storeAway(error.during);
    return json(status, body, headers);
  }
  if (error instanceof Problem) return json(error.status, error.body, error.headers);
  if (error instanceof CodedRefusal) return json(200, { err: error.message, msg: error.code });
  if (error instanceof Refusal) return json(200, { err: error.message });
  const state = sqlState(error) ?? '';
  if (state.startsWith(INTEGRITY_CLASS)) {
    const constraint = (error as { constraint?: string }).constraint ?? '';
    const text = options.constraintTexts.get(constraint);
    if (text !== undefined) return json(200, { err: text });
  }
  if (state === QUERY_CANCELED) {
    options.log.error({ err: error, call, request: requestId }, 'a statement was stopped at its timeout');
    const { status, body, headers } = tookTooLong();
    return json(status, body, headers);
  }
  if (state.startsWith(DATA_EXCEPTION_CLASS)) {
    options.log.warn({ err: error, call, request: requestId }, 'a value the database cannot hold');
    return json(400, { err: 'A value given cannot be stored.' });
  }
  const incident = randomUUID();
  options.log.error({ err: error, call, request: requestId, incident }, 'call failed');
  return json(500, { status: 'ERR0000', err: MESSAGES.ERR0000, incident });
}
