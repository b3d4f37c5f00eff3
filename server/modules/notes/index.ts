import { CUSTODY_TEXTS } from '#domain/notes/custody.ts';
import type { Config } from '#server/platform/config.ts';
import type { Bound } from '#server/platform/dispatch/handler.ts';
import type { Letterheads } from '#server/modules/masters/index.ts';
import { deliveryHandlers } from './delivery.handlers.ts';
import { movementHandlers } from './notes.handlers.ts';
import { reportHandlers } from './reports.handlers.ts';
import { stockHandlers } from './stock.handlers.ts';

/** The notes module: custody of currency notes and their movements between holders. */
export const notesHandlers = (config: Config, letterheads: Letterheads): readonly Bound[] => [
  ...movementHandlers({ fourEyes: config.FOUR_EYES }),
  ...deliveryHandlers(config.PROOF_OF_DELIVERY),
  ...stockHandlers,
  ...reportHandlers(letterheads),
];

export { carriesNotes } from './holders.sql.ts';
export { stopsQueue, stopsWaiting } from './stops.ts';
export { notesWaiting } from './waiting.ts';

/** The messages that users see when a constraint of the ledger refuses a change. */
export const NOTES_CONSTRAINTS = {
  balance_not_below_zero: 'There are not enough notes for this: the holder has fewer than it takes.',
  receiver_works: 'The receiver is not active any more.',
  receiver_delivers: 'The receiver does not deliver any more.',
  transfer_within_branch: 'This executive works in another branch now.',
  transfer_denominations: 'The denominations do not come to the quantity.',
  transfer_reversed_once: 'This entry has been posted back already.',
  movement_one_live: 'Some of these notes have moved or changed meanwhile. Please list them again.',
  custody_to_oneself: CUSTODY_TEXTS.sendToOneself,
  custody_of_another: CUSTODY_TEXTS.sendForAnother,
  custody_draw: CUSTODY_TEXTS.drawForOneself,
  custody_draw_after_taking: CUSTODY_TEXTS.drawAfterTaking,
  employee_holds_notes:
    'This employee holds notes, or has some on their way. They must be moved before this can be changed.',
} as const;
