import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Proxy } from '#tools/testing/proxy.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { SOON, until } from '#tools/testing/until.ts';
import {
  cloneDatabase,
  fieldsBody,
  openWorld,
  post,
  settingsFor,
  type TestDatabase,
} from '#tools/testing/world.ts';
import { DEMO_PASSWORD } from '#tools/demo/business.ts';
import { systemActing } from '../database.ts';
import { openDatabase } from './pool.ts';
import { statement } from './statement.ts';

const SAVERS = 20;
const STREAMS = 3;
const STATEMENT_TIMEOUT_MS = 500;

const addTrail = statement(
  'test.loss.add',
  {},
  `insert into platform.trail (action, record, record_id) values ('test', 'test', $1)`,
);
const sleepInDatabase = statement('test.loss.sleep', {}, 'select pg_sleep(0.05)');
const LOCK = 4_711;
const waitForLock = statement('test.loss.lock', {}, `select pg_advisory_xact_lock(${LOCK})`);

let database: TestDatabase;
let network: Proxy;
const closers: (() => Promise<unknown>)[] = [];

/** The address of the same database through the proxy. */
function throughNetwork(address: string): string {
  const url = new URL(address);
  url.host = `127.0.0.1:${network.port}`;
  return url.href;
}

const open = (statementTimeoutMs = STATEMENT_TIMEOUT_MS) => {
  const opened = openDatabase({
    readUrl: throughNetwork(database.urls.reader),
    writeUrl: throughNetwork(database.urls.writer),
    maxConnections: 2,
    statementTimeoutMs,
    onError: () => {},
  });
  closers.push(() => opened.close());
  return opened;
};

/** Ends every other connection to the database and waits until PostgreSQL has ended it. */
const terminateAll = (at: TestDatabase) =>
  at.admin.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [at.name],
  );
const entriesOf = async (mark: string) =>
  (await database.admin.query(`select from platform.trail where record_id = $1`, [mark])).rowCount;

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.urls.admin);
  network = await Proxy.open(hostname, Number(port === '' ? 5432 : port));
});
afterEach(async () => {
  network.become({ kind: 'pass' });
  for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
});
afterAll(async () => {
  await network.close();
  await database.drop();
});

