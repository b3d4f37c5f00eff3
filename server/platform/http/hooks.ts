import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MAX_HOOK_BYTES } from '../limits.ts';

/** What another system sent by itself: nobody has signed in, and nothing of it is believed yet. */
export interface Arrival {
  /** Byte for byte, because signatures are made over bytes. */
  readonly body: Buffer;
  readonly header: (name: string) => string;
  readonly address: string | null;
  readonly requestId: string;
}

/** A door for another system, outside the calls of the contract. A room declares it; the room decides what to believe. */
export interface Hook {
  readonly path: `/hooks/${string}`;
  readonly take: (arrival: Arrival) => Promise<void>;
}

const LONGEST_HEADER_CHARS = 500;
/** The same for whatever was sent, so that a forger learns nothing. */
const RECEIVED = { received: true } as const;

export async function serveHooks(app: FastifyInstance, hooks: readonly Hook[]): Promise<void> {
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
