import type { MetaOf, ReplyOf, Upload } from '#contract/define.ts';
import { fromWire } from '#contract/wire.ts';
import { MESSAGES } from '#domain/messages.ts';
import { makeSubmission, newIdempotencyKey } from './call.ts';
import { failureOf, parseJson } from './post.ts';
import { withFactor } from './factor.ts';
import {
  FactorError,
  RefusedError,
  SessionEndedError,
  UploadFailedError,
  type CallError,
} from './problems.ts';
import { readSession } from './session.ts';
import { givenUp, whenFree, type UploadAnswer } from './whenFree.ts';

export interface UploadOptions {
  /** The key of a submission without a file; a retry uses the same key. A file has its own. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
  /** The part of the file that has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
}

/**
 * Creates the keys for the upload of a chosen file with its fields. A retry uses the same key until the upload
 * succeeds. The keys are stored per File object because a retry sends the same File object.
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

/** Sends a file to a declared upload. Throws refusals and failures, like a call. */
export async function upload<U extends Upload>(
  declared: U,
  meta: Omit<MetaOf<U>, 'sid' | 'uploadType'>,
  file: File | null,
  options: UploadOptions = {},
): Promise<ReplyOf<U>> {
  const session = readSession()?.session;
  if (session === undefined) throw new SessionEndedError();
  const form = new FormData();
  // The server reads the JSON part first, so that it accepts no file without a valid session.
  form.append('meta', JSON.stringify({ ...meta, sid: session, uploadType: declared.action }));
  if (file !== null) form.append('file', file);
  const key =
    file === null
      ? (options.idempotencyKey ?? newIdempotencyKey())
      : submissions.keyFor(file, [declared.endpoint, declared.action, meta]);
  const reply = await withFactor(async () =>
    readUploadReply(await sendForm(`/api/${declared.endpoint}`, form, key, options), session),
  );
  if (file !== null) submissions.done(file);
  // The cast is safe because the server implements the same declaration.
  return fromWire(declared.reply, reply) as ReplyOf<U>;
}

/** The body of a successful response. A refusal has its own text; everything else is a failed upload. */
export function readUploadReply({ status, text }: UploadAnswer, session: string): unknown {
  if (status !== 200) throw uploadFailure(failureOf(status, text, session));
  const body = readBody(text);
  const { error } = body;
  if (typeof error === 'string' && error !== '') throw new RefusedError(error, body);
  return body;
}

export function readBody(text: string): Record<string, unknown> {
  try {
    const body = parseJson(text);
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // The body is a proxy's page and not a reply of the server.
  }
  throw new UploadFailedError(200);
}

/** Keeps the other text of the server below the specified text: the reason, or the number of the incident. */
export function uploadFailure(failure: CallError): CallError {
  if (failure instanceof SessionEndedError || failure instanceof FactorError) return failure;
  const [sentence = '', ...more] = failure.message.split('\n');
  return new UploadFailedError(failure.status, sentence === MESSAGES.ERR0000 ? more : [sentence, ...more]);
}

/** Sends the form, and again after a while if too many uploads are under way. */
export const sendForm = (url: string, form: FormData, key: string, options: UploadOptions) =>
  whenFree(() => sendFormOnce(url, form, key, options), options);

/** Uses XMLHttpRequest because fetch does not report how much of a body has been sent. */
const sendFormOnce = (url: string, form: FormData, key: string, { signal, onProgress }: UploadOptions) =>
  new Promise<UploadAnswer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('idempotency-key', key);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new UploadFailedError(0));
    request.onabort = () => reject(givenUp());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
