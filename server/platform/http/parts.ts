import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { malformed } from '../dispatch/problems.ts';
import type { UploadParts } from '../dispatch/uploads.ts';
import { MAX_UPLOAD_BYTES } from '../limits.ts';

const MAX_META_BYTES = 100_000;

/** The two parts of an upload, in their order; the file is handed on as a stream and never cut silently. */
export async function readParts(request: FastifyRequest): Promise<UploadParts> {
  const parts = request.parts({
    limits: { fields: 1, files: 1, parts: 2, fieldSize: MAX_META_BYTES, fileSize: MAX_UPLOAD_BYTES * 2 },
  });
  const next = async () => {
    try {
      return (await parts.next()).value as Multipart | undefined;
    } catch (error) {
      // The parser's own complaints about what was sent carry no status; a limit that was reached does.
      throw isHttpError(error) ? error : malformed('The parts of the upload cannot be read.');
    }
  };
  const meta = await next();
  if (meta?.type !== 'field' || meta.fieldname !== 'meta' || typeof meta.value !== 'string')
    throw malformed('The first part must be meta.');
  const file = await next();
  if (file === undefined) return { meta: meta.value, file: null };
  if (file.type !== 'file' || file.fieldname !== 'file') throw malformed('The second part must be file.');
  // A part can call itself a file by its type alone; it has no name then, whatever the parser's types say.
  const name = (file.filename as string | undefined) ?? '';
  return { meta: meta.value, file: { name, stream: file.file } };
}

const isHttpError = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
