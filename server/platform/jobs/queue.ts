import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCrontab, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import { poolOf } from '../db/connection.ts';
import type { Log } from '../log.ts';
import { startHeartbeat, type WorkerHeartbeat } from './worker-heartbeat.ts';

/** How long the queue may take to record its last jobs after they have ended. */
const FAREWELL_MS = 5_000;
const POLL_MS = 2_000;

export interface QueueOptions {
  readonly jobsUrl: string;
  readonly concurrency: number;
  readonly statementTimeoutMs: number;
  readonly tasks: TaskList;
  /** Lines of a crontab. */
  readonly timetable: string;
  readonly log: Log;
}

/** One run of the job queue. */
export interface Queue {
  /** Settles when the queue takes no more jobs, whether it was closed or ended by itself. */
  readonly ended: Promise<void>;
  /** Takes no more jobs and waits for those in progress. */
  close(): Promise<void>;
}

/**
 * Starts graphile-worker. A run ends when it could not take a job or record the end of one, for example because the
 * database was unreachable at that moment. Its caller then starts another run. The ends are recorded in batches,
 * because otherwise such a failure is unhandled and would end the process.
 */
export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { jobsUrl, concurrency, log } = options;
  const pool = poolOf(jobsUrl, {
    maxConnections: concurrency + 2,
    statementTimeoutMs: options.statementTimeoutMs,
    applicationName: 'bureau jobs',
    onError: (error) => log.error({ err: error }, 'the job queue lost a connection'),
  });
  const events: WorkerEvents = new EventEmitter();
  const hasEnded = Promise.withResolvers<void>();
  const running = new Set<Promise<unknown>>();
  let heartbeat: WorkerHeartbeat | undefined;
  // The lock on a job carries the name of the whole pool, which the queue assigns.
  events.on('pool:create', ({ workerPool }) => {
    heartbeat = startHeartbeat(jobsUrl, workerPool.id, log);
  });
  for (const event of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
    events.on(event, () => hasEnded.resolve());
  // The job may have been taken although the answer was lost. This run would hold it as long as it lives without doing
  // it.
  events.on('worker:getJob:error', () => hasEnded.resolve());

  const start = () =>
    run({
      pgPool: pool,
      events,
      taskList: Object.fromEntries(
        Object.entries(options.tasks).map(([name, task]) => [name, task && tracked(task, running)]),
      ),
      parsedCronItems: parseCrontab(options.timetable),
      concurrency,
      pollInterval: POLL_MS,
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        if (level === 'error') log.error({ from: 'job queue' }, message);
        else if (level === 'warning') log.warn({ from: 'job queue' }, message);
      }),
    });
  const runner = await start().catch(async (error: unknown) => {
    await heartbeat?.close();
    await pool.end();
    throw error;
  });
  const finished = runner.promise.catch((error: unknown) =>
    log.error({ err: error }, 'the job queue stopped'),
  );
  void finished.then(() => hasEnded.resolve());

  return {
    ended: hasEnded.promise,
    async close() {
      const stopped = runner.stop().catch(() => {});
      while (running.size > 0) await Promise.allSettled(running);
      // Without a database the queue may wait forever to record finished jobs.
      await Promise.race([stopped.then(() => finished), sleep(FAREWELL_MS, undefined, { ref: false })]);
      // From here on the other workers, or the next run, free the jobs whose end could not be recorded.
      await heartbeat?.close();
      await pool.end();
    },
  };
}

function tracked(task: Task, running: Set<Promise<unknown>>): Task {
  return async (payload, helpers) => {
    const under = Promise.resolve(task(payload, helpers));
    running.add(under);
    try {
      return await under;
    } finally {
      running.delete(under);
    }
  };
}
