import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Answer } from '../dispatch/dispatch.ts';

/** Keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/** Below this an answer fits into a packet or two, compressed or not. */
const COMPRESS_FROM_CHARS = 2_048;

/** Puts an answer on the wire. Nothing of it is ever kept by a browser or a proxy. */
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  if (answer.kind === 'json') {
    void reply
      .code(answer.status)
      .headers(answer.headers)
      .header('content-type', 'application/json; charset=utf-8');
    if (answer.json.length < COMPRESS_FROM_CHARS) return reply.send(answer.json);
    reply.compress(answer.json);
    return reply;
  }
  if (answer.kind === 'file') {
    const { fileName, contentType, body } = answer.file;
    const plain = fileName.replace(/[^\w. -]/g, '_');
    return reply
      .header('content-type', contentType)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header(
        'content-disposition',
        `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      )
      .send(body);
  }
  return reply
    .header('content-type', 'text/event-stream')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(eventLines(answer.events), { objectMode: false }));
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
