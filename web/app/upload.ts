import type { MetaOf, ReplyOf, Upload } from '#contract/define.ts';
import { MESSAGES } from '#domain/messages.ts';
import { makeSubmission, newIdempotencyKey } from './call.ts';
import { failureOf } from './post.ts';
import { CallError, NetworkError, RefusedError, SessionEndedError } from './problems.ts';
import { readSession } from './session.ts';

interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** How much of the file has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * The key for a chosen file on its way to an upload with these fields: the same whenever it is sent again, until it is done.
 * Kept with the file itself, because whoever tries again sends the file that was chosen.
 */
export function makeFileSubmissions() {
  const submissions = new WeakMap<File, ReturnType<typeof makeSubmission>>();
  return {
    keyFor(file: File, content: unknown): string {
      const submission = submissions.get(file) ?? makeSubmission();
      submissions.set(file, submission);
      return submission.keyFor(content);
    },
    done(file: File): void {
      submissions.delete(file);
    },
  };
}
const submissions = makeFileSubmissions();

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
  const key =
    file === null
      ? newIdempotencyKey()
      : submissions.keyFor(file, [declared.endpoint, declared.action, meta]);
  const { status, text } = await send(`/api/${declared.endpoint}`, form, key, options);
  if (status !== 200) throw failureOf(status, text, session);
  const reply = parse(text);
  if (typeof reply['error'] === 'string' && reply['error'] !== '') throw new RefusedError(reply['error']);
  if (file !== null) submissions.done(file);
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
const send = (url: string, form: FormData, key: string, { signal, onProgress }: UploadOptions) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('idempotency-key', key);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new NetworkError());
    request.onabort = () => reject(new DOMException('The upload was given up.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
