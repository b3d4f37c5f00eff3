/** Short enough that coming back to the screen asks anew, long enough that a quick look elsewhere does not. */
export const FRESH_MS = 30_000;
