import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_HOOK_BODIES, MAX_HOOK_BODIES_PER_ADDRESS, MAX_HOOK_BYTES } from '../limits.ts';
import { Slots } from '../slots.ts';
import { networkOf } from '../network.ts';

/** A request that another system sent on its own. There is no session, and nothing in it is verified yet. */
export interface Arrival {
  /** The exact bytes, because signatures are computed over bytes. */
  readonly body: Buffer;
  readonly header: (name: string) => string;
  readonly address: string | null;
  readonly requestId: string;
}

/** A route for another system, outside the calls of the contract. A module declares it and decides what it accepts. */
export interface Hook {
  readonly path: `/hooks/${string}`;
  readonly take: (arrival: Arrival) => Promise<void>;
}

const LONGEST_HEADER_CHARS = 500;
/** The same answer to every request, so that a forger learns nothing. */
const RECEIVED = { received: true } as const;

/**
 * Limits the bodies that are being received, in total and for each address. Only the signature identifies the sender,
 * and it can be checked only when the body is complete. One more body therefore ends the oldest one. A flood of slow
 * bodies ends itself, and a webhook that arrives quickly, as the gateway's do, is always received.
 */
function boundBodies(app: FastifyInstance): void {
  const slots = new Slots();
  const releases = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRequest', async (request, reply) => {
    const limits = [
      { owner: `address ${networkOf(request.ip) ?? 'unknown'}`, most: MAX_HOOK_BODIES_PER_ADDRESS },
      { owner: 'all', most: MAX_HOOK_BODIES },
    ];
    const release = slots.take(limits, () => request.raw.destroy());
    releases.set(request, release);
    reply.raw.once('close', release);
  });
  app.addHook('preHandler', async (request) => releases.get(request)?.());
}

export async function serveHooks(app: FastifyInstance, hooks: readonly Hook[]): Promise<void> {
  boundBodies(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_HOOK_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  for (const { path, take } of hooks)
    app.post(path, { bodyLimit: MAX_HOOK_BYTES }, async (request, reply) => {
      await take({
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (name) => String(request.headers[name] ?? '').slice(0, LONGEST_HEADER_CHARS),
        address: isIP(request.ip) === 0 ? null : request.ip,
        requestId: request.id,
      });
      return reply.header('cache-control', 'no-store').send(RECEIVED);
    });
}
