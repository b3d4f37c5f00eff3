import { afterAll, beforeAll, expect, test } from 'vitest';
import '#server/app.ts';
import { declaredStatements, type Statement } from '#server/platform/db/statement.ts';
import { growDemo } from '#tools/demo/large.ts';
import { measure, type Measured } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/**
 * The cost of a search must not grow with the trail: it reads the same blocks at 10,000 rows and at 300,000, and after five
 * more years of partitions.
 */

const SMALL_ROWS = 10_000;
const LARGE_ROWS = 300_000;
/** Allows for a taller index and one page boundary more or less. */
const MAX_GROWTH = 1.1;
const FEW_BLOCKS = 40;
const MAX_LOOKED_THROUGH_ROWS = 1_000;
/** The partitions of five years, and the blocks in which an entry of the oldest is looked for in each. */
const OLD_MONTHS = 60;
const BLOCKS_PER_MONTH = 4;

const NEWEST = ['infinity', '0', '-infinity'];
const MIDDLE = ['2026-09-01T00:00:00Z', '999999999', '-infinity'];
const user = 'admin';

/** limit, key, earliest, user, record, record id, action, scope. */
const SEARCHES: readonly [statement: string, what: string, values: readonly unknown[]][] = [
  ['list.everything', 'the newest', [50, ...NEWEST, null, null, null, null, null]],
  ['list.everything', 'a later page', [50, ...MIDDLE, null, null, null, null, null]],
  ['list.record', 'one record', [50, ...NEWEST, null, 'country', 'list', null, null]],
  ['list.record', 'one record without entries', [50, ...NEWEST, null, 'country', 'none', null, null]],
  ['list.user', 'one user', [50, ...NEWEST, user, null, null, null, null]],
  ['list.user.narrowed', 'what one user exported', [50, ...NEWEST, user, null, null, 'export', null]],
  ['list.kind', 'one kind', [50, ...MIDDLE, null, 'country', null, null, null]],
  ['list.kind.narrowed', 'exports of one kind', [50, ...NEWEST, null, 'country', null, 'export', null]],
  ['list.action', 'one action', [50, ...MIDDLE, null, null, null, 'export', null]],
  ['list.branch', 'of two branches', [50, ...NEWEST, null, null, null, null, [2, 3]]],
  ['list.branch.narrowed', 'exports of two branches', [50, ...NEWEST, null, null, null, 'export', [2, 3]]],
  ['list.user.narrowed', 'one user within reach', [50, ...NEWEST, user, null, null, null, [2, 3]]],
  [
    'list.everything',
    'one week',
    [50, '2026-10-08T00:00:00Z', '0', '2026-10-01T00:00:00Z', null, null, null, null, null],
  ],
  ['find', 'one entry', [5_000, null]],
  ['kinds', 'kinds and actions', []],
];

let database: TestDatabase;
const small = new Map<string, Measured>();
const large = new Map<string, Measured>();
const long = new Map<string, Measured>();

function declared(name: string): Statement {
  const found = declaredStatements().find((each) => each.name === `access.trail.${name}`);
  if (found === undefined) throw new Error(`there is no statement access.trail.${name}`);
  return found;
}

async function measureAll(into: Map<string, Measured>): Promise<void> {
  for (const [name, what, values] of SEARCHES) {
    const before = name.startsWith('list') ? [declared('follow_indexes')] : [];
    into.set(`${name} ${what}`, await measure(database.admin, declared(name), values, before));
  }
}

/** Entries of the five years before the others, in partitions of their own. */
const addOldMonths = () =>
  database.admin.query(
    `select platform.make_trail_months((now() - interval '${OLD_MONTHS + 10} months')::date, now()::date);
     insert into platform.trail (at, actor, action, record, record_id)
     select now() - interval '10 months' - make_interval(days => n % ${OLD_MONTHS * 30}), 1, 'edit', 'country', (n % 500)::text
     from generate_series(1, ${OLD_MONTHS * 1_000}) n;
     analyze platform.trail`,
  );

beforeAll(async () => {
  database = await cloneDatabase();
  const sizes = { entities: 0, users: 0, cities: 0, employees: 0 };
  await growDemo(database.admin, { ...sizes, trailRows: SMALL_ROWS });
  await measureAll(small);
  await growDemo(database.admin, { ...sizes, trailRows: LARGE_ROWS });
  await measureAll(large);
  await addOldMonths();
  await measureAll(long);
});
afterAll(() => database.drop());

test.each(SEARCHES.map(([name, what]) => `${name} ${what}`))('%s', (key) => {
  const [before, after, later] = [small.get(key)!, large.get(key)!, long.get(key)!];
  const readThrough = Object.entries(after.readThrough).filter(
    ([table, rows]) => table.startsWith('trail') && rows > 0,
  );
  expect(readThrough).toEqual([]);
  // A search that reads more rows than it shows is limited by that number of rows.
  const most = key.includes('narrowed') ? MAX_LOOKED_THROUGH_ROWS : before.blocks * MAX_GROWTH;
  expect(after.blocks, `${before.blocks} blocks before`).toBeLessThanOrEqual(most + FEW_BLOCKS);
  // An entry by its number, and a record that does not fill a page, are looked for in one month after the other.
  const months =
    key.startsWith('find') || key.includes('without entries') ? (OLD_MONTHS + 10) * BLOCKS_PER_MONTH : 0;
  expect(later.blocks, `${after.blocks} blocks before`).toBeLessThanOrEqual(
    Math.max(most, after.blocks) * MAX_GROWTH + FEW_BLOCKS + months,
  );
});
