import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/app.ts';
import { declaredStatements } from '#server/platform/db/statement.ts';
import { addLibraryDocument, growLibrary } from '#tools/testing/library.ts';
import { measure } from '#tools/testing/plan.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { vacuum } from '#tools/demo/vacuum.ts';

/** A page and a search read as many blocks at 100,000 documents as at 10,000. */
const [SMALL, LARGE] = [10_000, 100_000];
const MAX_GROWTH = 1.1;
/** An index of ten times the rows can have one level more: a block for each range that is begun. */
const FEW_BLOCKS = 12;

let small: TestDatabase;
let large: TestDatabase;
beforeAll(async () => {
  [small, large] = [await cloneDatabase(), await cloneDatabase()];
  for (const [{ admin }, documents] of [
    [small, SMALL],
    [large, LARGE],
  ] as const) {
    await growLibrary(admin, documents);
    // Three documents with a word that no other has, one of them of another branch.
    for (const branch of [null, 'Z1', 'Z9'])
      await addLibraryDocument(admin, { name: 'Quixotic circular', dated: '2021-05-05', branch });
    // And three with a word in their texts that no other has.
    await admin.query(
      `update library.file_text set content = content || ' wombat' where document in (
         (select srno from library.document where visible = 'U' and shelf = 'on' limit 1)
         union all (select d.srno from library.document d join masters.entity e on e.srno = d.branch
           where e.id in ('Z1', 'Z9') and d.shelf = 'on' limit 2))`,
    );
    await vacuum(admin, ['library.document', 'library.file_text']);
  }
});
afterAll(async () => {
  await small.drop();
  await large.drop();
});

const statementNamed = (name: string) => {
  const found = declaredStatements().find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
};

const NEWEST = ['9999-12-31', 2_147_483_647, '0001-01-01'] as const;
const MIDDLE = ['2022-04-01', 2_147_483_647, '0001-01-01'] as const;
const PERIOD = ['2022-03-31', 2_147_483_647, '2022-03-01'] as const;
const YEAR = ['2025-02-16', 0, '2026-02-16'] as const;
const ON = ['on'];
const EVERY = ['on', 'bare', 'off'];
/** The unified documents and those of so many branches. Every range has more rows than a page or a search reads of it. */
const places = async (database: TestDatabase, count: number): Promise<readonly number[]> => {
  const { rows } = await database.admin.query<{ srno: number }>(
    `select srno from masters.entity where id = any ($1) order by srno`,
    [Array.from({ length: count }, (_, at) => `Z${at + 1}`)],
  );
  return [0, ...rows.map(({ srno }) => srno)];
};

it.each([
  ['library.list.dated.all', [50, ...NEWEST, EVERY, null], null],
  ['library.list.dated.all', [50, ...MIDDLE, ON, null], null],
  ['library.list.dated.all', [50, ...PERIOD, ON, null], null],
  ['library.list.dated.all.category', [50, ...NEWEST, EVERY, 'R'], null],
  ['library.list.dated.all', [50, ...NEWEST, ['off'], null], null],
  ['library.list.expires.all', [50, ...YEAR, ['on', 'bare'], null], null],
  ['library.list.dated.placed', [50, ...NEWEST, ON, null], 1],
  ['library.list.dated.placed', [50, ...MIDDLE, ON, null], 1],
  ['library.list.dated.placed', [50, ...NEWEST, ON, null], 8],
  ['library.list.dated.placed.category', [50, ...NEWEST, ON, 'A'], 1],
  ['library.list.expires.placed', [50, ...YEAR, ON, null], 1],
  ['library.list.dated.all.found', [50, ...NEWEST, EVERY, null], null, '%quixotic%'],
  ['library.list.dated.all.found', [50, ...NEWEST, EVERY, null], null, '%circular%'],
  ['library.list.dated.all.found', [50, ...NEWEST, EVERY, null], null, '%nowhere at all%'],
  ['library.list.dated.all.category.found', [50, ...NEWEST, ON, 'G'], null, '%quixotic%'],
  ['library.list.dated.placed.found', [50, ...NEWEST, ON, null], 1, '%quixotic%'],
  ['library.list.dated.placed.found', [50, ...NEWEST, ON, null], 1, '%circular%'],
  ['library.list.dated.placed.found', [50, ...NEWEST, ON, null], 1, '%nowhere at all%'],
  // Words inside the files: of three, of a fifth, of all.
  ['library.list.dated.all.found', [50, ...NEWEST, EVERY, null], null, '%wombat%'],
  ['library.list.dated.all.found', [50, ...NEWEST, EVERY, null], null, '%annexure%'],
  ['library.list.dated.all.found', [50, ...NEWEST, EVERY, null], null, '%currency%'],
  ['library.list.dated.all.category.found', [50, ...NEWEST, ON, 'G'], null, '%annexure%'],
  ['library.list.expires.all.found', [50, ...YEAR, ['on', 'bare'], null], null, '%annexure%'],
  ['library.list.dated.placed.found', [50, ...NEWEST, ON, null], 1, '%wombat%'],
  ['library.list.dated.placed.found', [50, ...NEWEST, ON, null], 1, '%annexure%'],
  ['library.list.dated.placed.found', [50, ...NEWEST, ON, null], 1, '%currency%'],
] as const)('%s %j in reach of %s branches %s', async (name, values, branches, ...pattern) => {
  const statement = statementNamed(name);
  const at = async (database: TestDatabase) =>
    measure(database.admin, statement, [
      ...values,
      branches === null ? null : await places(database, branches),
      ...pattern,
      ...pattern.map((each) => String(each).replaceAll('%', '')),
    ]);
  const [few, many] = [await at(small), await at(large)];
  process.stdout.write(
    `${name} ${branches ?? 'all'} ${pattern.join('')}: ${few.blocks} and ${many.blocks} blocks, ${many.ms.toFixed(1)} ms\n`,
  );
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
  expect(Object.keys(many.readThrough)).not.toContain('document');
  expect(Object.keys(many.readThrough)).not.toContain('file_text');
});

it.each([
  ['library.expiring.all', null],
  ['library.expiring.placed', 1],
] as const)('%s', async (name, branches) => {
  const statement = statementNamed(name);
  const at = async (database: TestDatabase) =>
    measure(database.admin, statement, [
      '2025-06-05',
      '2025-08-04',
      '2026-06-05',
      ON,
      branches === null ? null : await places(database, branches),
    ]);
  const [few, many] = [await at(small), await at(large)];
  process.stdout.write(`${name}: ${few.blocks} and ${many.blocks} blocks\n`);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * MAX_GROWTH + FEW_BLOCKS);
  expect(Object.keys(many.readThrough)).not.toContain('document');
});

it('the sub-categories are found by probes of the index', async () => {
  const statement = statementNamed('library.subcategories');
  const few = await measure(small.admin, statement, [await places(small, 1)]);
  const many = await measure(large.admin, statement, [await places(large, 1)]);
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * 2);
  expect(Object.keys(many.readThrough)).not.toContain('document');
});
