import type { ArgsOf, Call, ReplyOf } from '#contract/define.ts';
import { post, readReply, type CallOptions } from './post.ts';

export interface Answer<Reply> {
  readonly reply: Reply;
  /** The version of the record, where the answer has one. */
  readonly version: number | null;
  /** The key of the next page of a list; null at its end. */
  readonly next: string | null;
}

/** Makes a declared call. What is returned is a success; refusals and failures are thrown as a CallError. */
export async function call<C extends Call>(
  declared: C,
  args: ArgsOf<C>,
  options: CallOptions = {},
): Promise<Answer<ReplyOf<C>>> {
  const response = await post(declared, args, options);
  const version = /\d+/.exec(response.headers.get('etag') ?? '')?.[0];
  return {
    // The server is built from the same declaration and checks its replies against it in tests.
    reply: (await readReply(response)) as ReplyOf<C>,
    version: version === undefined ? null : Number(version),
    next: response.headers.get('x-next'),
  };
}

const KEY_BYTES = 16;

/** A key for one submission. Not crypto.randomUUID, which a page without TLS does not have. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The key for what is being submitted: the same for the same content until it is done, so that a second try after a
 * lost answer is not a second effect, and a new one for other content.
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
