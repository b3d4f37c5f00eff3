import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BureauProcess } from '#tools/testing/process.ts';
import { SOON, until } from '#tools/testing/until.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';

let database: TestDatabase;
let objects = '';
beforeAll(async () => {
  database = await cloneDatabase();
  objects = await mkdtemp(join(tmpdir(), 'bureau-outage-'));
});
afterAll(async () => {
  await database.drop();
  await rm(objects, { recursive: true, force: true });
});

it('a web process that has lost one pooled connection says that the database is back, although its listener lives', async () => {
  const settings = settingsFor(database, objects, { SERVE_WEB: 'off', ROLE: 'web' });
  const server = await BureauProcess.start(settings);
  try {
    const endPooled = () =>
      database.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'bureau line'`,
      );
    // A connection is opened by the first call that needs it.
    await until(
      async () => {
        await fetch(`${server.url}/readyz`);
        return ((await endPooled()).rowCount ?? 0) > 0;
      },
      { withinMs: 60_000 },
    );
    const told = () =>
      server.lines
        .map((line) => (JSON.parse(line) as { msg: string }).msg)
        .filter((msg) => /^the database is (?:away|back)$/.test(msg));
    await expect.poll(told, SOON).toEqual(['the database is away', 'the database is back']);
  } finally {
    await server.stop();
  }
});
