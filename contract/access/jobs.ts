import * as z from 'zod/mini';
import { JOB_STATES } from '#domain/access/job.ts';
import { defineCall } from '../define.ts';
import { json, type Field } from '../fields.ts';
import { named } from '../wire.ts';

/** Background jobs that are waiting, running or failed. */

const shared = {
  endpoint: 'job_a.php',
  session: 'first',
  source: 'docs/readings.md: jobs',
  assumed: true,
} as const;
const read = { ...shared, right: { key: 'JOBS', flag: 'query' }, effect: 'read' } as const;
const write = { ...shared, right: { key: 'JOBS', flag: 'edit' }, effect: 'write' } as const;

export const MAX_JOB_PAGE_ROWS = 100;
const MAX_JOB_ID = 999_999_999_999_999;

const task = z.string().check(z.minLength(1), z.maxLength(128));
const state = z.enum(JOB_STATES);
const jobId = z.int().check(z.minimum(1), z.maximum(MAX_JOB_ID));
const jobIds = z.array(jobId).check(z.minLength(1), z.maxLength(MAX_JOB_PAGE_ROWS));

const jobSearchSchema = z.object({
  state: z.optional(z.enum([...JOB_STATES, 'all'])),
  task: z.optional(task),
  after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_JOB_PAGE_ROWS))),
});
export type JobSearch = z.infer<typeof jobSearchSchema>;

const jobSearch: Field<JobSearch | undefined> & { optional: true } = {
  ...(json(jobSearchSchema) as Field<JobSearch | undefined>),
  optional: true,
};

export const jobRowSchema = named('jb_', {
  id: z.int(),
  task: z.string(),
  state,
  /** When the job is or was due. ISO 8601, UTC, like every timestamp here. */
  runAt: z.string(),
  attempts: z.int(),
  maxAttempts: z.int(),
  /** The error of the last attempt; empty if there was none. */
  error: z.string(),
  created: z.string(),
  /** When the current run started; empty unless the job is running. */
  since: z.string(),
});
export type JobRow = z.infer<typeof jobRowSchema>;

export const jobList = defineCall({
  ...read,
  action: 'list',
  summary: 'Background jobs that wait, run or have failed, newest first; what is done is gone.',
  args: { search: jobSearch },
  reply: z.array(jobRowSchema),
});

export const jobCountsSchema = named('jc_', {
  task: z.string(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
});
export type JobCounts = z.infer<typeof jobCountsSchema>;

export const jobCounts = defineCall({
  ...read,
  action: 'counts',
  summary: 'How many jobs of each task wait, run and have failed.',
  args: {},
  reply: z.array(jobCountsSchema),
});

const doneSchema = z.object({ err: z.string(), msg: z.string(), count: z.int() });

export const jobRetry = defineCall({
  ...write,
  action: 'retry',
  summary:
    'Tries jobs anew, now: those named, or all of a task that have failed. One that runs is left alone.',
  args: { which: json(z.union([z.strictObject({ ids: jobIds }), z.strictObject({ task })])) },
  reply: doneSchema,
});

export const jobDrop = defineCall({
  ...write,
  action: 'drop',
  summary: 'Removes jobs that have failed; they are not tried again.',
  args: { which: json(z.strictObject({ ids: jobIds })) },
  reply: doneSchema,
});
