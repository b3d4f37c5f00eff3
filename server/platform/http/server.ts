import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyCompress from '@fastify/compress';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { MESSAGES } from '#domain/messages.ts';
import type { ExtraRule } from '#domain/password.ts';
import type { Config } from '../config.ts';
import type { Tracer } from '../current-work.ts';
import type { CallRequest } from '../dispatch/call-request.ts';
import type { Answer } from '../dispatch/dispatch.ts';
import { Problem, storeAway, tooMany } from '../dispatch/problems.ts';
import type { UploadParts } from '../dispatch/uploads.ts';
import { ObjectStoreUnavailable } from '../files/store.ts';
import { MAX_CALL_BYTES } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../network.ts';
import { VERSION } from '../version.ts';
import { sendAnswer } from './answer.ts';
import { HttpCallRequest } from './call-request.ts';
import { watchClients } from './clients.ts';
import { serveHooks, type Hook } from './hooks.ts';
import { shedLoad } from './load.ts';
import { beginWork } from './work.ts';
import { servePublicLinks, type PublicLink } from './public-links.ts';
import { readParts } from './parts.ts';
import { requestIdOf } from './request-id.ts';
import { readTrustedProxies } from './trusted-proxies.ts';
import { serveWeb } from './web.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null if requests are not traced. */
  readonly tracer: Tracer | null;
  /** The folder of the built web; null if another server serves it, as in development. */
  readonly webDir: string | null;
  /** The faults because of which this process should get no work; empty if it is ready. */
  readonly notReady: () => Promise<string[]>;
}

export interface ApiHandlers {
  readonly dispatch: (callRequest: CallRequest) => Promise<Answer>;
  readonly dispatchUpload: (callRequest: CallRequest, parts: UploadParts) => Promise<Answer>;
  readonly hooks: readonly Hook[];
  readonly publicLinks: readonly PublicLink[];
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Throws if an address makes too many calls without a session. */
  readonly limitPublic: (address: string | null) => Promise<void>;
  open(handlers: ApiHandlers): Promise<string>;
  /**
   * Fails the readiness check for the balancer, lets open streams end, finishes requests in progress, accepts nothing
   * new.
   */
  close(): Promise<void>;
}

const MINUTE_MS = 60_000;
const CHECK_HEADERS_EVERY_MS = 1_000;
/** Longer than common proxies keep an unused connection, so that they never use one that is being closed. */
const KEEP_ALIVE_FOR_PROXIES_MS = 72_000;
const KEEP_ALIVE_MS = 20_000;
const HANG_UP_EVERY_MS = 50;
const BUSY_ADDRESS = 'Too many requests from your address are under way. Please try again in a moment.';
/**
 * What every answer says unless its route says otherwise: it is no page, so it loads nothing and stands in no frame. Set
 * before any route, so that refusals of the HTTP layer have it as well.
 */
