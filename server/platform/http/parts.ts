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
  const first = await parts.next();
  const meta = first.value;
  if (
    meta === undefined ||
    meta.type !== 'field' ||
    meta.fieldname !== 'meta' ||
    typeof meta.value !== 'string'
  )
    throw malformed('The first part must be meta.');
  const second = await parts.next();
  const file = second.value;
  if (file === undefined) return { meta: meta.value, file: null };
  if (file.type !== 'file' || file.fieldname !== 'file') throw malformed('The second part must be file.');
  return { meta: meta.value, file: { name: file.filename, stream: file.file } };
}
