/** Short enough that a return to the screen reloads, long enough that a quick look elsewhere does not. */
export const FRESH_MS = 30_000;
