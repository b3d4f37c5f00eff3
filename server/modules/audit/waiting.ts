import type { WaitingSource } from '#server/platform/waiting.ts';

/** Discrepancies that wait for an answer of the branch, or for a decision. */
export const auditWaiting: readonly WaitingSource[] = [];
