import { saveRequest, type RequestInput } from '#contract/requests/form.ts';
import { call } from '#web/wire/call.ts';
import { isConnected } from '#web/wire/connection.ts';
import { isPassing, messageOf, NetworkError } from '#web/wire/problems.ts';

/** A save that was sent but got no reply: the server may have saved it or not. */
export interface Unanswered {
  readonly record: RequestInput;
  readonly version: number | undefined;
  readonly key: string;
}

export interface Saved {
  readonly srno: number;
  readonly version: number | undefined;
  readonly msg: string;
  readonly warnings: readonly string[];
}

const RETRY_AFTER_MS = [500, 1_500];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The same content with the same key is one save, so a save without a reply is simply sent again. A server that is busy
 * or has no database gives no information about an earlier attempt without a reply.
 */
export async function sendRequest(
  { record, version, key }: Unanswered,
  wasSentBefore: boolean,
): Promise<Saved> {
  let isUnknown = wasSentBefore;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call(saveRequest, { record }, { version, idempotencyKey: key });
      const { srno, msg, warnings } = answer.reply;
      return { srno, msg, warnings, version: answer.version ?? undefined };
    } catch (error) {
      if (!isPassing(error)) throw error;
      isUnknown ||= error instanceof NetworkError;
      const pause = isConnected() ? RETRY_AFTER_MS[tries] : undefined;
      if (pause === undefined) throw isUnknown ? new NetworkError(messageOf(error)) : error;
      await wait(pause);
    }
  }
}
