import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inWork, type Span, type Tracer } from '../current-work.ts';
import { traceparentOf } from './request-id.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** Answers each request with its id, and makes its handler, and all that follows from it, part of one work. */
export function beginWork(app: FastifyInstance, tracer: Tracer | null, isTrustedProxy: IsTrustedProxy): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    const span = tracer && startSpan(tracer, request, isTrustedProxy);
    if (span === null) return;
    spans.set(request, span);
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.raw.statusCode });
      span.end(reply.raw.writableFinished ? undefined : 'the client left');
    });
  });
  // The body has come by now. Its events belong to the connection, so work that began earlier would be lost with them.
  app.addHook('preHandler', (request, _reply, done) =>
    inWork({ id: request.id, span: spans.get(request) ?? null }, done),
  );
}

function startSpan(tracer: Tracer, request: FastifyRequest, isTrustedProxy: IsTrustedProxy): Span | null {
  // The route and not the address: an address may hold the token of a link.
  const route = request.routeOptions.url ?? 'unknown';
  return tracer.start(
    `${request.method} ${route}`,
    {
      'http.request.method': request.method,
      'http.route': route,
      'bureau.request': request.id,
    },
    traceparentOf(request.raw, isTrustedProxy),
  );
}
