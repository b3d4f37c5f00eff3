import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { poolOf } from '../db/connection.ts';
import type { Outage } from '../db/outage.ts';

const SEAL_EVERY_MS = 2_000;
const MAX_ROWS_PER_SEAL = 5_000;
/** The partitions of coming months are looked after so often. They are made three months ahead. */
const PREPARE_EVERY_MS = 3_600_000;
const PREPARE_AGAIN_MS = 60_000;
/** Many times the duration of a full seal. */
const SEAL_TIMEOUT_MS = 15_000;

export interface Sealer {
  stop(): Promise<void>;
}

/**
 * Seals new trail rows every few seconds, in parallel with the writers and without slowing them down, and makes the
 * partitions of the coming months.
 */
export function startSealer(jobsUrl: string, outage: Outage): Sealer {
  const pool = poolOf(jobsUrl, {
    maxConnections: 1,
    statementTimeoutMs: SEAL_TIMEOUT_MS,
    applicationName: 'bureau sealer',
    onError: (error) => outage.failed(error, 'the sealer lost its connection'),
  });
  const stopped = new AbortController();

  let prepareAt = 0;
  /** Sealing goes on if the months cannot be made at the moment. */
  async function prepare(): Promise<void> {
    if (performance.now() < prepareAt) return;
    const waitMs = await pool.query('select platform.prepare_trail()').then(
      () => PREPARE_EVERY_MS,
      (error: unknown) => {
        outage.failed(error, 'making the coming months of the trail failed');
        return PREPARE_AGAIN_MS;
      },
    );
    prepareAt = performance.now() + waitMs;
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      await prepare();
      const askedAt = performance.now();
      const sealed = await sealTrail(pool).then(
        (rows) => {
          outage.succeeded(askedAt);
          return rows;
        },
        (error: unknown) => {
          outage.failed(error, 'sealing the trail failed');
          return 0;
        },
      );
      if (sealed >= MAX_ROWS_PER_SEAL) continue;
      await sleep(SEAL_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  const running = loop();
  return {
    async stop() {
      stopped.abort();
      await running;
      await pool.end();
    },
  };
}

export async function sealTrail(on: pg.Pool | pg.Client): Promise<number> {
  const result = await on.query<{ sealed: number }>('select platform.seal_trail($1) as sealed', [
    MAX_ROWS_PER_SEAL,
  ]);
  return result.rows[0]?.sealed ?? 0;
}
