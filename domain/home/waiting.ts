/** What can wait for a person, in the order in which it is shown. */
export const WAITING_KINDS = ['bm', 'zm', 'cm', 'fm', 'link', 'special', 'accept', 'return'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** How many of each kind; a kind that is not for this person is absent. */
export type Waiting = Readonly<Partial<Record<WaitingKind, number>>>;

/** For a kind whose list is followed: another number whenever other things wait, also where they are as many as before. */
export type WaitingMarks = Readonly<Partial<Record<WaitingKind, number>>>;

/** What a page is told of what waits. */
export interface WaitingTold {
  readonly counts: Waiting;
  readonly marks: WaitingMarks;
}

/** Counting stops here, so that a count costs the same however much waits. */
export const MOST_COUNTED = 1_000;

export const totalWaiting = (waiting: Waiting): number =>
  Object.values(waiting).reduce((total, count) => total + count, 0);

/** A count in words: 12, or 999+ where it was not counted on. */
export const shownCount = (count: number, most: number = MOST_COUNTED): string =>
  count < most ? String(count) : `${most - 1}+`;
