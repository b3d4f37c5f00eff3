import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { vacuum } from './vacuum.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const visible = async () => {
  const { rows } = await database.admin.query<{ pages: number; visible: number }>(
    `select relpages as pages, relallvisible as visible from pg_class where oid = 'masters.city'::regclass`,
  );
  return rows[0]!;
};

test('waits for a transaction that began before the rows', async () => {
  const other = await openClient(database.urls.admin);
  await other.query('begin isolation level repeatable read; select 1');
  await database.admin.query(
    `insert into masters.city (name, state, country) select 'Vacuum ' || n, srno, country
     from generate_series(1, 1000) n, (select srno, country from masters.state order by srno limit 1) as s`,
  );
  await database.admin.query('vacuum analyze masters.city');
  const once = await visible();
  expect(once.visible, 'one vacuum is not enough').toBeLessThan(once.pages);

  const done = vacuum(database.admin, ['masters.city']);
  setTimeout(() => void other.end(), 300);
  await done;
  const { pages, visible: marked } = await visible();
  expect(pages).toBeGreaterThan(1);
  expect(marked).toBe(pages);
});

test('of all tables', async () => {
  await vacuum(database.admin);
  const { pages, visible: marked } = await visible();
  expect(marked).toBe(pages);
});
