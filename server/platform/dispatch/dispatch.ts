import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Declared } from '#contract/define.ts';
import { MESSAGES } from '#domain/messages.ts';
import { meetsNeed } from '#domain/rights.ts';
import type { Acting, Database, Transaction } from '../database.ts';
import { sqlState } from '../db/pool.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Asking } from './asking.ts';
import type { Caller, Doorkeeper } from './caller.ts';
import { readFields } from './fields.ts';
import { CallContext, type Tools } from './context.ts';
import { AfterCommit, Reply, SentFile, type Sending } from './handler.ts';
import { claimKey, keepReply, keyedWrite, type Keyed } from './idempotency.sql.ts';
import { malformed, notAllowed, Problem, Refusal, sessionExpired } from './problems.ts';
import type { BoundCall, Registry } from './registry.ts';

/** What goes back: JSON, a file or a stream of events. */
export type Answer =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly json: string;
      readonly headers: Record<string, string>;
    }
  | { readonly kind: 'file'; readonly file: Sending }
  | { readonly kind: 'events'; readonly events: AsyncIterable<unknown> };

export interface DispatchOptions {
  readonly registry: Registry;
  readonly doorkeeper: Doorkeeper;
  readonly database: Database;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly checkReplies: boolean;
  /** Readable texts for constraints that users can run into, by constraint name. */
  readonly constraintTexts: ReadonlyMap<string, string>;
  /** Throws when an address makes too many calls without a session. */
  readonly limitPublic: (address: string | null) => Promise<void>;
}

const DATA_EXCEPTION_CLASS = '22';
const INTEGRITY_CLASS = '23';
const MAX_KEY_CHARS = 100;

export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'json',
  status,
  json: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
});

