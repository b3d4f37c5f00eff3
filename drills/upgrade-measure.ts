import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import { largest, percentile } from './drill.ts';
import type { Answer, Office } from './soak-office.ts';

const SETTLE_MS = 5_000;
const LOOK_EVERY_MS = 50;

/** What people at work saw while something was done, and what PostgreSQL knows of it. */
export interface Measured {
  readonly answers: readonly Answer[];
  readonly longestMs: number;
  readonly p99Ms: number;
  readonly busy: number;
  readonly deadlocks: number;
  /** The longest wait for a table of anybody but the migration. */
  readonly longestWaitMs: number;
}

export async function measureWork(
  office: Office,
  adminUrl: string,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const client = await openClient({ connectionString: adminUrl, application_name: 'bureau migrate measure' });
  try {
    const [from, busy, deadlocks] = [office.answers.length, office.busy, await deadlocksSoFar(client)];
    let isOver = false;
    const watching = watchWaits(client, () => isOver);
    try {
      await work();
      // Sessions report their statistics now and then, and calls that wait have not been answered yet.
      await sleep(SETTLE_MS);
    } finally {
      isOver = true;
      await watching;
    }
    const answers = office.answers.slice(from);
    const times = answers.map(({ ms }) => ms);
    return {
      answers,
      longestMs: largest(times),
      p99Ms: percentile(times, 0.99),
      busy: office.busy - busy,
      deadlocks: (await deadlocksSoFar(client)) - deadlocks,
      longestWaitMs: await watching,
    };
  } finally {
    await client.end();
  }
}

async function deadlocksSoFar(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ deadlocks: number }>(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks ?? 0;
}

async function watchWaits(client: pg.Client, isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) {
    const { rows } = await client.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)) * 1000, 0)::integer as ms
       from pg_locks l join pg_stat_activity a using (pid)
       where l.locktype = 'relation' and not l.granted and a.application_name !~ 'migrate'`,
    );
    longest = Math.max(longest, rows[0]?.ms ?? 0);
    await sleep(LOOK_EVERY_MS);
  }
  return longest;
}

const SHOWN_CALLS = 6;

/** What was done when, so that a slow call can be told from its step. */
export class Steps {
  readonly #steps: { readonly name: string; readonly begunAt: number }[] = [];

  begin(name: string): void {
    this.#steps.push({ name, begunAt: Date.now() });
  }

  /** Since the first step. */
  get seconds(): number {
    return (Date.now() - (this.#steps[0]?.begunAt ?? Date.now())) / 1_000;
  }

  slowest(answers: readonly Answer[]): string {
    const shown = ({ what, begunAt, ms }: Answer) => {
      const step = this.#steps.findLast((one) => one.begunAt <= begunAt);
      const after = (begunAt - (step?.begunAt ?? begunAt)) / 1_000;
      return `${what} ${Math.round(ms)} ms, ${after.toFixed(1)} s after ${step?.name ?? 'nothing'} began`;
    };
    return answers
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, SHOWN_CALLS)
      .map(shown)
      .join('; ');
  }
}
