import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readCookie, writeCookie, type Cookie } from './cookies.ts';

/** A person or a program that opens an address. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  /** The part after the question mark, as it came. */
  readonly query: string;
  /** The value of a cookie; empty if there is none. */
  readonly cookie: (name: string) => string;
  readonly address: string | null;
  readonly requestId: string;
  /**
   * Whether a browser opens the address as a page for a person. Mail servers that examine links and browsers that load
   * pages in advance do not.
   */
  readonly isPerson: boolean;
}

/** Where a link leads, with cookies to set. */
interface Lead {
  readonly to: string;
  readonly cookies: readonly Cookie[];
}

/** An address outside the calls of the contract that leads a person to another page. */
export interface PublicLink {
  readonly path: `/${string}`;
  /** The address of the other page. */
  readonly lead: (visit: Visit) => Promise<string | Lead>;
}

const isPerson = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined &&
  headers['purpose'] === undefined;

export function servePublicLinks(
  app: FastifyInstance,
  links: readonly PublicLink[],
  limit: (address: string) => Promise<void>,
): void {
  for (const { path, lead } of links)
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      await limit(request.ip);
      const led = await lead({
        params: request.params as Readonly<Record<string, string>>,
        query: request.url.split('?').slice(1).join('?'),
        cookie: (name) => readCookie(request.headers.cookie, name),
        address: isIP(request.ip) === 0 ? null : request.ip,
        requestId: request.id,
        isPerson: isPerson(request),
      });
      const { to, cookies } = typeof led === 'string' ? { to: led, cookies: [] } : led;
      if (cookies.length > 0) void reply.header('set-cookie', cookies.map(writeCookie));
      return reply.header('cache-control', 'no-store').redirect(to, 303);
    });
}