/** The life of one call, in order. */
export function makeDispatch(options: DispatchOptions): (asking: Asking) => Promise<Answer> {
  const { registry, database, metrics } = options;

  async function live(asking: Asking, seen: { call?: BoundCall }): Promise<Answer> {
    const fields = readFields(asking.body);
    const call = registry.find(asking.endpoint, fields);
    seen.call = call;
    const caller = await callerFor(options, call.declared, fields[0] ?? '', asking.address);
    if (caller !== null && !meetsNeed(caller.rights, call.declared.right)) throw notAllowed();
    const written = fields.slice(call.maxFields - call.codecs.length);
    const args = parse(call, written);
    if (caller !== null && !meetsNeed(caller.rights, call.declared.right, isForNew(call.declared, args)))
      throw notAllowed();
    return answer(call, asking, caller, args, written);
  }

  async function answer(
    call: BoundCall,
    asking: Asking,
    caller: Caller | null,
    args: Readonly<Record<string, unknown>>,
    written: readonly string[],
  ): Promise<Answer> {
    const run = (tools: Tools) =>
      call.handle(new CallContext(asking, caller, call.name, options.log, tools) as never, args as never);
    const { kind, effect } = call.declared;
    if (kind === 'stream') return { kind: 'events', events: run({ db: database }) as AsyncIterable<unknown> };
    if (effect === 'read' || effect === 'outside') return asAnswer(call, await run({ db: database }));

    const acting = actingFor(asking, caller, call.name);
    if (effect === 'watched') {
      const seen = await database.write(acting, async (tx) => {
        const result = await run({ db: database, tx });
        mustHaveTrail(tx, call.name);
        return result;
      });
      return asAnswer(call, seen instanceof AfterCommit ? await seen.rest() : seen);
    }
    const keyed = keyOf(asking, caller, call.name, written);
    return database.write(acting, (tx) =>
      doOnce(tx, keyed, call.name, async () => asAnswer(call, await run({ db: database, tx }))),
    );
  }

  function asAnswer(call: BoundCall, result: unknown): Answer {
    if (call.declared.kind === 'download') return { kind: 'file', file: result as Sending };
    if (result instanceof SentFile) return { kind: 'file', file: result.file };
    const reply = result instanceof Reply ? (result as Reply<unknown>) : Reply.of(result);
    const json = reply.json ?? JSON.stringify(reply.value);
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

  return async (asking) => {
    const startedAt = performance.now();
    const seen: { call?: BoundCall } = {};
    let outcome = 'ok';
    try {
      return await live(asking, seen);
    } catch (error) {
      const refused = asRefusal(options, error, asking.requestId, seen.call?.name ?? asking.endpoint);
      outcome = refused.status === 200 ? 'refused' : String(refused.status);
      return refused;
    } finally {
      metrics.call(seen.call?.name ?? 'unknown', outcome, (performance.now() - startedAt) / 1_000);
    }
  };
}

/** The signed-in user, checked to be allowed in at all; null for calls that are open to everyone. */
export async function callerFor(
  options: Pick<DispatchOptions, 'doorkeeper' | 'limitPublic'>,
  declared: Declared,
  sessionId: string,
  address: string | null,
): Promise<Caller | null> {
  if (declared.session === 'none') {
    await options.limitPublic(address);
    return null;
  }
  // A page opens its streams again by itself, whether or not anyone is there.
  const caller = await options.doorkeeper.callerOf(sessionId, declared.kind !== 'stream');
  if (caller === null) throw sessionExpired();
  if (caller.mustChangePassword && declared.openDuringPasswordChange !== true)
    throw new Problem(403, { err: 'Please change your password first.' });
  return caller;
}

export const actingFor = (asking: Asking, caller: Caller | null, call: string): Acting => ({
  scope: caller?.scope ?? [],
  actor: caller?.account ?? null,
  branch: caller?.entity.srno ?? null,
  call,
  request: asking.requestId,
  address: asking.address,
});

function parse(call: BoundCall, written: readonly string[]): Record<string, unknown> {
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

/** A record that is not saved yet has no number, or where records go by their ids no id; a call may know better. */
const isForNew = (declared: Declared, args: Readonly<Record<string, unknown>>): boolean =>
  declared.kind === 'call' && declared.isForNew !== undefined
    ? declared.isForNew(args as never)
    : args['srno'] === 0 || args['id'] === '';

function checkedKey(key: string): string {
  if (key === '' || key.length > MAX_KEY_CHARS || !/^[\x21-\x7e]+$/.test(key))
    throw malformed('Idempotency-Key must have 1 to 100 printable characters.');
  return key;
}

/** What a write is kept under, where its client gave a key. */
export const keyOf = (
  { idempotencyKey, ifMatch }: Asking,
  caller: Caller | null,
  call: string,
  content: readonly string[],
): Keyed | null =>
  idempotencyKey === undefined || caller === null
    ? null
    : keyedWrite(caller.account, checkedKey(idempotencyKey), call, [ifMatch ?? '', ...content]);

/** The work of a write in its transaction: once for its key, and with its trail entry. */
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

/** A state change without its trail entry must not commit, whoever wrote the handler. */
function mustHaveTrail(tx: Transaction, call: string): void {
  if (tx.trailEntries === 0) throw new Error(`${call} left no trail`);
}

/** Every failure as what the client may see of it. What is our own fault gets an incident id and goes to the log. */
export function asRefusal(
  options: Pick<DispatchOptions, 'constraintTexts' | 'log'>,
  error: unknown,
  requestId: string,
  call: string,
): Extract<Answer, { kind: 'json' }> {
  const json = (status: number, body: object) =>
    jsonAnswer(status, body) as Extract<Answer, { kind: 'json' }>;
  if (error instanceof Problem) return json(error.status, error.body);
  if (error instanceof Refusal) return json(200, { err: error.message });
  const state = sqlState(error) ?? '';
  if (state.startsWith(INTEGRITY_CLASS)) {
    const constraint = (error as { constraint?: string }).constraint ?? '';
    const text = options.constraintTexts.get(constraint);
    if (text !== undefined) return json(200, { err: text });
  }
  if (state.startsWith(DATA_EXCEPTION_CLASS)) {
    options.log.warn({ err: error, call, request: requestId }, 'a value the database cannot hold');
    return json(400, { err: 'A value given cannot be stored.' });
  }
  const incident = randomUUID();
  options.log.error({ err: error, call, request: requestId, incident }, 'call failed');
  return json(500, { status: 'ERR0000', err: MESSAGES.ERR0000, incident });
}
