import { useState } from 'react';
import { saveRequest, type RequestWritten } from '#contract/requests/form.ts';
import { call, makeSubmission } from '#web/wire/call.ts';
import { isPassing, messageOf, NetworkError } from '#web/wire/problems.ts';

/** A save that was sent but got no reply: the server may have saved it or not. */
export interface Unanswered {
  readonly record: RequestWritten;
  readonly version: number | undefined;
  readonly key: string;
}

export interface Saved {
  readonly srno: number;
  readonly version: number | undefined;
  readonly msg: string;
  readonly warnings: readonly string[];
}

/** A submitted request, with the number of documents that were uploaded with it. */
export interface SubmittedRequest extends Saved {
  readonly documents: number;
}

const RETRY_AFTER_MS = [500, 1_500];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The same content with the same key is one save, so a save without a reply is simply sent again. A server that is busy
 * or has no database gives no information about an earlier attempt without a reply.
 */
async function send({ record, version, key }: Unanswered, wasSentBefore: boolean): Promise<Saved> {
  let isUnknown = wasSentBefore;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call(saveRequest, { record }, { version, idempotencyKey: key });
      const { srno, msg, warnings } = answer.reply;
      return { srno, msg, warnings, version: answer.version ?? undefined };
    } catch (error) {
      if (!isPassing(error)) throw error;
      isUnknown ||= error instanceof NetworkError;
      const pause = RETRY_AFTER_MS[tries];
      if (pause === undefined) throw isUnknown ? new NetworkError(messageOf(error)) : error;
      await wait(pause);
    }
  }
}

/**
 * Sends a request so that it is saved exactly once. A save without a reply is settled first: it is sent again
 * unchanged, and newer input follows as a change of it.
 */
export function useSending(restored: Unanswered | null) {
  const [submission] = useState(makeSubmission);
  const [unanswered, setUnanswered] = useState(restored);

  async function sendOnce(record: RequestWritten, version: number | undefined): Promise<Saved> {
    const content = JSON.stringify([record, version]);
    const pending =
      unanswered !== null && JSON.stringify([unanswered.record, unanswered.version]) === content
        ? unanswered
        : { record, version, key: submission.keyFor([record, version]) };
    setUnanswered(pending);
    try {
      const saved = await send(pending, pending === unanswered);
      submission.done();
      setUnanswered(null);
      return saved;
    } catch (error) {
      if (!(error instanceof NetworkError)) setUnanswered(null);
      throw error;
    }
  }

  return {
    unanswered,
    async save(record: RequestWritten, version: number | undefined): Promise<Saved> {
      const isAnotherTry =
        unanswered === null || JSON.stringify(unanswered.record) === JSON.stringify(record);
      if (isAnotherTry) return sendOnce(record, version);
      const settled = await sendOnce(unanswered.record, unanswered.version);
      return sendOnce({ ...record, reqSrNo: settled.srno }, settled.version);
    },
  };
}
