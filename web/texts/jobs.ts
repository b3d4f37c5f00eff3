import type { JobReason, JobState } from '#domain/access/job.ts';

/** The users' name of each task; a task without an entry shows its own name. */
const TASKS: Readonly<Record<string, string>> = {
  'access:reset': 'Password mails',
  'access:emailchanged': 'Mails about a changed e-mail address',
  'access:holdleft': 'Mails about numbers on hold',
  'payments:cancel': 'Cancel payment links',
  'payments:reconcile': 'Find payments without a notification',
  'payments:settle': 'Ask about payments',
  'platform:note-head': 'Sign the head of the trail',
  'platform:retention': 'Remove old records',
  'platform:unwanted': 'Remove files of erased records',
};

const REASONS: Readonly<Record<JobReason, string>> = {
  none: '',
  'mail server': 'The mail server could not be reached or is not accepting mail.',
  'mail refused': 'The mail server rejected this mail permanently.',
  'worker died': 'The program stopped while the job was running.',
  database: 'The database did not answer.',
  unknown: 'Something went wrong in the program.',
};

const STATES: Readonly<Record<JobState, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Failed',
};

/** All texts of the jobs screen. A translation is a second object of this shape. */
export const jobsText = {
  title: 'Jobs',
  detail:
    'Background work such as mails: jobs that are waiting, running or failed. Finished jobs are not shown.',
  taskName: (task: string) => TASKS[task] ?? task,
  reasons: REASONS,
  states: STATES,
  count: (count: number, state: JobState) => `${count} ${STATES[state].toLowerCase()}`,
  counts: 'Jobs by task',
  retryAll: 'Retry all failed',
  retryAllOf: (task: string) => `Retry all failed: ${task}`,
  search: 'Search the jobs',
  state: 'State',
  task: 'Task',
  why: 'Why it failed',
  due: 'Due',
  tries: 'Tries',
  triesOf: (tries: number, most: number) => `${tries} of ${most}`,
  created: 'Added',
  number: 'No.',
  idle: 'Nothing to do',
  idleText:
    'No job is waiting, running or failed. Mails and other background work appear here until they are done.',
  empty: 'Nothing found',
  emptyText: 'No job matches this search.',
  open: {
    title: (task: string, id: number) => `${task}, no. ${id}`,
    nextTry: 'Next try',
    since: 'Running since',
    again: 'It will be retried automatically.',
    over: 'It has reached the limit of tries and will not be retried automatically.',
    error: 'Error message',
    gone: 'This job is no longer in the list: it is running, done or dropped.',
    retry: 'Retry now',
    drop: 'Drop',
    dropTitle: 'Drop this job?',
    dropText: 'The job is removed and will not run. The trail records that you dropped it.',
  },
};
