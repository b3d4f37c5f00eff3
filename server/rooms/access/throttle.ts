import { systemActing, type Database } from '#server/platform/database.ts';
import { tooMany } from '#server/platform/dispatch/problems.ts';
import { throttleClear, throttleCount, throttleLeft } from './access.sql.ts';

const WINDOW_SECONDS = 15 * 60;

/** How often each bucket may fail within the window; buckets are shared by all processes. */
export type Buckets = Readonly<Record<string, number>>;

/**
 * Failures by user and address, by user, and by address. A user locked out by someone elsewhere can still come in,
 * because the tight limit is for the pair; unknown names are counted like known ones, so that nothing is learned.
 */
export function signInBuckets(username: string, address: string | null, failures: number): Buckets {
  const user = username.toLowerCase();
  const from = address ?? 'unknown';
  return {
    [`user ${user} from ${from}`]: failures,
    [`user ${user}`]: failures * 10,
    [`from ${from}`]: failures * 20,
  };
}

const acting = systemActing('access.throttle');

/** Refuses before any work is done when a bucket is full. */
export async function refuseWhenFull(database: Database, buckets: Buckets): Promise<void> {
  const rows = await database.write(acting, (tx) => tx.rows(throttleLeft, [Object.keys(buckets)]));
  for (const row of rows) if (row.count >= (buckets[row.bucket] ?? Infinity)) throw tooMany(row.seconds);
}

export const countFailure = (database: Database, buckets: Buckets): Promise<unknown> =>
  database.write(acting, (tx) => tx.rows(throttleCount, [Object.keys(buckets), WINDOW_SECONDS]));

/** A success forgives the pair of user and address, not the address as a whole. */
export const forgive = (database: Database, username: string, address: string | null): Promise<unknown> =>
  database.write(acting, (tx) =>
    tx.rows(throttleClear, [[`user ${username.toLowerCase()} from ${address ?? 'unknown'}`]]),
  );
