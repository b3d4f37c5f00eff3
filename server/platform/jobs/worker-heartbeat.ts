import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Outage } from '../db/outage.ts';
import type { Log } from '../log.ts';

const LOOK_EVERY_MS = 2_000;
/** Longer than a live worker needs to reconnect after PostgreSQL has dropped its connection. */
const SILENT_MS = 4_000;
const ANSWER_MS = 2_000;
const AGAIN_MS = 500;

export interface WorkerHeartbeat {
  close(): Promise<void>;
}

/**
 * Shows with a lock that this worker is alive, on one connection that ends with the process. On the same connection it
 * looks for dead workers and frees their jobs, which the queue itself would hold for four hours.
 */
export function startHeartbeat(
  jobsUrl: string,
  workerId: string,
  { log, outage }: { readonly log: Log; readonly outage: Outage },
): WorkerHeartbeat {
  const stopped = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => {});

  async function live(): Promise<void> {
    const client = new pg.Client({
      connectionString: jobsUrl,
      application_name: 'bureau worker',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    client.on('error', (error) => outage.failed(error, 'the worker lost its proof of life'));
    const askedAt = performance.now();
    try {
      await client.connect();
      await takeLock(client, workerId);
      outage.succeeded(askedAt);
      // Reset with the connection: a worker that was silent meanwhile may only have lost its own connection too.
      let silentSince: ReadonlyMap<string, number> = new Map();
      while (!stopped.signal.aborted) {
        silentSince = await look(client, silentSince);
        await pause(LOOK_EVERY_MS);
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function look(
    client: pg.Client,
    before: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, number>> {
    const now = performance.now();
    const silentSince = new Map(
      (await silentWorkers(client)).map((worker) => [worker, before.get(worker) ?? now]),
    );
    const dead = [...silentSince].flatMap(([worker, since]) => (now - since >= SILENT_MS ? [worker] : []));
    if (dead.length > 0) {
      const jobs = await freeJobsOf(client, dead);
      log.warn({ workers: dead, jobs }, 'jobs of workers that died were freed');
    }
    return silentSince;
  }

  async function keepLiving(): Promise<void> {
    while (!stopped.signal.aborted) {
      await live().catch((error: unknown) => outage.failed(error, 'the proof of life failed'));
      await pause(AGAIN_MS);
    }
  }

  const living = keepLiving();
  return {
    async close() {
      stopped.abort();
      await living;
    },
  };
}

/**
 * A shared lock, so that a new connection does not wait for the end of an old one. The keepalives let PostgreSQL notice
 * soon when the machine is gone.
 */
const takeLock = (client: pg.Client, workerId: string) =>
  client.query(
    `select set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
       set_config('tcp_keepalives_count', '3', false), pg_advisory_lock_shared(platform.worker_lock($1))`,
    [workerId],
  );

async function silentWorkers(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ workers: string[] }>('select platform.silent_workers() as workers');
  return rows[0]?.workers ?? [];
}

async function freeJobsOf(client: pg.Client, workers: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ freed: number }>('select platform.free_jobs_of($1) as freed', [
    workers,
  ]);
  return rows[0]?.freed ?? 0;
}