describe('a server that only reads', () => {
  /** So does a standby, which a connection can reach in the moment before it becomes the primary. */
  const setReadOnly = (is: 'on' | 'off') =>
    database.admin.query(`alter database ${database.name} set default_transaction_read_only = ${is}`);

  it('counts as unavailable for a write, and its connection is not used again', async () => {
    const db = open();
    await setReadOnly('on');
    try {
      await expect(
        db.write(systemActing('test'), (tx) => tx.rows(addTrail, ['standby'])),
      ).rejects.toMatchObject({ name: 'DatabaseUnavailable', outcome: 'nothing' });
    } finally {
      await setReadOnly('off');
    }
    // A connection keeps the default that it began with, so only a new one can write.
    await db.write(systemActing('test'), (tx) => tx.rows(addTrail, ['promoted']));
    expect(await entriesOf('standby')).toBe(0);
    expect(await entriesOf('promoted')).toBe(1);
  });

  it('is no excuse for a write in a snapshot', async () => {
    const writing = open().snapshot((tx) => tx.rows(addTrail, ['snapshot']));
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});

describe('a transaction whose connection is lost', () => {
  it('between two statements fails, reports that nothing was saved, and saves nothing', async () => {
    const db = open();
    const lost = db.write(systemActing('test'), async (tx) => {
      await tx.rows(addTrail, ['between']);
      await terminateAll(database);
      await sleep(100);
      await tx.rows(addTrail, ['between']);
    });
    await expect(lost).rejects.toMatchObject({ name: 'DatabaseUnavailable', outcome: 'nothing' });
    expect(await entriesOf('between')).toBe(0);
    await db.write(systemActing('test'), (tx) => tx.rows(addTrail, ['after']));
    expect(await entriesOf('after')).toBe(1);
  });

  it('before its commit was sent reports that nothing was saved', async () => {
    const db = open();
    const lost = db.write(systemActing('test'), async (tx) => {
      await tx.rows(addTrail, ['unsent']);
      await terminateAll(database);
      await sleep(100);
    });
    await expect(lost).rejects.toMatchObject({ outcome: 'nothing' });
    expect(await entriesOf('unsent')).toBe(0);
  });

  it('after its commit was sent reports that the outcome is unknown', async () => {
    const db = open();
    const lost = db.write(systemActing('test'), async (tx) => {
      await tx.rows(addTrail, ['sent']);
      network.become({ kind: 'freeze' });
    });
    await expect(lost).rejects.toMatchObject({ name: 'DatabaseUnavailable', outcome: 'unknown' });
  });

  it('during a read fails and does not affect the next read', async () => {
    const db = open(60_000);
    const { admin } = database;
    await admin.query('select pg_advisory_lock($1)', [LOCK]);
    const failed = expect(db.read.rows(waitForLock)).rejects.toMatchObject({ outcome: 'nothing' });
    // If the connection ended before the statement begins, the pool would only replace it.
    const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    await expect.poll(async () => (await admin.query(waiting)).rowCount, SOON).toBe(1);
    await terminateAll(database);
    await failed;
    await admin.query('select pg_advisory_unlock($1)', [LOCK]);
    await db.read.rows(waitForLock);
  });
});

describe('a database that accepts bytes and does not answer', () => {
  it('is given up, and its connections are not reused', async () => {
    const db = open();
    await db.read.rows(sleepInDatabase);
    network.become({ kind: 'freeze' });
    const lost = [
      db.read.rows(sleepInDatabase),
      db.write(systemActing('test'), (tx) => tx.rows(addTrail, ['silent'])),
    ];
    const outcomes = await Promise.allSettled(lost);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    network.become({ kind: 'pass' });
    await db.read.rows(sleepInDatabase);
    await db.write(systemActing('test'), (tx) => tx.rows(addTrail, ['loud']));
    expect([await entriesOf('silent'), await entriesOf('loud')]).toEqual([0, 1]);
  });
});

describe('a web server without its database', () => {
  it('answers 503 with a plain text, is not ready, and recovers by itself', async () => {
    const world = await openWorld();
    const far = new URL(world.database.urls.reader);
    const line = await Proxy.open(far.hostname, Number(far.port === '' ? 5432 : far.port));
    closers.push(
      () => world.close(),
      () => line.close(),
    );
    const through = (address: string) => {
      const url = new URL(address);
      url.host = `127.0.0.1:${line.port}`;
      return url.href;
    };
    const server = await world.another({
      DATABASE_READ_URL: through(world.database.urls.reader),
      DATABASE_WRITE_URL: through(world.database.urls.writer),
      STATEMENT_TIMEOUT_SECONDS: '1',
      CONNECTION_WAIT_SECONDS: '5',
    });
    const session = await world.signIn('admin');
    const detail = () => post(server.url, 'country_a.php', fieldsBody([session, 'detail', '1']));
    const readyz = async () => (await fetch(`${server.url}/readyz`)).status;
    await expect.poll(readyz, SOON).toBe(200);
    expect((await detail()).status).toBe(200);

    for (const weather of ['cut', 'freeze'] as const) {
      line.become({ kind: weather });
      const askedAt = performance.now();
      expect(await readyz()).toBe(503);
      expect(performance.now() - askedAt).toBeLessThan(20_000);
      const answered = await detail();
      expect([answered.status, answered.json]).toEqual([
        503,
        {
          err: 'The database cannot be reached. Nothing was changed. Please try again in a moment.',
          outcome: 'nothing',
        },
      ]);
      expect(answered.headers.get('retry-after')).toBe('2');
      line.become({ kind: 'pass' });
      await expect.poll(readyz, SOON).toBe(200);
      expect((await detail()).status).toBe(200);
    }
  });

  it('stays alive when the connections of 20 savers are terminated', async () => {
    const objectsDir = await mkdtemp(join(tmpdir(), 'bureau-loss-'));
    const server = await BureauProcess.start(
      settingsFor(database, objectsDir, { ROLE: 'both', SERVE_WEB: 'off', DATABASE_CONNECTIONS: '10' }),
    );
    closers.push(
      () => rm(objectsDir, { recursive: true, force: true }),
      () => server.kill(),
    );
    const signedIn = await post(
      server.url,
      'login_a.php',
      fieldsBody(['validate', 'admin', DEMO_PASSWORD, 'WEB']),
    );
    const session = String(signedIn.json.session);
    // Streams are also open. A page reopens its stream when it breaks.
    for (let stream = 0; stream < STREAMS; stream += 1)
      post(server.url, 'home_a.php', fieldsBody([session, 'watch'])).catch(() => {});
    const statuses = new Set<number | string>();
    let count = 0;
    const save = async () => {
      count += 1;
      const country = {
        cnt_name: `Land ${count}`,
        cnt_nationality: `Lander ${count}`,
        cnt_swiftcode: 'LOSS',
        cnt_fatf: 0,
        cnt_active: 1,
      };
      const fields = [session, 'save', '0', JSON.stringify(country)];
      return (await post(server.url, 'country_a.php', fieldsBody(fields))).status;
    };
    let isOver = false;
    const savers = Array.from({ length: SAVERS }, async () => {
      while (!isOver) statuses.add(await save().catch((error: unknown) => String(error)));
    });
    for (let time = 0; time < 5; time += 1) {
      await sleep(300);
      await terminateAll(database);
    }
    await sleep(300);
    isOver = true;
    await Promise.all(savers);
    expect([...statuses].sort()).toEqual([200, 503]);
    await until(async () => (await save()) === 200, { withinMs: 5_000 });
    expect(await Promise.race([server.ended, Promise.resolve('alive')])).toBe('alive');
  });
});
