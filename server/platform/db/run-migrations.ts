import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Migration } from './declarations.ts';
import type { LockWatch } from './lock-watch.ts';
import {
  concurrentIndexOf,
  runsOutsideTransaction,
  statementsOf,
  waitsForOthers,
} from './migration-statements.ts';
import { sqlState } from './pool.ts';

/** The advisory lock of migrations: one process at a time migrates a database. */
const TURN = '7241865325823964';
const TURN_EVERY_MS = 500;
/**
 * Every save waits behind a migration that waits for a table, so this is shorter than the two seconds that a call may
 * take, and longer than deadlock_timeout (1 s), after which PostgreSQL ends an autovacuum that is in the way.
 */
const LOCK_TIMEOUT = '1500ms';
/** Nobody waits behind the concurrent build of an index, and each attempt would begin it anew. */
const CONCURRENT_LOCK_TIMEOUT = '30min';
/** A server process whose client was killed ends what it does after so long, and frees its locks. */
const CLIENT_CHECK = '2s';
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, ...Array<number>(16).fill(15_000)];

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

export interface RunOptions {
  readonly say: (line: string) => void;
  /** The pauses between attempts to get a lock; there is one attempt more. */
  readonly pausesMs?: readonly number[];
}

/** Runs the migrations that have not run yet, each once and in order, and returns their names. */
export async function runMigrations(
  client: pg.Client,
  watch: LockWatch,
  migrations: readonly Migration[],
  { say, pausesMs = PAUSES_MS }: RunOptions,
): Promise<readonly string[]> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  const done = await namesRun(client);
  refuseOtherOrder(done, migrations);
  const waiting = migrations.slice(done.length);
  const attempts = new Attempts(client, watch, say, pausesMs);
  for (const migration of waiting)
    await (migration.isByStatement ? runByStatement : runInTransaction)(client, migration, attempts);
  return waiting.map(({ name }) => name);
}

/**
 * Waits until no other process migrates this database. It asks again and again: a session that waits in a statement has
 * a snapshot, and the concurrent build of an index would wait for that session in turn.
 */
