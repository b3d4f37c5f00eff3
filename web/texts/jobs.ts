import type { JobReason, JobState } from '#domain/access/job.ts';

/** The users' name of each task; a task without an entry shows its own name. */
const TASKS: Readonly<Record<string, string>> = {
  'access:reset': 'Password mails',
  'access:emailchanged': 'Mails about a changed e-mail address',
  'access:sweep': 'Clear out expired sessions',
  'payments:cancel': 'Cancel payment links',
  'payments:reconcile': 'Look for payments nobody told of',
  'payments:settle': 'Ask about payments',
  'platform:forget-keys': 'Forget old keys of writes',
};

const REASONS: Readonly<Record<JobReason, string>> = {
  none: '',
  'mail server': 'The mail server could not be reached, or takes no mail now.',
  'mail refused': 'The mail server refused this mail for good.',
  'worker died': 'The program was stopped in the middle of it.',
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
    'Work in the background, such as mails: what waits, runs or has failed. What is done is no longer here.',
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
    'Nothing waits, runs or has failed. Mails and other work in the background appear here while they are under way.',
  empty: 'Nothing found',
  emptyText: 'No job fits this search.',
  open: {
    title: (task: string, id: number) => `${task}, no. ${id}`,
    nextTry: 'Next try',
    since: 'Runs since',
    again: 'It will be tried again by itself.',
    over: 'It has been tried as often as it may, and is not tried again by itself.',
    error: 'The error in its own words',
    gone: 'This job is no longer in this list: it is under way, done or dropped.',
    retry: 'Retry now',
    drop: 'Drop',
    dropTitle: 'Drop this job?',
    dropText: 'It is removed and will not be done. The trail keeps that you dropped it.',
  },
};
