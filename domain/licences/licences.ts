import { readWireDate, type IsoDate } from '../dates.ts';
import { defineFlow } from '../flow.ts';
import type { LicenceStatus } from './status.ts';

/** The licence documents of an entity and how they are decided. */

export const LICENCE_LIMITS = {
  /** Characters of the reason for a rejection. */
  reason: 500,
  /** Links that can be sent to one entity within a day. */
  linksPerDay: 20,
} as const;

export const LICENCE_TEXTS = {
  noReason: 'Please fill rejection reason.',
  alreadyUploaded: 'Already Uploaded',
  noFurtherStep: 'This document has been decided like that already.',
  reasonTooLong: `A reason can have at most ${LICENCE_LIMITS.reason} characters.`,
  expiryWrong: 'Valid until must be a day after today.',
  notFromPage: 'Only a document that was uploaded on this page can be removed here.',
  notRequired: 'This document is not asked for.',
  noEmail: 'This entity has no e-mail address. Please add one first.',
  notRenewable: 'No documents are required of this entity, so it has no renewal page.',
  tooManyLinks: `At most ${LICENCE_LIMITS.linksPerDay} links can be sent to one entity within a day. Please try again tomorrow.`,
  tooManyFromPage: 'Too many documents were uploaded on this page. Please call us.',
} as const;

/** A document can be rejected while it is pending or approved, and approved while it is pending or rejected. */
export const LICENCE_FLOW = defineFlow<LicenceStatus, null>({
  words: { P: 'Pending', A: 'Approved', R: 'Rejected' },
  steps: [
    { from: ['P', 'A'], to: 'R' },
    { from: ['P', 'R'], to: 'A' },
  ],
  noWay: () => LICENCE_TEXTS.noFurtherStep,
});

/** The statuses from which a decision is possible. */
export const decidedFrom = (to: 'A' | 'R'): readonly LicenceStatus[] =>
  LICENCE_FLOW.states.filter((from) => from !== to && LICENCE_FLOW.can(from, to, null).ok);

export interface Decision {
  readonly status: 'A' | 'R';
  readonly reason: string;
  /** The last day on which the document is valid, as typed; empty if it has none. */
  readonly expiry: string;
}

/** Why a decision cannot be made; null if nothing is known against it. */
export function decisionProblem({ status, reason, expiry }: Decision, today: IsoDate): string | null {
  if (status === 'R') {
    if (reason.trim() === '') return LICENCE_TEXTS.noReason;
    return [...reason.trim()].length > LICENCE_LIMITS.reason ? LICENCE_TEXTS.reasonTooLong : null;
  }
  if (expiry === '') return null;
  const day = readWireDate(expiry);
  return day === null || day <= today ? LICENCE_TEXTS.expiryWrong : null;
}
