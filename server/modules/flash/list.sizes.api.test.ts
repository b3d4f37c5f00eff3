import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { growFlash } from '#tools/demo/large-flash.ts';
import { analyzeWholeTables, measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';

/** A page of flash audits or discrepancies reads as many blocks at ten times the audits. */

/** Less than the full size in CI; FLASH_AUDITS=100000 measures that. Even the small one has more than a page of each branch. */
const LARGE = Number(process.env['FLASH_AUDITS'] ?? 42_000);
const SMALL = LARGE / 10;
const BRANCHES = 40;
const MAX_GROWTH = 1.1;
/** One page boundary more or less in each of the few indexes of a statement. */
const FEW_BLOCKS = 12;

let small: TestDatabase;
let large: TestDatabase;
let branches: readonly number[];
beforeAll(async () => {
  [small, large] = [await cloneDatabase(), await cloneDatabase()];
  for (const { admin } of [small, large]) await analyzeWholeTables(admin);
  await growFlash(small.admin, { branches: BRANCHES, days: SMALL / BRANCHES });
  await growFlash(large.admin, { branches: BRANCHES, days: LARGE / BRANCHES });
  const { rows } = await large.admin.query<{ srno: number }>(
    `select srno from masters.entity where id like 'Z%' order by srno`,
  );
  branches = rows.map(({ srno }) => srno);
}, 600_000);
afterAll(async () => {
  await small.drop();
  await large.drop();
});

const statementNamed = (name: string) => {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
};

const NEWEST = ['9999-12-31', 2_147_483_647] as const;
/** The last days that both sizes have. */
const FROM = ['2026-10-20', 0, '2026-10-31'] as const;
const one = () => branches.slice(0, 1);
const forty = () => branches.slice(0, 40);

it.each([
  ['flash.list.all', () => [100, ...NEWEST, null, null]],
  ['flash.list.all.status', () => [50, ...NEWEST, 'R', null]],
  ['flash.list.one', () => [10, ...NEWEST, null, one()]],
  ['flash.list.one.status', () => [1, ...NEWEST, 'P', one()]],
  ['flash.list.several', () => [100, ...NEWEST, null, forty()]],
  ['flash.list.several.status', () => [100, ...NEWEST, 'C', forty()]],
  ['flash.discrepancy.list.currency.all', () => [100, ...FROM, ['P']]],
  ['flash.discrepancy.list.currency.branch', () => [100, ...FROM, ['P'], one()]],
  ['flash.discrepancy.list.currency.branch', () => [100, ...FROM, ['P'], forty()]],
  ['flash.discrepancy.list.currency.branch', () => [100, ...FROM, ['P', 'R', 'O'], forty()]],
  ['flash.discrepancy.list.transaction.all', () => [50, ...FROM, ['P']]],
  ['flash.discrepancy.list.transaction.branch', () => [50, ...FROM, ['P'], forty()]],
  ['flash.discrepancy.list.currency.all.open', () => [100, ...FROM, ['P']]],
  ['flash.discrepancy.list.transaction.branch.open', () => [50, ...FROM, ['P'], forty()]],
  ['flash.discrepancy.counts', () => [FROM[0], FROM[2], null, false]],
  ['flash.discrepancy.counts', () => [FROM[0], FROM[2], forty(), true]],
  ['flash.waiting.flashanswer.branches', () => [forty()]],
  ['flash.waiting.flashdecide.all', () => [[null]]],
] as const)('%s', async (name, values) => {
  const statement = statementNamed(name);
  // The small tables are read whole in fewer blocks than by an index, and joined whole, which says nothing of the large ones.
  // Whether an index is enough without its table depends on the last vacuum.
  const byIndex = ['seqscan', 'indexonlyscan', 'mergejoin', 'hashjoin', 'memoize'].map((way) => ({
    text: `set local enable_${way} = off`,
  }));
  const few = await measure(small.admin, statement, values(), byIndex);
  const many = await measure(large.admin, statement, values(), byIndex);
  const { readThrough } = await measure(large.admin, statement, values());
  process.stdout.write(`${name}: ${few.blocks} blocks at ${SMALL} audits, ${many.blocks} at ${LARGE}\n`);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
  for (const table of ['audit', 'transaction']) expect(Object.keys(readThrough)).not.toContain(table);
});
