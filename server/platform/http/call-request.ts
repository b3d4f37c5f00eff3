import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallRequest } from '../dispatch/call-request.ts';
import { readCookie } from './cookies.ts';

export type EndpointRequest = FastifyRequest<{ Params: { endpoint: string } }>;

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** A request as the dispatcher sees it. */
export class HttpCallRequest implements CallRequest {
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

  constructor(request: EndpointRequest, reply: FastifyReply, stopping: AbortSignal) {
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

  cookie(name: string): string {
    return readCookie(this.#reply.request.headers.cookie, name);
  }

  /** Created on first use: a signal for every call costs more than all the checks together, and few calls use it. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([goneSignal(this.#reply), this.#stopping]);
    return this.#signal;
  }
}

/** Aborted when the connection is closed. After a complete answer nothing reads it any more. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
