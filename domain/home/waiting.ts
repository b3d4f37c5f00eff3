/** The kinds of work that can wait for a user, in display order. */
export const WAITING_KINDS = [
  'deliver',
  'collect',
  'sentback',
  'bm',
  'zm',
  'cm',
  'fm',
  'link',
  'special',
  'unpaid',
  'publish',
  'accept',
  'return',
  'answer',
  'answermaster',
  'decide',
  'decidemaster',
  'flashanswer',
  'flashanswertran',
  'flashdecide',
  'flashdecidetran',
  'auditopen',
  'auditreview',
  'flashopen',
  'flashreview',
  'licence',
  'proposal',
  'job',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** The count of each kind; a kind that this user does not see is absent. */
export type Waiting = Readonly<Partial<Record<WaitingKind, number>>>;

/**
 * For a kind whose list the page follows: a number that changes whenever different items wait, even if their count
 * stays the same.
 */
export type WaitingMarks = Readonly<Partial<Record<WaitingKind, number>>>;

/** The counts and marks that a page receives. */
export interface WaitingReply {
  readonly counts: Waiting;
  readonly marks: WaitingMarks;
}

/** Counting stops here, so that a count costs the same however much work waits. */
export const MOST_COUNTED = 1_000;

export const totalWaiting = (waiting: Waiting): number =>
  Object.values(waiting).reduce((total, count) => total + count, 0);

/** A count as text: 12, or 999+ if counting stopped. */
export const shownCount = (count: number, most: number = MOST_COUNTED): string =>
  count < most ? String(count) : `${most - 1}+`;
