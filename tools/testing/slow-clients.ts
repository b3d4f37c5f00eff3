import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fieldsBody } from './world.ts';

/** A client that keeps its connection open while it sends or reads almost nothing. */
export interface SlowClient {
  readonly kind: string;
  readonly socket: Socket;
  /** Milliseconds from the connection to its end, whichever side ended it. */
  readonly ended: Promise<number>;
  close(): void;
}

/** The behaviour of a kind of slow client: what it sends first, what it repeats, and whether it reads. */
interface Behaviour {
  readonly kind: string;
  readonly opening: string;
  readonly drip: string;
  readonly reads: boolean;
}

const BOUNDARY = 'slowclient';
const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: bureau\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const ANNOUNCED_BYTES = 1_000_000;

export const metaPart = (meta: object): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="meta"\r\n\r\n${JSON.stringify(meta)}\r\n`;
export const filePart = (name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
export const FORM_END = `\r\n--${BOUNDARY}--\r\n`;
export const uploadHead = (length: number): string => head('/api/upload_a.php', MULTIPART, length);

export const SILENT: Behaviour = { kind: 'silent', opening: '', drip: '', reads: true };
export const SLOW_HEADERS: Behaviour = {
  kind: 'slow headers',
  opening: 'POST /api/login_a.php HTTP/1.1\r\nhost: bureau\r\n',
  drip: 'x',
  reads: true,
};
export const SLOW_BODY: Behaviour = {
  kind: 'slow body',
  opening: `${head('/api/login_a.php', FORM, ANNOUNCED_BYTES)}1=validate&2=`,
  drip: 'x',
  reads: true,
};
export const SLOW_HOOK: Behaviour = {
  kind: 'slow webhook',
  opening: head('/hooks/cashfree', 'application/json', 60_000),
  drip: ' ',
  reads: true,
};
/** Never sends its session. */
export const SLOW_META: Behaviour = {
  kind: 'slow multipart without session',
  opening: uploadHead(ANNOUNCED_BYTES),
  drip: '-',
  reads: true,
};
/** Sends a wrong session at once and then keeps sending. */
export const SLOW_STRANGER: Behaviour = {
  kind: 'slow multipart of a stranger',
  opening: uploadHead(ANNOUNCED_BYTES) + metaPart({ sid: 'x'.repeat(43), uploadType: 'KYC' }),
  drip: '-',
  reads: true,
};
export const slowFile = (meta: object): Behaviour => ({
  kind: 'slow multipart with session',
  opening: uploadHead(ANNOUNCED_BYTES) + metaPart(meta) + filePart('slow.pdf'),
  drip: 'x',
  reads: true,
});
/** Requests something large and never reads it. */
export function slowReader(endpoint: string, fields: readonly string[]): Behaviour {
  const body = fieldsBody(fields);
  return {
    kind: 'slow reader',
    opening: head(`/api/${endpoint}`, FORM, body.length) + body,
    drip: '',
    reads: false,
  };
}

/** Settles when the connection is closed, with or without an error. */
export const closeOf = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

export async function connectSlowly(
  url: string,
  { kind, opening, drip, reads }: Behaviour,
  dripEveryMs = 1_000,
): Promise<SlowClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  // A server that ends a connection may reset it.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const startedAt = performance.now();
  // A socket that does not read notices neither the end nor the reset; a write does.
  const dripping = setInterval(() => socket.write(drip === '' && !reads ? '\r\n' : drip), dripEveryMs);
  const ended = closeOf(socket).then(() => {
    clearInterval(dripping);
    return performance.now() - startedAt;
  });
  if (reads) socket.resume();
  if (opening !== '') socket.write(opening);
  return { kind, socket, ended, close: () => socket.destroy() };
}
