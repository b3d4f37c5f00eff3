import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CLAMD_CONNECT_TIMEOUT_MS, CLAMD_SCAN_TIMEOUT_MS, MAX_CLAMD_REPLY_BYTES } from '../limits.ts';

export type ScanVerdict = { readonly clean: true } | { readonly clean: false; readonly signature: string };

export interface VirusScanner {
  /** Returns a verdict or throws ScannerUnavailable: silence, nonsense and errors never count as "clean". */
  scan(bytes: Readable): Promise<ScanVerdict>;
  /** Resolves when the scanner answers. */
  check(): Promise<void>;
}

/** The scanner gave no verdict; the reason is for the log. */
export class ScannerUnavailable extends Error {
  override readonly name = 'ScannerUnavailable';
}

export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly socketPath: string };

export type ClamdOptions = ClamdAddress & {
  readonly connectTimeoutMs?: number;
  readonly scanTimeoutMs?: number;
};

/** Scans by streaming to ClamAV's daemon, which never receives a file name or path. */
export function createClamdScanner(options: ClamdOptions): VirusScanner {
  return {
    async scan(bytes) {
      const reply = await converse(options, Readable.from(framed(bytes), { objectMode: false }));
      if (reply === 'stream: OK') return { clean: true };
      const found = /^stream: (.{1,200}) FOUND$/.exec(reply);
      if (found?.[1]) return { clean: false, signature: found[1] };
      throw new ScannerUnavailable(`an answer that is no verdict: ${JSON.stringify(reply.slice(0, 200))}`);
    },

    async check() {
      const reply = await converse(options, Readable.from([Buffer.from('zPING\0')], { objectMode: false }));
      if (reply !== 'PONG') throw new ScannerUnavailable('no answer to a ping');
    },
  };
}

/** The INSTREAM command: each chunk preceded by its length, terminated by a length of zero. */
async function* framed(bytes: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** Sends one request on its own connection and returns the answer up to its closing NUL. */
async function converse(options: ClamdOptions, request: Readable): Promise<string> {
  const socket = 'socketPath' in options ? connect(options.socketPath) : connect(options.port, options.host);
  const giveUp = (why: string) => socket.destroy(new ScannerUnavailable(why));
  const connecting = setTimeout(
    giveUp,
    options.connectTimeoutMs ?? CLAMD_CONNECT_TIMEOUT_MS,
    'no connection',
  );
  const scanning = setTimeout(giveUp, options.scanTimeoutMs ?? CLAMD_SCAN_TIMEOUT_MS, 'no verdict in time');
  socket.once('connect', () => clearTimeout(connecting));
  try {
    const reply = readReply(socket);
    // The scanner may answer and disconnect before the last byte; its answer then counts.
    pipeline(request, socket, { end: false }).catch(() => undefined);
    return await reply;
  } finally {
    clearTimeout(connecting);
    clearTimeout(scanning);
    socket.destroy();
    request.destroy();
  }
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      reply += text;
      const end = reply.indexOf('\0');
      if (end >= 0) resolve(reply.slice(0, end));
      else if (reply.length > MAX_CLAMD_REPLY_BYTES) reject(new ScannerUnavailable('an endless answer'));
    });
    socket.once('error', (error) => {
      reject(
        error instanceof ScannerUnavailable ? error : new ScannerUnavailable(error.message, { cause: error }),
      );
    });
    socket.once('close', () => reject(new ScannerUnavailable('the line was closed without a verdict')));
  });
}
