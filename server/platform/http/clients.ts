import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../network.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';
import { Pace, type PaceLimit } from './pace.ts';

export interface ClientLimits {
  /** The minimum rate at which a client must send a body or read an answer. */
  readonly pace: PaceLimit;
  /**
   * Open connections of one address. Those of a trusted proxy are not counted, because they carry the calls of all
   * clients.
   */
  readonly connectionsPerAddress: number;
  readonly isTrustedProxy: IsTrustedProxy;
}

interface Connection {
  readonly socket: Socket;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  readonly sending: Pace;
  readonly reading: Pace;
  /** When the answer was complete although the request was not. */
  answeredAt: number | null;
}

export interface Clients {
  /** Ends connections on which nothing was ever sent. */
  endSilent(): void;
  close(): void;
}

const MOST_BETWEEN_CHECKS_MS = 1_000;
const CHECKS_IN_A_WINDOW = 4;
const EVENT_STREAM = 'text/event-stream';
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

/**
 * Limits the connections of an address and ends those of clients that send or read too slowly. Node's own timeouts end
 * slow headers. For bodies and answers Node has only total times, which either end legitimate slow connections or spare
 * attackers.
 */
export function watchClients(server: Server, limits: ClientLimits, metrics: Metrics): Clients {
  const { pace, connectionsPerAddress, isTrustedProxy } = limits;
  const connections = new Map<Socket, Connection>();
  const byNetwork = new Map<string, number>();
  const refused = metrics.counter('connections_refused', 'Connections beyond the limit of their address');
  const slow = metrics.counter('slow_clients_ended', 'Connections ended because their client was too slow');
  metrics.gauge('connections', 'Open connections', () => connections.size);

  /** Whether the address may open one more connection. It is counted until it closes. */
  function isCounted(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    if (isTrustedProxy(address)) return true;
    const network = networkOf(address) ?? 'unknown';
    const open = byNetwork.get(network) ?? 0;
    if (open >= connectionsPerAddress) return false;
    byNetwork.set(network, open + 1);
    socket.once('close', () => {
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    });
    return true;
  }

  server.on('connection', (socket: Socket) => {
    if (!isCounted(socket)) {
      refused();
      socket.destroy();
      return;
    }
    connections.set(socket, {
      socket,
      request: null,
      response: null,
      sending: new Pace(),
      reading: new Pace(),
      answeredAt: null,
    });
    socket.once('close', () => connections.delete(socket));
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.response = response;
    connection.answeredAt = null;
    connection.sending.rest();
    // The first window begins with the request and not with the next check.
    connection.sending.isTooSlow(performance.now(), request.socket.bytesRead, pace);
  });

  const checking = setInterval(
    () => {
      const now = performance.now();
      for (const connection of connections.values())
        if (sendsTooSlowly(connection, now, pace) || readsTooSlowly(connection, now, pace)) {
          slow();
          end(connection);
        }
    },
    Math.min(MOST_BETWEEN_CHECKS_MS, pace.windowMs / CHECKS_IN_A_WINDOW),
  );
  checking.unref();

  return {
    endSilent() {
      for (const { socket } of connections.values()) if (socket.bytesRead === 0) socket.destroy();
    },
    close: () => clearInterval(checking),
  };
}

function sendsTooSlowly(connection: Connection, now: number, pace: PaceLimit): boolean {
  const { request, response, socket, sending } = connection;
  if (request === null || request.complete) {
    sending.rest();
    return false;
  }
  // The rest of a refused body is discarded for a while, so that the client sees the answer and not a reset connection.
  if (response?.writableFinished === true) {
    connection.answeredAt ??= now;
    return now - connection.answeredAt >= pace.windowMs;
  }
  // Unread bytes in the buffer mean that the server is the slow side.
  if (request.readableLength > 0) sending.rest();
  return sending.isTooSlow(now, socket.bytesRead, pace);
}

function readsTooSlowly({ response, socket, reading }: Connection, now: number, pace: PaceLimit): boolean {
  if (socket.writableLength === 0) {
    reading.rest();
    return false;
  }
  const flushed = socket.bytesWritten - socket.writableLength;
  const isStream = String(response?.getHeader('content-type') ?? '').startsWith(EVENT_STREAM);
  // A stream sends little data, so its reader only has to take some of the pending bytes.
  return reading.isTooSlow(now, flushed, isStream ? { ...pace, bytes: 1 } : pace);
}

function end({ socket, response }: Connection): void {
  if (response !== null && !response.headersSent) socket.write(TOO_SLOW);
  socket.destroy();
}
