/** The note that says how the money of a special approval came. */
export const MAX_SETTLEMENT_NOTE_CHARS = 250;
