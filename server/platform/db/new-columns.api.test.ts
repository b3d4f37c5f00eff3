import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/**
 * PostgreSQL refuses such a column if a function that is written as `return` or `begin atomic` has a row of the table as its
 * argument. A function with such an argument has its body in `$$`.
 */
it('a later migration can add a column with a default to every table', async () => {
  const { rows } = await database.admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p') and not relispartition
       and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'graphile_worker')`,
  );
  expect(rows.length).toBeGreaterThan(50);
  const refusals: string[] = [];
  for (const { name } of rows)
    await database.admin
      .query(`begin; alter table ${name} add column later integer not null default 1; rollback`)
      .catch(async (error: unknown) => {
        refusals.push(String(error));
        await database.admin.query('rollback');
      });
  expect(refusals).toEqual([]);
});
