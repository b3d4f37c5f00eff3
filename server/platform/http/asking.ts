import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asking } from '../dispatch/asking.ts';

export type CallRequest = FastifyRequest<{ Params: { endpoint: string } }>;

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** A request as the dispatch sees it. */
export class HttpAsking implements Asking {
  readonly endpoint: string;
  readonly body: string;
  readonly requestId: string;
  readonly address: string | null;
  readonly agent: string;
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly #reply: FastifyReply;
  readonly #stopping: AbortSignal;
  #signal: AbortSignal | undefined;

  constructor(request: CallRequest, reply: FastifyReply, stopping: AbortSignal) {
    const { headers, ip, body } = request;
    this.endpoint = request.params.endpoint;
    this.body = typeof body === 'string' ? body : '';
    this.requestId = request.id;
    this.address = isIP(ip) === 0 ? null : ip;
    this.agent = headers['user-agent'] ?? '';
    this.ifMatch = headerOf(headers['if-match']);
    this.idempotencyKey = headerOf(headers['idempotency-key']);
    this.#reply = reply;
    this.#stopping = stopping;
  }

  /** Made when it is first asked for: a signal for every call costs more than all the checks together, and few use it. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([goneSignal(this.#reply), this.#stopping]);
    return this.#signal;
  }
}

/** Aborted when the connection is closed; after a whole answer nobody looks any more. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
