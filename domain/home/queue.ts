import { WAITING_KINDS, type WaitingKind } from './waiting.ts';

/** The groups of work that home lists row by row, in display order. */
export const QUEUE_KINDS = [
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
  'refund',
  'draft',
] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** The most rows of one group. The screen of the group lists the others. */
export const MOST_QUEUE_ROWS = 20;
/** The most currencies that a row names; it counts the others. */
export const MOST_ROW_LINES = 3;

/** A kind that is counted live has the same name in both lists. */
export const isListed = (kind: WaitingKind): boolean => (QUEUE_KINDS as readonly string[]).includes(kind);
/** Drafts and money to return are listed but not counted live. */
export const isCounted = (kind: QueueKind): boolean => (WAITING_KINDS as readonly string[]).includes(kind);
