import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskList } from 'graphile-worker';
import { MAIL_ERRORS } from '#domain/access/job.ts';
import type { Config } from '../config.ts';
import { traced, type Tracer } from '../current-work.ts';
import type { Database } from '../database.ts';
import type { Outage } from '../db/outage.ts';
import type { Log } from '../log.ts';
import { MailError } from '../mail/errors.ts';
import type { Mailer } from '../mail/mail.ts';
import { openQueue, type Queue } from './queue.ts';

/** The tools of a background job. */
export interface JobTools {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly config: Config;
  readonly log: Log;
  /** The same for all attempts, so that a repeated message can be recognised. */
  readonly jobId: string;
  /** 1 for the first. An attempt that was interrupted because its worker died also counts. */
  readonly attempt: number;
  /** If this attempt fails, there is no automatic retry. */
  readonly isLastTry: boolean;
}

/** A background job, enqueued in the transaction that causes it or run on a schedule. */
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
  readonly outage: Outage;
  /** Null if jobs are not traced. */
  readonly tracer: Tracer | null;
}

const RESTART_MS = 500;

/**
 * Runs jobs until it is stopped. If a run of the queue ends by itself, for example without a database, another one
 * follows.
 */
export async function startWorker({ jobs, tracer, outage, ...tools }: Options): Promise<Worker> {
  const { config, log } = tools;
  const stopped = new AbortController();
  const open = () =>
    openQueue({
      jobsUrl: config.DATABASE_JOBS_URL,
      concurrency: config.WORKER_CONCURRENCY,
      statementTimeoutMs: config.STATEMENT_TIMEOUT_SECONDS * 1_000,
      tasks: tasksOf(jobs, tools, tracer),
      timetable: jobs.flatMap(({ name, cron }) => (cron === undefined ? [] : [`${cron} ${name}`])).join('\n'),
      log,
      outage,
    });
  const closing = new Set<Promise<void>>();
  /** Closed in parallel with the next run, because the jobs in progress may take long. */
  function close(queue: Queue): void {
    const closed = queue
      .close()
      .catch((error: unknown) => log.error({ err: error }, 'the job queue did not close'))
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  async function reopen(): Promise<Queue | null> {
    while (!stopped.signal.aborted) {
      await sleep(RESTART_MS, undefined, { signal: stopped.signal }).catch(() => {});
      try {
        if (stopped.signal.aborted) return null;
        const askedAt = performance.now();
        const queue = await open();
        outage.succeeded(askedAt);
        return queue;
      } catch (error) {
        outage.failed(error, 'the job queue could not be started again');
      }
    }
    return null;
  }

  async function keepOpen(first: Queue): Promise<void> {
    const whenStopped = new Promise<void>((resolve) =>
      stopped.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    for (let queue: Queue | null = first; queue !== null; queue = await reopen()) {
      await Promise.race([queue.ended, whenStopped]);
      close(queue);
    }
    await Promise.all(closing);
  }

  // A worker that cannot start ends its process; only a run that has worked is restarted.
  const working = keepOpen(await open());
  return {
    async stop() {
      stopped.abort();
      await working;
    },
  };
}

const tasksOf = (
  jobs: readonly Job[],
  tools: Omit<Options, 'jobs' | 'tracer' | 'outage'>,
  tracer: Tracer | null,
): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload, { job: { id, attempts, max_attempts: maxAttempts } }) =>
        traced(
          {
            id: `job-${id}`,
            span:
              tracer?.start(`job ${job.name}`, { 'bureau.job': job.name, 'bureau.attempt': attempts }) ??
              null,
          },
          () =>
            job.run(payload, {
              ...tools,
              log: tools.log.child({ job: job.name, jobId: id }),
              jobId: id,
              attempt: attempts,
              isLastTry: attempts >= maxAttempts,
            }),
        ).catch((error: unknown) => {
          // The queue stores only the message of an error, so the message must tell that it is about mail.
          throw error instanceof MailError
            ? new Error(MAIL_ERRORS[error.kind] + error.message, { cause: error })
            : error;
        }),
    ]),
  );
