import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Letterheads } from '#server/rooms/masters/index.ts';
import { deliveryHandlers } from './delivery.handlers.ts';
import { movementHandlers } from './notes.handlers.ts';
import { reportHandlers } from './reports.handlers.ts';
import { stockHandlers } from './stock.handlers.ts';

/** The notes room: who holds which currency notes, and how they go from one to another. */
export const notesHandlers = (letterheads: Letterheads): readonly Bound[] => [
  ...movementHandlers,
  ...deliveryHandlers,
  ...stockHandlers,
  ...reportHandlers(letterheads),
];

export { notesWaiting } from './waiting.ts';

/** What people read when the ledger refuses. */
export const NOTES_CONSTRAINTS = {
  balance_not_below_zero: 'There are not enough notes for this: the holder has fewer than it takes.',
  receiver_works: 'The receiver is not active any more.',
  receiver_delivers: 'The receiver does not deliver any more.',
  transfer_within_branch: 'This executive works in another branch now.',
  transfer_denominations: 'The denominations do not come to the quantity.',
  transfer_reversed_once: 'This entry has been posted back already.',
  movement_one_live: 'Some of these notes have moved or changed meanwhile. Please list them again.',
  employee_holds_notes:
    'This employee holds notes, or has some on their way. They must be moved before this can be changed.',
} as const;
