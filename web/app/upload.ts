import type { MetaOf, ReplyOf, Upload } from '#contract/define.ts';
import { MESSAGES } from '#domain/messages.ts';
import { failureOf } from './post.ts';
import { CallError, NetworkError, RefusedError, SessionEndedError } from './problems.ts';
import { readSession } from './session.ts';

interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** How much of the file has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/** Sends a file to a declared upload; refusals and failures are thrown, like those of a call. */
export async function upload<U extends Upload>(
  declared: U,
  meta: Omit<MetaOf<U>, 'sid' | 'uploadType'>,
  file: File | null,
  options: UploadOptions = {},
): Promise<ReplyOf<U>> {
  const session = readSession()?.session;
  if (session === undefined) throw new SessionEndedError();
  const form = new FormData();
  // The server reads the JSON part first, so that it takes no file from a stranger.
  form.append('meta', JSON.stringify({ ...meta, sid: session, uploadType: declared.action }));
  if (file !== null) form.append('file', file);
  const { status, text } = await send(`/api/${declared.endpoint}`, form, options);
  if (status !== 200) throw failureOf(status, text, session);
  const reply = parse(text);
  if (typeof reply['error'] === 'string' && reply['error'] !== '') throw new RefusedError(reply['error']);
  // The server is built from the same declaration.
  return reply as ReplyOf<U>;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new CallError(200, MESSAGES.ERR0000);
  }
}

/** By XMLHttpRequest, because fetch does not tell how much of a body has been sent. */
const send = (url: string, form: FormData, { signal, onProgress }: UploadOptions) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new NetworkError());
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
