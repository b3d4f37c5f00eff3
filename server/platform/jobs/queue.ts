import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Logger, parseCrontab, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import { poolOf } from '../db/connection.ts';
import { isOutage, type Outage } from '../db/outage.ts';
import type { Log } from '../log.ts';
import { WAITING_CHANNEL } from '../waiting.ts';
import { startHeartbeat, type WorkerHeartbeat } from './worker-heartbeat.ts';

/** How long the queue may take to record its last jobs after they have ended. */
const FAREWELL_MS = 5_000;
const POLL_MS = 2_000;
/** A failed job is recorded by this time. */
const RECORDED_AFTER_MS = 1_000;

export interface QueueOptions {
  readonly jobsUrl: string;
  readonly concurrency: number;
  readonly statementTimeoutMs: number;
  readonly tasks: TaskList;
  /** Lines of a crontab. */
  readonly timetable: string;
  readonly log: Log;
  readonly outage: Outage;
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
  const { jobsUrl, concurrency, log, outage } = options;
  const pool = releasedOnce(
    poolOf(jobsUrl, {
      maxConnections: concurrency + 2,
      statementTimeoutMs: options.statementTimeoutMs,
      applicationName: 'bureau jobs',
      onError: (error) => outage.failed(error, 'the job queue lost a connection'),
    }),
  );
  const events: WorkerEvents = new EventEmitter();
  const hasEnded = Promise.withResolvers<void>();
  const running = new Set<Promise<unknown>>();
  let heartbeat: WorkerHeartbeat | undefined;
  // The lock on a job carries the name of the whole pool, which the queue assigns.
  events.on('pool:create', ({ workerPool }) => {
    heartbeat = startHeartbeat(jobsUrl, workerPool.id, { log, outage });
  });
  for (const event of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
    events.on(event, () => hasEnded.resolve());
  // The job may have been taken although the answer was lost. This run would hold it as long as it lives without doing
  // it.
  events.on('worker:getJob:error', () => hasEnded.resolve());
  // Administrators see failed jobs on home. The event comes before the failure is recorded. A notice that is lost does no
  // harm, because home also counts once a minute.
  events.on('job:failed', () => {
    const notify = () => void pool.query(`select pg_notify($1, 'jobs:')`, [WAITING_CHANNEL]).catch(() => {});
    setTimeout(notify, RECORDED_AFTER_MS).unref();
  });

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
      logger: new Logger(() => (level, message, meta) => {
        // The queue says of each of its parts that it has lost the database; the outage says it once for all.
        if (isOutage(meta?.['error']))
          return outage.failed(meta?.['error'], 'the job queue lost a connection');
        if (outage.isKnown) return;
        if (level === 'error') log.error({ from: 'job queue' }, message);
        else if (level === 'warning') log.warn({ from: 'job queue' }, message);
      }),
    });
  const runner = await start().catch(async (error: unknown) => {
    await heartbeat?.close();
    await pool.end();
    throw error;
  });
  const finished = runner.promise.catch((error: unknown) => outage.failed(error, 'the job queue stopped'));
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

type Connected = Parameters<pg.Pool['connect']>[0];
type Release = pg.PoolClient['release'];

/**
 * graphile-worker releases the connection on which it listens a second time if it is lost while a run ends. The pool throws
 * then, nothing handles it, and the process would end.
 */
function releasedOnce(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as {
    (): Promise<pg.PoolClient>;
    (connected: Connected): void;
  };
  const connectOnce = (connected?: Connected): Promise<pg.PoolClient> | undefined => {
    if (connected === undefined) return connect();
    connect((error, client, release: Release | undefined) => {
      let isReleased = false;
      connected(error, client, (broken?: Error | boolean) => {
        // Without a connection there is nothing to release.
        if (!isReleased) release?.(broken);
        isReleased = true;
      });
    });
    return undefined;
  };
  pool.connect = connectOnce as pg.Pool['connect'];
  return pool;
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
