/** Background work as an administrator reads of it. */

export const JOB_STATES = ['waiting', 'running', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** How the error of a job begins where it is about mail; the rest is the mail server's own words. */
export const MAIL_ERRORS = { temporary: 'Mail server: ', permanent: 'Mail refused: ' } as const;
/** What the queue says of a job whose worker died during its last try. */
const DIED = 'The worker died';

export type JobReason = 'none' | 'mail server' | 'mail refused' | 'worker died' | 'database' | 'unknown';

/** Why a job failed, as far as its error tells. */
export function jobReason(error: string): JobReason {
  if (error === '') return 'none';
  if (error.startsWith(MAIL_ERRORS.temporary)) return 'mail server';
  if (error.startsWith(MAIL_ERRORS.permanent)) return 'mail refused';
  if (error.startsWith(DIED)) return 'worker died';
  return /statement timeout|ECONN|connection (terminated|timeout)|timeout exceeded/i.test(error)
    ? 'database'
    : 'unknown';
}
