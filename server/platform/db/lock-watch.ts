import type pg from 'pg';
import { openClient } from './client.ts';

const LOOK_EVERY_MS = 250;
const SAY_EVERY_MS = 10_000;
const MAX_QUERY_CHARS = 80;

/** The sessions for which another one waits. A role that is not allowed to see their statements gets no text. */
const BLOCKERS = `select 'process ' || pid || coalesce(' (' || nullif(application_name, '') || ')', '') || ', ' || coalesce(state, 'hidden')
    || coalesce(' for ' || round(extract(epoch from clock_timestamp() - xact_start))::integer || ' s', '')
    || coalesce(': ' || left(regexp_replace(query, '\\s+', ' ', 'g'), ${MAX_QUERY_CHARS}), '') as said
  from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by pid`;

/**
 * Watches from a second connection for whom the migration waits, because after a lock timeout PostgreSQL no longer knows. A
 * long wait is said while it lasts.
 */
export class LockWatch {
  readonly #client: pg.Client;
  readonly #pid: number;
  readonly #say: (line: string) => void;
  #what = '';
  #blockers: readonly string[] = [];
  #saidAt = 0;
  #isOver = false;
  #watching: Promise<void> = Promise.resolve();

  private constructor(client: pg.Client, pid: number, say: (line: string) => void) {
    this.#client = client;
    this.#pid = pid;
    this.#say = say;
  }

  static async open(url: string, pid: number, say: (line: string) => void): Promise<LockWatch> {
    const client = await openClient({ connectionString: url, application_name: 'bureau migrate watch' });
    const watch = new LockWatch(client, pid, say);
    watch.#watching = watch.#run();
    return watch;
  }

  /** Forgets earlier waits: from now on the migration does this. */
  begin(what: string): void {
    this.#what = what;
    this.#blockers = [];
    this.#saidAt = performance.now();
  }

  /** The sessions for which the migration waited last, as a part of a sentence. */
  get blockers(): string {
    return this.#blockers.length === 0 ? 'a lock' : this.#blockers.join('; ');
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#watching;
    await this.#client.end();
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#look().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async #look(): Promise<void> {
    const { rows } = await this.#client.query<{ said: string }>(BLOCKERS, [this.#pid]);
    if (rows.length === 0) return;
    this.#blockers = rows.map(({ said }) => said);
    if (performance.now() - this.#saidAt < SAY_EVERY_MS) return;
    this.#saidAt = performance.now();
    this.#say(`${this.#what} waits for ${this.blockers}`);
  }
}
