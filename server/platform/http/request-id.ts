import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MAX_WORK_ID_CHARS } from '../current-work.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

/** The id is written into logs and statements, so it has no character that means something there. */
const REQUEST_ID = new RegExp(`^[A-Za-z0-9-]{8,${MAX_WORK_ID_CHARS}}$`);
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A header of a trusted proxy; undefined if anybody else sends it. */
function trustedHeader(
  { headers, socket }: IncomingMessage,
  name: string,
  isTrustedProxy: IsTrustedProxy,
): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && isTrustedProxy(socket.remoteAddress ?? '') ? value : undefined;
}

/** The id that a trusted proxy gave the request, or a new one. A client cannot choose it. */
export function requestIdOf(request: IncomingMessage, isTrustedProxy: IsTrustedProxy): string {
  const given = trustedHeader(request, 'x-request-id', isTrustedProxy);
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
}

/** The trace that a trusted proxy has begun. */
export function traceparentOf(request: IncomingMessage, isTrustedProxy: IsTrustedProxy): string | undefined {
  const given = trustedHeader(request, 'traceparent', isTrustedProxy);
  return given !== undefined && TRACEPARENT.test(given) ? given : undefined;
}
