import pg from 'pg';
import type { Log } from '../log.ts';

const SEAL_EVERY_MS = 2_000;
const MAX_ROWS_PER_SEAL = 5_000;

export interface Sealer {
  stop(): Promise<void>;
}

/** Seals new trail rows every few seconds, beside the writers and without slowing them. */
export function startSealer(jobsUrl: string, log: Log): Sealer {
  const pool = new pg.Pool({ connectionString: jobsUrl, max: 1, application_name: 'bureau sealer' });
  pool.on('error', (error) => log.error({ err: error }, 'the sealer lost its connection'));
  let stopped = false;
  let wake = () => {};

  async function loop(): Promise<void> {
    while (!stopped) {
      const sealed = await sealTrail(pool).catch((error: unknown) => {
        log.error({ err: error }, 'sealing the trail failed');
        return 0;
      });
      if (sealed >= MAX_ROWS_PER_SEAL || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, SEAL_EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = loop();
  return {
    async stop() {
      stopped = true;
      wake();
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
