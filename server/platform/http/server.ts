import { hash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyCompress from '@fastify/compress';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { MESSAGES } from '#domain/messages.ts';
import type { ExtraRule } from '#domain/password.ts';
import type { Config } from '../config.ts';
import type { Asking } from '../dispatch/asking.ts';
import type { Answer } from '../dispatch/dispatch.ts';
import { Problem, tooMany } from '../dispatch/problems.ts';
import type { UploadParts } from '../dispatch/uploads.ts';
import { MAX_CALL_BYTES } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { sendAnswer } from './answer.ts';
import { HttpAsking } from './asking.ts';
import { serveHooks, type Hook } from './hooks.ts';
import { readParts } from './parts.ts';
import { serveWeb } from './web.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Where the built web lies; null when it is served by someone else, as in development. */
  readonly webDir: string | null;
  /** What is wrong with this process, so that it should get no work; empty when ready. */
  readonly notReady: () => Promise<string[]>;
}

export interface Doors {
  readonly dispatch: (asking: Asking) => Promise<Answer>;
  readonly dispatchUpload: (asking: Asking, parts: UploadParts) => Promise<Answer>;
  readonly hooks: readonly Hook[];
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Throws when an address makes too many calls without a session. */
  readonly limitPublic: (address: string | null) => Promise<void>;
  open(doors: Doors): Promise<string>;
  /** Turns the balancer away, lets open streams end, finishes what is under way, accepts nothing new. */
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const HANG_UP_EVERY_MS = 50;
/** A request that was on its way when the stop came has arrived by then. */
const SILENT_FOR_MS = 500;

export async function makeServer(options: ServerOptions): Promise<HttpServer> {
  const { config, log, metrics } = options;
  const stopping = new AbortController();
  let isDraining = false;
  const app = Fastify({
    bodyLimit: MAX_CALL_BYTES,
    trustProxy:
      config.TRUSTED_PROXIES === '' ? false : config.TRUSTED_PROXIES.split(',').map((part) => part.trim()),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: true, maxParamLength: 300 },
    // An address that cannot be read, or names an endpoint longer than any there is.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const isUnreadable = error.code === 'FST_ERR_BAD_URL';
      const err = isUnreadable ? 'The request cannot be read.' : 'There is no such service.';
      void reply.code(isUnreadable ? 400 : 404).send({ err });
    },
  });

  // Browsers open connections ahead of need. One on which nothing was ever said is not idle to Node: a stop would wait a
  // minute for it.
  const connections = new Set<Socket>();
  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: config.SHED_LOAD_AFTER_MS,
    pressureHandler: (_request, reply, type, value) => {
      log.warn({ type, value }, 'shedding load');
      void reply
        .code(503)
        .header('retry-after', '2')
        .send({ err: 'The system is busy. Please try again in a moment.' });
    },
  });
  await app.register(fastifyRateLimit, { global: false });
  const publicLimit = app.createRateLimit({ max: config.PUBLIC_CALLS_PER_MINUTE, timeWindow: MINUTE_MS });

  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Problem) return reply.code(error.status).send(error.body);
    const status = error.statusCode ?? 500;
    if (status < 500) {
      const tooLarge = status === 413;
      return reply.code(status === 415 ? 400 : status).send({
        err: tooLarge ? 'This is too large.' : 'The request cannot be read.',
      });
    }
    log.error({ err: error, request: request.id }, 'request failed');
    return reply.code(500).send({ status: 'ERR0000', err: MESSAGES.ERR0000, incident: request.id });
  });

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true }),
  );
  app.get('/readyz', async (_request, reply) => {
    const faults = isDraining ? ['stopping'] : await options.notReady();
    return reply
      .code(faults.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: faults.length === 0, faults });
  });
  app.get('/metrics', async (request, reply) => {
    if (
      config.METRICS_TOKEN === '' ||
      !isSameSecret(request.headers.authorization, `Bearer ${config.METRICS_TOKEN}`)
    )
      return reply.code(404).send({ err: 'There is no such page.' });
    return reply.type('text/plain; version=0.0.4').send(metrics.page());
  });

  return {
    app,
    async limitPublic(address) {
      const limit = await publicLimit({
        ip: address ?? 'unknown',
        routeOptions: {},
      } as unknown as FastifyRequest);
      if (!limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttlInSeconds);
    },
    async open(doors) {
      await app.register((api) => serveApi(api, doors, stopping.signal), { prefix: '/api' });
      await app.register((outer) => serveHooks(outer, doors.hooks));
      if (options.webDir !== null)
        await app.register((web) => serveWeb(web, options.webDir ?? '', extraRules(config)));
      return app.listen({ host: config.HOST, port: config.PORT });
    },
    async close() {
      isDraining = true;
      // From now on a client is told with each answer to come back on another connection, perhaps to another process.
      app.server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
      await sleep(config.DRAIN_SECONDS * 1_000);
      stopping.abort();
      // A connection that was busy at first, such as one with a stream, would otherwise stay open until its client goes.
      const hangUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_EVERY_MS);
      const hangUpSilent = setTimeout(() => {
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      }, SILENT_FOR_MS);
      await app.close().finally(() => {
        clearInterval(hangUp);
        clearTimeout(hangUpSilent);
      });
    },
  };
}

/** The rules for passwords that this installation has switched on; the page shows them with the others. */
const extraRules = (config: Config): ExtraRule[] => [
  ...(config.REFUSE_PAST_PASSWORDS ? (['past'] as const) : []),
  ...(config.REFUSE_COMMON_PASSWORDS ? (['common'] as const) : []),
];

/** Compared by hash, so that neither time nor length tells how near a guess was. */
const isSameSecret = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', secret, 'buffer'));

async function serveApi(api: FastifyInstance, doors: Doors, stopping: AbortSignal): Promise<void> {
  // Only large answers are compressed, and no request is: a small body could otherwise unfold into a huge one.
  await api.register(fastifyCompress, {
    global: false,
    globalDecompression: false,
    threshold: 0,
    encodings: ['gzip'],
  });
  await api.register(fastifyMultipart, { throwFileSizeLimit: false });
  api.removeContentTypeParser(['application/json', 'text/plain']);
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );

  api.post<{ Params: { endpoint: string } }>('/:endpoint', async (request, reply) => {
    const asking = new HttpAsking(request, reply, stopping);
    const answer = request.isMultipart() ? takeUpload(request, asking, doors) : doors.dispatch(asking);
    return sendAnswer(reply, await answer);
  });
  api.setNotFoundHandler((_request, reply) => reply.code(404).send({ err: 'There is no such service.' }));
}

/** The rest of a refused file is let pass: unread it would hold its connection, and with it a stop of the server. */
async function takeUpload(request: FastifyRequest, asking: Asking, doors: Doors): Promise<Answer> {
  try {
    return await doors.dispatchUpload(asking, await readParts(request));
  } finally {
    request.raw.unpipe().resume();
  }
}
