import * as z from 'zod/mini';
import { ownAccess } from '#contract/access/session.ts';
import type { ArgsOf, Call, ReplyOf } from '#contract/define.ts';
import type { Option } from '#contract/shared.ts';
import { toWire } from '#contract/wire.ts';
import { RIGHTS } from '#domain/rights.ts';
import { USER } from './user.ts';

/** The headers of a call, beside its arguments. */
export interface Request {
  readonly version: string | null;
  readonly idempotencyKey: string | null;
}

/** A reply that is not a plain one: a refusal, a status, the key of a next page. */
interface SpecialAnswer {
  readonly status?: number;
  readonly next?: string;
  readonly body: unknown;
}
class Special {
  readonly answer: SpecialAnswer;
  constructor(answer: SpecialAnswer) {
    this.answer = answer;
  }
}
/** A refusal with its text. */
export const refusal = (err: string) => new Special({ body: { err } });
/** A refusal because another user saved first. */
export const stale = (changedby: string, changedat: string, version: number) =>
  new Special({ status: 409, body: { err: 'Changed by someone else.', changedby, changedat, version } });
/** A refusal because the call needs a second factor or the password, or because the session needs a factor first. */
export const needsFactor = (factor: 'confirm' | 'password' | 'provider' | 'verify' | 'enrol') =>
  new Special({ status: 403, body: { err: 'Please confirm this.', factor } });
/** A reply that does not arrive. */
export const lost = new Special({ status: 0, body: null });
/** A page of a list that has a next page. */
export const pageOf = (rows: unknown, next: string) => new Special({ body: rows, next });

const DRAFT_KEY = btoa('k'.repeat(32));

type Answer<C> = ReplyOf<C> | Special;
type Handler<C> = (args: ArgsOf<C>, request: Request) => Answer<C> | Promise<Answer<C>>;

interface Declared {
  readonly call: Call;
  readonly handler: Handler<never>;
}

/**
 * An in-memory server that replies to declared calls. It checks replies against the declaration, so that no component
 * is tested with a reply that the server cannot give.
 */
export class MemoryServer {
  readonly #declared: Declared[] = [];
  /** Calls without a handler. A test that leaves one here has not declared all the calls of its screen. */
  readonly unanswered: string[] = [];
  /** Every call in order, as endpoint and action. */
  readonly calls: string[] = [];

  constructor() {
    this.setAccess({});
  }

  /** Sets the flags that the user has of every right, as letters, and the branches in the user's scope. */
  setAccess({ flags = 'QAE', branches = [] }: { flags?: string; branches?: readonly Option[] }): void {
    this.on(ownAccess).answer(() => ({
      user: USER,
      rights: Object.fromEntries(RIGHTS.map(({ key }) => [key, flags])),
      branches: { count: branches.length, first: branches[0] ?? null },
      draftKey: DRAFT_KEY,
    }));
  }

  /** Sets the handler of a call; the last one set is used. */
  on<C extends Call>(call: C): { readonly answer: (handler: Handler<C>) => void } {
    return {
      answer: (handler) => void this.#declared.unshift({ call, handler }),
    };
  }

  /** The number of times that a call was made. */
  countOf(call: Call): number {
    return this.calls.filter((name) => name === `${call.endpoint} ${call.action}`).length;
  }

  readonly fetch = async (
    url: string,
    { body = '', headers = {}, signal }: RequestInit = {},
  ): Promise<Response> => {
    const endpoint = url.replace('/api/', '');
    const fields = [...new URLSearchParams(body as string).values()];
    const found = this.#declared.find(({ call }) => {
      const at = call.session === 'first' ? 1 : 0;
      return call.endpoint === endpoint && (call.action === '' || call.action === fields[at]);
    });
    if (found === undefined) {
      this.unanswered.push(`${endpoint} ${fields[1] ?? fields[0] ?? ''}`);
      return new Response('{}', { status: 503 });
    }
    const { call, handler } = found;
    this.calls.push(`${call.endpoint} ${call.action}`);
    const read = new Headers(headers);
    const answer: unknown = await handler(argsOf(call, fields) as never, {
      version: read.get('if-match'),
      idempotencyKey: read.get('idempotency-key'),
    });
    signal?.throwIfAborted();
    if (answer instanceof Special && answer.answer.next === undefined) return responseOf(answer.answer);
    const { body: reply, ...rest } = answer instanceof Special ? answer.answer : { body: answer };
    const sent = toWire(call.reply, reply);
    const { error } = z.safeParse(call.reply, sent);
    if (error !== undefined) this.unanswered.push(`${endpoint} ${call.action}: ${error.message}`);
    return responseOf({ ...rest, body: sent });
  };
}

function responseOf({ status = 200, next, body }: SpecialAnswer): Response {
  if (status === 0) throw new TypeError('Failed to fetch');
  return new Response(JSON.stringify(body), {
    status,
    headers: next === undefined ? {} : { 'x-next': next },
  });
}

/** The arguments as the server reads them from the positional fields. */
function argsOf(call: Call, fields: readonly string[]): Record<string, unknown> {
  const first = (call.session === 'first' ? 1 : 0) + (call.action === '' ? 0 : 1);
  const given = fields.slice(first);
  return Object.fromEntries(
    Object.entries(call.args).flatMap(([name, field], index) => {
      const text = given[index];
      return text === undefined ? [] : [[name, z.decode(field.codec, text)]];
    }),
  );
}
