import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/** The cost of a page of the history must not grow with the number of uploads. */

const [SMALL, LARGE] = [2_000, 20_000];
const MAX_GROWTH = 1.1;
/** Allows for one page boundary more or less in each of the few indexes of a statement. */
const FEW_BLOCKS = 12;
const PAGE_ROWS = 100;

let small: TestDatabase;
let large: TestDatabase;
beforeAll(async () => {
  [small, large] = [await cloneDatabase(), await cloneDatabase()];
  for (const [database, batches] of [
    [small, SMALL],
    [large, LARGE],
  ] as const) {
    await database.admin.query(
      `insert into uploads.batch (kind, file_name, hash, bytes, is_stored, state, rows, branch, branches, first_month, last_month,
         covered, uploaded_by, uploaded_by_name, ended_at)
       select 'T', 'profit.xlsx', md5(n::text), 1, true, 'applied', 1, 2 + n % 4, array[2 + n % 4], '2020-01-01', '2020-01-01', 1,
         1 + n % 9, 'A user', now()
       from generate_series(1, $1::integer) as n`,
      [batches],
    );
    await database.admin.query(
      `insert into uploads.covered (kind, branch, month, batch)
       select 'T', b.branch, '2000-01-01'::date + make_interval(months => b.srno / 4), b.srno from uploads.batch b
       where b.srno <= 1000 on conflict do nothing`,
    );
    await database.admin.query('analyze uploads.batch, uploads.covered');
  }
});
afterAll(async () => {
  await small.drop();
  await large.drop();
});

it.each([
  ['uploads.batch.list', [PAGE_ROWS, null]],
  ['uploads.batch.list', [PAGE_ROWS, 900]],
  ['uploads.batch.list.reach', [PAGE_ROWS, null, 3, [2, 3]]],
  ['uploads.batch.list.reach', [PAGE_ROWS, 900, 3, [2]]],
] as const)('%s %j', async (name, values) => {
  const statement = declaredStatements().find((each) => each.name === name);
  if (statement === undefined) throw new Error(`there is no statement ${name}`);
  const few = await measure(small.admin, statement, values);
  const many = await measure(large.admin, statement, values);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
  expect(Object.keys(many.readThrough)).not.toContain('batch');
});
