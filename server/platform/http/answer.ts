import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Answer } from '../dispatch/dispatch.ts';

/** Keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/** The time that a stream has for its last event when it must end. After that its connection is closed. */
const END_WITHIN_MS = 500;

/** A shorter answer fits into a packet or two, compressed or not. */
const COMPRESS_FROM_CHARS = 2_048;

/**
 * Long answers are sent in pieces of this size, because the reading speed of a client can be measured only between
 * pieces.
 */
const PIECE = 65_536;

/** Sends an answer. Browsers and proxies never cache it. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  void reply.header('cache-control', 'no-store');
  if (answer.kind === 'json') {
    void reply
      .code(answer.status)
      .headers(answer.headers)
      .header('content-type', 'application/json; charset=utf-8');
    if (answer.json.length < COMPRESS_FROM_CHARS) return reply.send(answer.json);
    reply.compress(
      answer.json.length <= PIECE
        ? answer.json
        : Readable.from(textPieces(answer.json), { objectMode: false }),
    );
    return reply;
  }
  if (answer.kind === 'file') {
    const { fileName, contentType, body } = answer.file;
    const plain = fileName.replace(/[^\w. -]/g, '_');
    return reply
      .header('content-type', contentType)
      .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      .header(
        'content-disposition',
        `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      )
      .send(Readable.from(filePieces(body), { objectMode: false }));
  }
  const stream = Readable.from(eventLines(answer.events), { objectMode: false });
  const cut = () => setTimeout(() => stream.destroy(), END_WITHIN_MS).unref();
  if (answer.signal.aborted) cut();
  else answer.signal.addEventListener('abort', cut, { once: true });
  return reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no').send(stream);
}

function* textPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + PIECE);
    // A surrogate pair is never split.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

async function* filePieces(body: Readable): AsyncGenerator<Uint8Array | string> {
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    if (chunk.length <= PIECE) yield chunk;
    else if (typeof chunk === 'string') yield* textPieces(chunk);
    else for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
  }
}

async function* eventLines(events: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield ': open\n\n';
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const quiet = new Promise<'quiet'>((resolve) => (timer = setTimeout(resolve, KEEP_ALIVE_MS, 'quiet')));
      const event = await Promise.race([next, quiet]);
      clearTimeout(timer);
      if (event === 'quiet') {
        yield ': quiet\n\n';
        continue;
      }
      if (event.done === true) return;
      yield `data: ${JSON.stringify(event.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}
