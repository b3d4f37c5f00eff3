import type { ArgsOf, Call, ReplyOf } from '#contract/define.ts';
import { fromWire } from '#contract/wire.ts';
import { post, readReply, type CallOptions } from './post.ts';

export interface Answer<Reply> {
  readonly reply: Reply;
  /** The version of the record, if the reply has one. */
  readonly version: number | null;
  /** The key of the next page of a list; null on the last page. */
  readonly next: string | null;
}

/** Makes a declared call. Returns the reply of a successful call and throws refusals and failures as a CallError. */
export async function call<C extends Call>(
  declared: C,
  args: ArgsOf<C>,
  options: CallOptions = {},
): Promise<Answer<ReplyOf<C>>> {
  const response = await post(declared, args, options);
  const version = /\d+/.exec(response.headers.get('etag') ?? '')?.[0];
  const reply = await readReply(response);
  return {
    // The cast is safe: the server implements the same declaration, and tests check its replies against it.
    reply: fromWire(declared.reply, reply) as ReplyOf<C>,
    version: version === undefined ? null : Number(version),
    next: response.headers.get('x-next'),
  };
}

const KEY_BYTES = 16;

/** A key for one submission. crypto.randomUUID is not used because it does not exist on a page without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Creates keys for submissions. The same content keeps its key until it is submitted successfully, so that a retry
 * after a lost reply has no second effect. Other content gets a new key.
 */
export function makeSubmission() {
  let last: { readonly content: string; readonly key: string } | null = null;
  return {
    keyFor(content: unknown): string {
      const written = JSON.stringify(content);
      if (last?.content !== written) last = { content: written, key: newIdempotencyKey() };
      return last.key;
    },
    done(): void {
      last = null;
    },
  };
}
