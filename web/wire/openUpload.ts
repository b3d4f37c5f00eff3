import type { MetaOf, ReplyOf, Upload } from '#contract/define.ts';
import { fromWire } from '#contract/wire.ts';
import { newIdempotencyKey } from './call.ts';
import { failureOf } from './post.ts';
import { RefusedError } from './problems.ts';
import { readBody, sendForm, uploadFailure, type UploadOptions } from './upload.ts';

/** Sends a file to an upload without a session. Throws refusals, which are in `err`, and failures. */
export async function openUpload<U extends Upload & { readonly session: 'none' }>(
  declared: U,
  meta: MetaOf<U>,
  file: File,
  options: UploadOptions = {},
): Promise<ReplyOf<U>> {
  const form = new FormData();
  // The server reads the JSON part first, so that it accepts no file without a valid key.
  form.append('meta', JSON.stringify(meta));
  form.append('file', file);
  const { status, text } = await sendForm(`/api/${declared.endpoint}`, form, newIdempotencyKey(), options);
  if (status !== 200) throw uploadFailure(failureOf(status, text, null));
  const body = readBody(text);
  const { err } = body;
  if (typeof err === 'string' && err !== '') throw new RefusedError(err, body);
  // The cast is safe because the server implements the same declaration.
  return fromWire(declared.reply, body) as ReplyOf<U>;
}
