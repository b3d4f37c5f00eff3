import type { JobState } from '#domain/access/job.ts';
import type { Meaning } from '#web/ui/theme.ts';

const MEANINGS = { waiting: 'waiting', running: 'info', failed: 'refused' } as const;

/** The meaning that gives a state its colour and icon. */
export const meaningOf = (state: JobState): Meaning => MEANINGS[state];
