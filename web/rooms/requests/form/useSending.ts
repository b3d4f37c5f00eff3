import { useState } from 'react';
import { saveRequest, type RequestWritten } from '#contract/requests/form.ts';
import { call, makeSubmission } from '#web/app/call.ts';
import { NetworkError } from '#web/app/problems.ts';

/** Sent, but no answer came: it may have been saved or not. */
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

const RETRY_AFTER_MS = [500, 1_500];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The same content under the same key is one save, so a lost answer is simply asked for again. */
async function send({ record, version, key }: Unanswered): Promise<Saved> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await call(saveRequest, { record }, { version, idempotencyKey: key });
      const { srno, msg, warnings } = answer.reply;
      return { srno, msg, warnings, version: answer.version ?? undefined };
    } catch (error) {
      const pause = RETRY_AFTER_MS[tries];
      if (!(error instanceof NetworkError) || pause === undefined) throw error;
      await wait(pause);
    }
  }
}

/**
 * Sends a request so that it is saved once. What was sent without an answer is settled first: sent again as it was, and
 * what has been typed since follows as a change of it.
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
      const saved = await send(pending);
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
