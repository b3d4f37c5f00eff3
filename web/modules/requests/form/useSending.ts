import { useState } from 'react';
import type { RequestInput } from '#contract/requests/form.ts';
import { makeSubmission } from '#web/wire/call.ts';
import { NetworkError } from '#web/wire/problems.ts';
import { sendRequest, type Saved, type Unanswered } from './sendRequest.ts';

/** A submitted request, with the number of documents that were uploaded with it. */
export interface SubmittedRequest extends Saved {
  readonly documents: number;
  /** The answer of the server if the user sent the payment link; null if not. */
  readonly link: { readonly isSent: boolean; readonly words: string } | null;
}

/**
 * Sends a request so that it is saved exactly once. A save without a reply is settled first: it is sent again
 * unchanged, and newer input follows as a change of it.
 */
export function useSending(restored: Unanswered | null) {
  const [submission] = useState(makeSubmission);
  const [unanswered, setUnanswered] = useState(restored);

  /** The attempt with this content: the earlier one if it got no reply, so that it has the same key. */
  function attemptOf(record: RequestInput, version: number | undefined): Unanswered {
    const content = JSON.stringify([record, version]);
    return unanswered !== null && JSON.stringify([unanswered.record, unanswered.version]) === content
      ? unanswered
      : { record, version, key: submission.keyFor([record, version]) };
  }

  async function sendOnce(record: RequestInput, version: number | undefined): Promise<Saved> {
    const pending = attemptOf(record, version);
    setUnanswered(pending);
    try {
      const saved = await sendRequest(pending, pending === unanswered);
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
    /** The attempts that are still to make so that this content is saved, in their order. */
    attemptsFor(record: RequestInput, version: number | undefined): readonly Unanswered[] {
      const attempt = attemptOf(record, version);
      return unanswered === null || unanswered === attempt ? [attempt] : [unanswered, attempt];
    },
    async save(record: RequestInput, version: number | undefined): Promise<Saved> {
      const isAnotherTry =
        unanswered === null || JSON.stringify(unanswered.record) === JSON.stringify(record);
      if (isAnotherTry) return sendOnce(record, version);
      const settled = await sendOnce(unanswered.record, unanswered.version);
      return sendOnce({ ...record, reqSrNo: settled.srno }, settled.version);
    },
  };
}
