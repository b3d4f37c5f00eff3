import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { openClient, withClient } from './client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const pids = async () =>
  (
    await database.admin.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  ).rows;
const endAll = () =>
  database.admin.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );

it('a connection that is lost while it rests fails the next statement, and not the process', async () => {
  const client = await openClient(database.urls.admin);
  await endAll();
  await expect(client.query('select')).rejects.toThrow(/not queryable|terminated/);
  await client.end();
});

it('a connection that is lost during the work leaves the reason to whoever asked', async () => {
  await expect(
    withClient(database.urls.admin, async (client) => {
      const asleep = client.query('select pg_sleep(60)');
      await Promise.all([asleep, endAll()]);
    }),
  ).rejects.toThrow('terminating connection due to administrator command');
});

it('no connection is left when the work is done, or has failed', async () => {
  await withClient(database.urls.admin, (client) => client.query('select'));
  await expect(withClient(database.urls.admin, () => Promise.reject(new Error('as asked')))).rejects.toThrow(
    'as asked',
  );
  await expect.poll(pids, { timeout: 30_000 }).toEqual([]);
});

it('a refused connection is told by PostgreSQL', async () => {
  const url = new URL(database.urls.admin);
  url.pathname = '/bureau_nowhere';
  await expect(withClient(url.href, () => Promise.resolve())).rejects.toMatchObject({ code: '3D000' });
});
