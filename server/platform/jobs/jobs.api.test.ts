import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { asAdmin } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import type { Job } from './jobs.ts';

interface Run {
  readonly payload: unknown;
  readonly attempt: number;
  readonly isLastTry: boolean;
}

const PROBE = 'test:probe';
const MANY = 6_000;
const MAX_WAIT_MS = 15_000;

let world: World;
let writer: pg.Client;
const runs: Run[] = [];
const stops: (() => Promise<void>)[] = [];

const probe: Job = {
  name: PROBE,
  run: async (payload, { attempt, isLastTry }) => {
    runs.push({ payload, attempt, isLastTry });
    if (typeof payload !== 'object' || payload === null) return;
    if ('fails' in payload) throw new Error('as asked');
    if ('losesDatabase' in payload && attempt === 1) await closeDatabase();
  },
};

/** Ends every connection but the test's own and refuses new ones. */
const closeDatabase = async () => {
  await asAdmin((admin) => admin.query(`alter database ${world.database.name} allow_connections false`));
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

const startWorker = async () => {
  const worker = await world.another({ ROLE: 'worker' }, { jobs: [probe] });
  stops.push(() => worker.stop());
};
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.database.admin.query<Row>(text, values)).rows;
const jobs = () =>
  query<{ attempts: number; last_error: string | null; locked_by: string | null }>(
    `select j.attempts, j.last_error, j.locked_by from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by j.id`,
    [PROBE],
  );
const addHeldBy = async (worker: string, maxAttempts: number) => {
  await query(`select graphile_worker.add_job($1, '{"held":true}', max_attempts => $2)`, [
    PROBE,
    maxAttempts,
  ]);
  await query(
    'update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = attempts + 1',
    [worker],
  );
};

const soon = (isSo: () => boolean | Promise<boolean>) => until(isSo, { withinMs: MAX_WAIT_MS });

beforeAll(async () => {
  world = await openWorld();
  writer = await openClient(world.database.urls.writer);
});
afterEach(async () => {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
  runs.length = 0;
  await query('delete from graphile_worker._private_jobs');
});
afterAll(async () => {
  await writer.end();
  await world.close();
});

describe('jobs added together', () => {
  it('can be thousands in one call, in the transaction that causes them', async () => {
    const add = `select platform.add_jobs($1, array(select json_build_object('n', n) from generate_series(1, $2) as n), 3)`;
    await writer.query('begin');
    await writer.query(add, [PROBE, MANY]);
    await writer.query('rollback');
    expect(await jobs()).toEqual([]);
    await writer.query(add, [PROBE, MANY]);
    const [found] = await query(
      `select count(*)::integer as n, count(distinct payload ->> 'n')::integer as payloads, min(max_attempts) as tries
       from graphile_worker._private_jobs`,
    );
    expect(found).toEqual({ n: MANY, payloads: MANY, tries: 3 });
  });

  it('can be none', async () => {
    await writer.query(`select platform.add_jobs($1, '{}')`, [PROBE]);
    expect(await jobs()).toEqual([]);
  });

  it('are each done once', async () => {
    await startWorker();
    await writer.query(
      `select platform.add_jobs($1, array(select to_json(n) from generate_series(1, 100) as n))`,
      [PROBE],
    );
    await soon(async () => (await jobs()).length === 0);
    expect(runs.map(({ payload }) => payload).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
  });
});

describe('a job knows', () => {
  it('its attempt number, and whether it is the last attempt', async () => {
    await writer.query(`select platform.add_jobs($1, array['{"fails":true}'::json], 2)`, [PROBE]);
    await startWorker();
    await soon(() => runs.length === 2);
    expect(runs.map(({ attempt, isLastTry }) => ({ attempt, isLastTry }))).toEqual([
      { attempt: 1, isLastTry: false },
      { attempt: 2, isLastTry: true },
    ]);
  });
});

describe('after a worker has died', () => {
  it('its job runs again soon, and the interrupted attempt counts', async () => {
    await addHeldBy('pool-dead', 5);
    await startWorker();
    await soon(() => runs.length === 1);
    expect(runs).toEqual([{ payload: { held: true }, attempt: 2, isLastTry: false }]);
  });

  it('its job without another attempt has failed, with the reason', async () => {
    await addHeldBy('pool-dead', 1);
    await startWorker();
    await soon(async () => (await jobs())[0]?.locked_by === null);
    expect(await jobs()).toEqual([
      { attempts: 1, last_error: 'The worker died while it did this.', locked_by: null },
    ]);
    expect(runs).toEqual([]);
  });
});

describe('while a worker lives', () => {
  it('no job is taken away, however long it takes', async () => {
    const living = await openClient(world.database.urls.jobs);
    await living.query(`select pg_advisory_lock_shared(platform.worker_lock('pool-living'))`);
    await addHeldBy('pool-living', 5);
    await startWorker();
    await sleep(7_000);
    expect(await jobs()).toEqual([{ attempts: 1, last_error: null, locked_by: 'pool-living' }]);
    await living.end();
    await soon(() => runs.length === 1);
  });

  it('its lock returns soon after PostgreSQL has dropped its connection', async () => {
    const held = () =>
      query(
        `select from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
           and database = (select oid from pg_database where datname = current_database())`,
      );
    await startWorker();
    await soon(async () => (await held()).length === 1);
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'bureau worker'`,
    );
    await soon(async () => (await held()).length === 0);
    await soon(async () => (await held()).length === 1);
  });
});

describe('a worker whose database goes away during its work', () => {
  it('continues when the database is back, and repeats the job whose end it could not record', async () => {
    const { name } = world.database;
    await startWorker();
    await writer.query(`select platform.add_jobs($1, array['{"losesDatabase":true}'::json])`, [PROBE]);
    await soon(() => runs.length === 1);
    // By now the worker has tried to record that the job is done.
    await sleep(1_000);
    await asAdmin((admin) => admin.query(`alter database ${name} allow_connections true`));
    writer = await openClient(world.database.urls.writer);
    await writer.query(`select platform.add_jobs($1, array['{"after":true}'::json])`, [PROBE]);
    await soon(async () => (await jobs()).length === 0);
    expect(runs.map(({ payload }) => payload)).toContainEqual({ after: true });
  });
});

it('only the worker role can look for dead workers and free their jobs', async () => {
  for (const text of ['select platform.silent_workers()', `select platform.free_jobs_of('{x}')`])
    await expect(writer.query(text)).rejects.toMatchObject({ code: '42501' });
});
