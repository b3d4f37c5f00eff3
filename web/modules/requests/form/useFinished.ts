import { useMemo, useState } from 'react';
import { sendPaymentLink } from '#contract/payments/payments.ts';
import { TEXTS } from '#domain/messages.ts';
import { isAboveZero, type Rupees } from '#domain/money.ts';
import { asksForLink } from '#domain/requests/complete.ts';
import { missingForLink } from '#domain/requests/payment-link.ts';
import type { RequestDraft } from '#domain/requests/draft.ts';
import { call } from '#web/wire/call.ts';
import { messageOf } from '#web/wire/problems.ts';
import type { Saved } from './sendRequest.ts';
import type { SubmittedRequest } from './useSending.ts';

/** The recipient and the amount of a payment link that the user may send now. */
export interface LinkToSend {
  readonly email: string;
  readonly amount: Rupees;
}

/** The link of a draft that can be sent as soon as the draft is submitted; null if there is none. */
export function linkToSend(draft: RequestDraft, left: Rupees | null): LinkToSend | null {
  if (left === null || !isAboveZero(left) || !asksForLink(draft)) return null;
  return missingForLink(draft).length > 0 ? null : { email: draft.email.trim(), amount: left };
}

interface Finished {
  readonly saved: Saved;
  readonly wasNew: boolean;
  /** Set until the user has answered whether to send it. */
  readonly link: LinkToSend | null;
  readonly linkNews: SubmittedRequest['link'];
}

/** A submitted request whose form stays until its documents are uploaded and the question about its link is answered. */
export function useFinished(waiting: number, uploaded: number) {
  const [finished, setFinished] = useState<Finished | null>(null);
  const isDone = finished !== null && waiting === 0 && finished.link === null;
  const done = useMemo((): { saved: SubmittedRequest; wasNew: boolean } | null => {
    if (finished === null || !isDone) return null;
    const { saved, wasNew, linkNews: link } = finished;
    return { saved: { ...saved, documents: uploaded, link }, wasNew };
  }, [finished, isDone, uploaded]);

  const answered = (linkNews: SubmittedRequest['link']) =>
    setFinished((before) => before && { ...before, link: null, linkNews: before.linkNews ?? linkNews });

  return {
    isFinished: finished !== null,
    /** Set when nothing keeps the form any more. */
    done,
    heldBy: finished !== null && !isDone ? finished.saved.srno : 0,
    finish: (saved: Saved, wasNew: boolean, link: LinkToSend | null) =>
      setFinished({ saved, wasNew, link, linkNews: null }),
    /** Asked once no document waits any more. */
    link: waiting === 0 ? (finished?.link ?? null) : null,
    sendLink: async (): Promise<void> => {
      if (finished === null) return;
      try {
        await call(sendPaymentLink, { srno: finished.saved.srno });
        answered({ isSent: true, words: TEXTS.linkSent });
      } catch (error) {
        answered({ isSent: false, words: messageOf(error) });
      }
    },
    sendNoLink: () => answered(null),
  };
}
