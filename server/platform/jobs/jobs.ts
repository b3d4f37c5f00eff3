import { EventEmitter } from 'node:events';
import { Logger, parseCrontab, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { MAIL_ERRORS } from '#domain/access/job.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';
import type { Log } from '../log.ts';
import { MailError } from '../mail/errors.ts';
import type { Mailer } from '../mail/mail.ts';
import { openLifeline, type Lifeline } from './lifeline.ts';

/** What background work may use. */
export interface JobTools {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly config: Config;
  readonly log: Log;
  /** Stable over retries, so that what is sent twice can be recognised. */
  readonly jobId: string;
  /** 1 for the first; a try that broke off because its worker died counts as well. */
  readonly attempt: number;
  /** When this one fails nothing tries again by itself. */
  readonly isLastTry: boolean;
}

/** A piece of background work, enqueued in the transaction that causes it or run by the clock. */
export interface Job {
  readonly name: string;
  readonly cron?: string;
  readonly run: (payload: unknown, tools: JobTools) => Promise<void>;
}

export interface Worker {
  stop(): Promise<void>;
}

interface Options extends Omit<JobTools, 'jobId' | 'attempt' | 'isLastTry'> {
  readonly jobs: readonly Job[];
}

const POLL_MS = 2_000;

export async function startWorker({ jobs, ...tools }: Options): Promise<Worker> {
  const { DATABASE_JOBS_URL: jobsUrl, WORKER_CONCURRENCY: concurrency } = tools.config;
  const pool = new pg.Pool({ connectionString: jobsUrl, max: concurrency + 2 });
  const onPoolError = (error: Error) => tools.log.error({ err: error }, 'the job queue lost a connection');
  pool.on('error', onPoolError);
  pool.on('connect', (client) => client.on('error', onPoolError));
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload, { job: { id, attempts, max_attempts: maxAttempts } }) =>
        job
          .run(payload, {
            ...tools,
            log: tools.log.child({ job: job.name, jobId: id }),
            jobId: id,
            attempt: attempts,
            isLastTry: attempts >= maxAttempts,
          })
          .catch((error: unknown) => {
            // What the queue keeps of an error is its words, so these must say whose they are.
            throw error instanceof MailError
              ? new Error(MAIL_ERRORS[error.kind] + error.message, { cause: error })
              : error;
          }),
    ]),
  );
  const timetable = jobs
    .flatMap(({ name, cron }) => (cron === undefined ? [] : [`${cron} ${name}`]))
    .join('\n');
  // Jobs are held in the name of the whole pool, which has its name from the queue.
  const events: WorkerEvents = new EventEmitter();
  let lifeline: Lifeline | undefined;
  events.on('pool:create', ({ workerPool }) => {
    lifeline = openLifeline(jobsUrl, workerPool.id, tools.log);
  });
  const runner = await run({
    pgPool: pool,
    events,
    taskList,
    parsedCronItems: parseCrontab(timetable),
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') tools.log.error({ from: 'job queue' }, message);
      else if (level === 'warning') tools.log.warn({ from: 'job queue' }, message);
    }),
  });
  // Its own promise rejects when the queue cannot go on; the log says so and readiness turns bad with the database.
  runner.promise
    .catch((error: unknown) => tools.log.error({ err: error }, 'the job queue stopped'))
    .finally(() => lifeline?.close());
  return {
    async stop() {
      await runner.stop().catch(() => {});
      await lifeline?.close();
      await pool.end();
    },
  };
}
