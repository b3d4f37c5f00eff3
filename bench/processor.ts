import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const TICKS_PER_SECOND = 100;

/**
 * The processor seconds that a server and the connections to its database have used so far, as Linux counts them. Unlike
 * the time of a clock they do not depend on other work on the machine.
 */
export async function processorSeconds(server: number, admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const ticks = await Promise.all(
    [server, ...rows.map(({ pid }) => pid)].map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
      return user + system;
    }),
  );
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}
