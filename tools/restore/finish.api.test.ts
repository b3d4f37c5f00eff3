import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { finish } from './finish.ts';

let database: TestDatabase;
let folder = '';
beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bureau-finish-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('shows the jobs also on a machine without pgBackRest, and says what must be run with PostgreSQL', async () => {
  const configuration = join(folder, 'pgbackrest.conf');
  await writeFile(configuration, '');
  await database.admin.query('delete from graphile_worker._private_jobs');
  const said: string[] = [];
  const environment = {
    ...settingsFor(database, folder),
    DATABASE_URL: database.urls.admin,
    PGBACKREST_CONFIG: configuration,
  };
  await finish(environment, { setAside: undefined, isByHand: false }, (line) => said.push(line));
  expect(said).toEqual([
    expect.stringContaining('nothing was sent to the repository'),
    expect.stringContaining('pgbackrest --stanza=bureau check'),
    'No job waits.',
  ]);
});
