import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { malformed } from '../dispatch/problems.ts';
import type { UploadParts } from '../dispatch/uploads.ts';
import { MAX_UPLOAD_BYTES } from '../limits.ts';

const MAX_META_BYTES = 100_000;

/**
 * The two parts of an upload, in order. This function reads only the first, which names the session, for at most
 * `metaMs`. The file is passed on as a stream on request and is never silently truncated.
 */
export async function readParts(request: FastifyRequest, metaMs: number): Promise<UploadParts> {
  const parts = request.parts({
    limits: { fields: 1, files: 1, parts: 2, fieldSize: MAX_META_BYTES, fileSize: MAX_UPLOAD_BYTES * 2 },
  });
  const next = async () => {
    try {
      return (await parts.next()).value as Multipart | undefined;
    } catch (error) {
      // The parser's errors about malformed input have no status; its errors about an exceeded limit do.
      throw isHttpError(error) ? error : malformed('The parts of the upload cannot be read.');
    }
  };
  const late = setTimeout(() => request.raw.destroy(), metaMs);
  const meta = await orUnreadable(next(), request, metaMs).finally(() => clearTimeout(late));
  if (meta?.type !== 'field' || meta.fieldname !== 'meta' || typeof meta.value !== 'string')
    throw malformed('The first part must be meta.');
  return {
    meta: meta.value,
    async file() {
      const file = await orUnreadable(next(), request, metaMs);
      if (file === undefined) return null;
      if (file.type !== 'file' || file.fieldname !== 'file') throw malformed('The second part must be file.');
      // A part can declare itself a file by its type alone. It then has no name, contrary to the parser's types.
      const name = (file.filename as string | undefined) ?? '';
      return { name, stream: file.file };
    },
  };
}

/**
 * The parser reports nothing for some broken bodies, such as one that ends inside a part with too many headers. If the
 * whole request has arrived and no part has appeared for a while, none will.
 */
async function orUnreadable<T>(part: Promise<T>, { raw }: FastifyRequest, checkMs: number): Promise<T> {
  part.catch(() => undefined);
  const silence = Promise.withResolvers<never>();
  const check = setInterval(() => {
    if (raw.complete) silence.reject(malformed('The parts of the upload cannot be read.'));
  }, checkMs);
  try {
    return await Promise.race([part, silence.promise]);
  } finally {
    clearInterval(check);
  }
}

const isHttpError = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
