/** Background jobs as an administrator sees them. */

export const JOB_STATES = ['waiting', 'running', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The prefix of a job error about mail. The rest of the error is the mail server's own reply. */
export const MAIL_ERRORS = { temporary: 'Mail server: ', permanent: 'Mail refused: ' } as const;
/** The queue's error for a job whose worker died during the last attempt. */
const DIED = 'The worker died';

export type JobReason = 'none' | 'mail server' | 'mail refused' | 'worker died' | 'database' | 'unknown';

/** The reason of a job's failure, derived from its error. */
export function jobReason(error: string): JobReason {
  if (error === '') return 'none';
  if (error.startsWith(MAIL_ERRORS.temporary)) return 'mail server';
  if (error.startsWith(MAIL_ERRORS.permanent)) return 'mail refused';
  if (error.startsWith(DIED)) return 'worker died';
  return /statement timeout|ECONN|connection (terminated|timeout)|timeout exceeded/i.test(error)
    ? 'database'
    : 'unknown';
}