const SAFE_HEADERS = new Headers({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
/** A request that was in transit when the stop began has arrived by then. */
const SILENT_FOR_MS = 500;

export async function makeServer(options: ServerOptions): Promise<HttpServer> {
  const { config, log, metrics } = options;
  const stopping = new AbortController();
  let isDraining = false;
  const isTrustedProxy = readTrustedProxies(config.TRUSTED_PROXIES);
  const app = Fastify({
    bodyLimit: MAX_CALL_BYTES,
    trustProxy: config.TRUSTED_PROXIES === '' ? false : isTrustedProxy,
    http: {
      headersTimeout: config.CLIENT_HEADER_SECONDS * 1_000,
      connectionsCheckingInterval: CHECK_HEADERS_EVERY_MS,
    },
    requestTimeout: config.CLIENT_REQUEST_SECONDS * 1_000,
    keepAliveTimeout: config.TRUSTED_PROXIES === '' ? KEEP_ALIVE_MS : KEEP_ALIVE_FOR_PROXIES_MS,
    genReqId: (request) => requestIdOf(request, isTrustedProxy),
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: true, maxParamLength: 300 },
    // A URL that cannot be parsed, or an endpoint name longer than any existing one.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const isUnreadable = error.code === 'FST_ERR_BAD_URL';
      const err = isUnreadable ? 'The request cannot be read.' : 'There is no such service.';
      void reply.code(isUnreadable ? 400 : 404).send({ err });
    },
  });

  app.server.prependListener('request', (_request, response) => response.setHeaders(SAFE_HEADERS));
  app.server.maxConnections = config.CONNECTIONS;
  const windowMs = config.CLIENT_WINDOW_SECONDS * 1_000;
  const clients = watchClients(
    app.server,
    {
      pace: { windowMs, bytes: config.CLIENT_WINDOW_SECONDS * config.CLIENT_BYTES_PER_SECOND },
      connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
      isTrustedProxy,
    },
    metrics,
  );
  beginWork(app, options.tracer, isTrustedProxy);
  app.addHook('onRequest', limitUnderWay(config.CONNECTIONS_PER_ADDRESS));

  shedLoad(app, config.SHED_LOAD_AFTER_MS, log);
  await app.register(fastifyRateLimit, { global: false });
  const publicLimit = app.createRateLimit({ max: config.PUBLIC_CALLS_PER_MINUTE, timeWindow: MINUTE_MS });

  app.setErrorHandler((thrown: Error & { statusCode?: number; code?: string }, request, reply) => {
    // A document fails here if the store falls silent before its first byte is sent.
    const error = thrown instanceof ObjectStoreUnavailable ? storeAway(thrown.during) : thrown;
    if (error instanceof Problem) return reply.code(error.status).headers(error.headers).send(error.body);
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
    reply.header('cache-control', 'no-store').send({ ok: true, version: VERSION.version }),
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
    return reply.type('text/plain; version=0.0.4').send(await metrics.page());
  });

  const limitPublic = async (address: string | null): Promise<void> => {
    const limit = await publicLimit({
      ip: networkOf(address) ?? 'unknown',
      routeOptions: {},
    } as unknown as FastifyRequest);
    if (!limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttlInSeconds);
  };

  return {
    app,
    limitPublic,
    async open(handlers) {
      await app.register(
        (api) => serveApi(api, handlers, stopping.signal, config.CLIENT_HEADER_SECONDS * 1_000),
        { prefix: '/api' },
      );
      await app.register((outer) => serveHooks(outer, handlers.hooks));
      servePublicLinks(app, handlers.publicLinks, limitPublic);
      if (options.webDir !== null)
        await app.register((web) =>
          serveWeb(web, options.webDir ?? '', {
            passwordPolicy: extraRules(config),
            fourEyes: config.FOUR_EYES,
            providerName: config.OIDC_NAME,
          }),
        );
      return app.listen({ host: config.HOST, port: config.PORT });
    },
    async close() {
      isDraining = true;
      // From now on each answer tells the client to use a new connection, which may go to another process.
      app.server.prependListener('request', (_request, response) => (response.shouldKeepAlive = false));
      await sleep(config.DRAIN_SECONDS * 1_000);
      stopping.abort();
      // Closes connections as they become idle: one that was busy at first, such as one with a stream, would otherwise
      // stay open until its client disconnects.
      const hangUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_EVERY_MS);
      // Browsers open connections in advance. Node does not count one as idle on which nothing was ever sent, so a stop
      // would wait for it.
      const hangUpSilent = setTimeout(() => clients.endSilent(), SILENT_FOR_MS);
      await app.close().finally(() => {
        clearInterval(hangUp);
        clearTimeout(hangUpSilent);
        clients.close();
      });
    },
  };
}

/** The optional password rules of this installation; the page shows them with the others. */
const extraRules = (config: Config): ExtraRule[] => [
  ...(config.REFUSE_PAST_PASSWORDS ? (['past'] as const) : []),
  ...(config.REFUSE_COMMON_PASSWORDS ? (['common'] as const) : []),
];

/** Compares hashes, so that neither time nor length reveals how close a guess was. */
const isSameSecret = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', secret, 'buffer'));

/**
 * Limits the concurrent requests of one address. Connections of a proxy are not counted by address, so this limits a
 * client behind one.
 */
function limitUnderWay(most: number) {
  const underWay = new Map<string, number>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const network = networkOf(request.ip) ?? 'unknown';
    const count = underWay.get(network) ?? 0;
    if (count >= most) throw new Problem(429, { err: BUSY_ADDRESS });
    underWay.set(network, count + 1);
    reply.raw.once('close', () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    });
  };
}

async function serveApi(
  api: FastifyInstance,
  handlers: ApiHandlers,
  stopping: AbortSignal,
  metaMs: number,
): Promise<void> {
  // Only large answers are compressed. Compressed requests are not accepted, because a small body could expand into a
  // huge one.
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
    const callRequest = new HttpCallRequest(request, reply, stopping);
    const answer = request.isMultipart()
      ? takeUpload(request, callRequest, handlers, metaMs)
      : handlers.dispatch(callRequest);
    return sendAnswer(reply, await answer);
  });
  api.setNotFoundHandler((_request, reply) => reply.code(404).send({ err: 'There is no such service.' }));
}

/**
 * The rest of a refused file is discarded: unread it would block its connection, and with it a stop of the server. A
 * client that keeps sending after the answer is disconnected a little later (clients.ts).
 */
async function takeUpload(
  request: FastifyRequest,
  callRequest: CallRequest,
  handlers: ApiHandlers,
  metaMs: number,
): Promise<Answer> {
  try {
    return await handlers.dispatchUpload(callRequest, await readParts(request, metaMs));
  } finally {
    request.raw.unpipe().resume();
  }
}