export async function takeTurn(client: pg.Client, say: (line: string) => void): Promise<void> {
  await client.query(`set client_connection_check_interval = '${CLIENT_CHECK}'`);
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${TURN}) as taken`);
    if (rows[0]?.taken === true) return;
    if (tries === 0) say('waits for another migration that is under way');
    await sleep(TURN_EVERY_MS);
  }
}

/** Creates the tables of the migrations that have run, and of the statements of one that was interrupted. */
export async function makeMigrationTables(client: pg.Client): Promise<void> {
  await client.query(
    `create schema if not exists migrations;
     create table if not exists migrations.migration
       (id serial primary key, name varchar(255) not null, run_on timestamp not null);
     create table if not exists migrations.statement
       (name text, number integer, sha256 text not null, primary key (name, number));
     grant usage on schema migrations to bureau_reader;
     grant select on all tables in schema migrations to bureau_reader`,
  );
}

async function namesRun(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations.migration order by id');
  return rows.map(({ name }) => name);
}

/** A database that has run other migrations was made by other files, and these cannot bring it up to date. */
function refuseOtherOrder(done: readonly string[], migrations: readonly Migration[]): void {
  const at = migrations.slice(0, done.length).findIndex(({ name }, index) => name !== done[index]);
  if (at >= 0)
    throw new Error(`the database has run ${done[at]} where this program has ${migrations[at]?.name}`);
}

const noteRun = (client: pg.Client, name: string) =>
  client.query('insert into migrations.migration (name, run_on) values ($1, now())', [name]);

async function runInTransaction(
  client: pg.Client,
  { name, text }: Migration,
  attempts: Attempts,
): Promise<void> {
  await attempts.make(name, async () => {
    await client.query('begin');
    await client.query(text);
    await noteRun(client, name);
    await client.query('commit');
  });
}

/**
 * Each statement is a transaction, in which it is noted, so that a migration that was interrupted goes on after it. One
 * that cannot be in a transaction is repeatable: an index that is there is not built again, a call finds what is left.
 */
async function runByStatement(
  client: pg.Client,
  { name, text }: Migration,
  attempts: Attempts,
): Promise<void> {
  const { rows } = await client.query<{ number: number; sha256: string }>(
    'select number, sha256 from migrations.statement where name = $1',
    [name],
  );
  const noted = new Map(rows.map(({ number, sha256 }) => [number, sha256]));
  for (const [index, statement] of statementsOf(text).entries()) {
    const number = index + 1;
    const sha256 = createHash('sha256').update(statement).digest('hex');
    const earlier = noted.get(number);
    if (earlier !== undefined && earlier !== sha256)
      throw new Error(`${name} was interrupted, and its statement ${number} has changed since it ran`);
    if (earlier !== undefined) continue;
    const note = () =>
      client.query('insert into migrations.statement values ($1, $2, $3)', [name, number, sha256]);
    await attempts.make(`${name}, statement ${number},`, () =>
      runsOutsideTransaction(statement)
        ? runAlone(client, statement, note)
        : runNoted(client, statement, note),
    );
  }
  await client.query('begin');
  await noteRun(client, name);
  await client.query('delete from migrations.statement where name = $1', [name]);
  await client.query('commit');
}

async function runNoted(client: pg.Client, statement: string, note: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  await client.query(statement);
  await note();
  await client.query('commit');
}

async function runAlone(client: pg.Client, statement: string, note: () => Promise<unknown>): Promise<void> {
  if (waitsForOthers(statement)) await client.query(`set lock_timeout = '${CONCURRENT_LOCK_TIMEOUT}'`);
  try {
    if (!(await isBuilt(client, statement))) await client.query(statement);
  } catch (error) {
    // An invalid index would cost every save, and a unique one would go on refusing them.
    if (!isTriedAgain(error)) await isBuilt(client, statement).catch(() => {});
    throw error;
  } finally {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  }
  await note();
}

/** Whether the index of this statement is there already. An invalid one, of a build that was interrupted, is dropped. */
async function isBuilt(client: pg.Client, statement: string): Promise<boolean> {
  const wanted = concurrentIndexOf(statement);
  if (wanted === null) return false;
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1) and indrelid = to_regclass($2)',
    [wanted.index, wanted.table],
  );
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${wanted.index}`);
  return rows[0]?.valid === true;
}

const isTriedAgain = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? '');

/** Tries work again that did not get a lock in time, with growing pauses, in which those who waited behind it go on. */
class Attempts {
  readonly #client: pg.Client;
  readonly #watch: LockWatch;
  readonly #say: (line: string) => void;
  readonly #pausesMs: readonly number[];

  constructor(client: pg.Client, watch: LockWatch, say: (line: string) => void, pausesMs: readonly number[]) {
    this.#client = client;
    this.#watch = watch;
    this.#say = say;
    this.#pausesMs = pausesMs;
  }

  async make(what: string, work: () => Promise<void>): Promise<void> {
    for (let failed = 0; ; failed += 1) {
      this.#watch.begin(what);
      try {
        return await work();
      } catch (error) {
        // If the connection is lost this fails as well, and the first error tells more.
        await this.#client.query('rollback').catch(() => {});
        await this.#pauseAfter(what, error, failed);
      }
    }
  }

  async #pauseAfter(what: string, error: unknown, failed: number): Promise<void> {
    const told = error instanceof Error ? error.message : String(error);
    if (!isTriedAgain(error)) throw new Error(`${what} failed: ${told}`, { cause: error });
    const pauseMs = this.#pausesMs[failed];
    const waited = `${what} waited for ${this.#watch.blockers} (${told})`;
    if (pauseMs === undefined)
      throw new Error(`${waited} and gave up after ${failed + 1} attempts`, { cause: error });
    this.#say(`${waited}; attempt ${failed + 2} of ${this.#pausesMs.length + 1} in ${pauseMs / 1_000} s`);
    await sleep(pauseMs);
  }
}
