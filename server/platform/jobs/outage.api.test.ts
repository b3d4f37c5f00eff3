import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BureauProcess } from '#tools/testing/process.ts';
import { Proxy } from '#tools/testing/proxy.ts';
import { until } from '#tools/testing/until.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

/** Longer than every part of a worker needs to try again several times. */
const AWAY_MS = 8_000;
const SOON = { withinMs: 60_000 };

let database: TestDatabase;
let network: Proxy;
let objects = '';
beforeAll(async () => {
  database = await cloneDatabase();
  objects = await mkdtemp(join(tmpdir(), 'bureau-outage-'));
  const { hostname, port } = new URL(database.urls.admin);
  network = await Proxy.open(hostname, Number(port === '' ? 5432 : port));
});
afterAll(async () => {
  await network.close();
  await database.drop();
  await rm(objects, { recursive: true, force: true });
});

const throughNetwork = (address: string) => {
  const url = new URL(address);
  url.host = `127.0.0.1:${network.port}`;
  return url.href;
};

it('a worker says once that the database is away, and once that it is back', async () => {
  const { urls } = database;
  const far = {
    writer: throughNetwork(urls.writer),
    reader: throughNetwork(urls.reader),
    jobs: throughNetwork(urls.jobs),
    admin: urls.admin,
  };
  const worker = await BureauProcess.start({ ...settingsFor({ urls: far }, objects), ROLE: 'worker' });
  try {
    const before = worker.lines.length;
    const since = () => worker.lines.slice(before).map((line) => JSON.parse(line) as Line);
    network.become({ kind: 'cut' });
    await sleep(AWAY_MS);
    network.become({ kind: 'pass' });
    await database.admin.query(`select graphile_worker.add_job('platform:note-head', job_key => 'after')`);
    await until(async () => {
      const { rowCount } = await database.admin.query(`select from graphile_worker.jobs where key = 'after'`);
      return rowCount === 0;
    }, SOON);
    await until(() => since().at(-1)?.msg === 'the database is back', SOON);
    // What was under way can still fail when the database is back, on a machine that stands still: then it is told a second time.
    const told = since().map(({ level, msg }) => `${level} ${msg}`);
    const once = ['50 the database is away', '30 the database is back'];
    expect([once, [...once, ...once]]).toContainEqual(told);
    expect(since().filter(({ err }) => err?.stack !== undefined)).toEqual([]);
  } finally {
    await worker.stop();
  }
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly stack?: string };
}
