import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { poolOf } from '../db/connection.ts';
import type { Log } from '../log.ts';

const SEAL_EVERY_MS = 2_000;
const MAX_ROWS_PER_SEAL = 5_000;
/** Many times the duration of a full seal. */
const SEAL_TIMEOUT_MS = 15_000;

export interface Sealer {
  stop(): Promise<void>;
}

/** Seals new trail rows every few seconds, in parallel with the writers and without slowing them down. */
export function startSealer(jobsUrl: string, log: Log): Sealer {
  const pool = poolOf(jobsUrl, {
    maxConnections: 1,
    statementTimeoutMs: SEAL_TIMEOUT_MS,
    applicationName: 'bureau sealer',
    onError: (error) => log.error({ err: error }, 'the sealer lost its connection'),
  });
  const stopped = new AbortController();

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      const sealed = await sealTrail(pool).catch((error: unknown) => {
        log.error({ err: error }, 'sealing the trail failed');
        return 0;
      });
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
