/** Retention: how a person is named in a search, and what keeps the data of a request. */

export const PERSON_KINDS = ['pan', 'idnumber', 'mobile', 'email'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

/** Why the data of a request stays, or `free` if it may go. */
export const ERASURE_STATES = ['free', 'deal', 'open', 'held', 'erased'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

export const MAX_PERSON_CHARS = 100;
export const MAX_REASON_CHARS = 300;
/** The most requests that one search shows and one erasure takes. */
export const MAX_PERSON_REQUESTS = 500;
export const MAX_KEPT_DAYS = 36_525;

/** The value as the database compares it. */
export function personValue(kind: PersonKind, written: string): string {
  const value = written.trim();
  if (kind === 'mobile') return value;
  return kind === 'pan' ? value.toUpperCase() : value.toLowerCase();
}

export const RETENTION_TEXTS = {
  noValue: 'Please enter the number or address of the person.',
  noReason: 'Please give a reason.',
  noSubject: 'There is no such subject.',
  notBackdated: 'A rule begins today or later.',
  tooShort: 'The law demands that these records are kept longer.',
  ruleTwice: 'There is a rule from this day on already.',
  heldAlready: 'There is a hold for this person already.',
  holdEnded: 'This hold has ended already.',
  decided: 'The rule is saved.',
  decidedLater: (day: string) => `The rule is saved. It is shorter than before, so it begins on ${day}.`,
  held: 'The hold is in force.',
  ended: 'The hold has ended.',
  erased: (erased: number, kept: number) =>
    `${erased === 1 ? '1 request' : `${erased} requests`} erased, ${kept === 1 ? '1 is' : `${kept} are`} kept.`,
  paperErased: 'The data of this customer has been erased, so the paper cannot be printed.',
} as const;
