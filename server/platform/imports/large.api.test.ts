import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportProgressReply } from '#contract/master.ts';
import { LARGE_IMPORTS, largeSheet, sendLargeSheet } from '#tools/testing/large-imports.ts';
import { doneReply, sendSheet } from '#tools/testing/sheets.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { IMPORT_BATCH_ROWS, MAX_IMPORT_ROWS } from '../limits.ts';

const { countries } = LARGE_IMPORTS;

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

const stored = async () => (await world.sql<{ count: number }>(countries.stored))[0]?.count;
const trailOf = (action: string) =>
  world.sql(`select after from platform.trail where record = 'country' and action = $1`, [action]);

describe('a sheet of several batches', () => {
  const rows = 2 * IMPORT_BATCH_ROWS + 3;
  const sheet = (...more: readonly (readonly string[])[]) => [
    countries.headings,
    ...Array.from({ length: rows }, (_, n) => countries.row(n + 1, 'first')),
    ...more,
  ];

  it('is refused whole for a row of its last batch, and names it', async () => {
    const repeated = sheet(countries.row(1, 'again'));
    const reply = await sendSheet(world, admin, countries.endpoint, 'importcheck', repeated);
    expect(reply.errors).toEqual([{ row: rows + 2, column: '', text: 'An earlier row is the same record.' }]);
    const applied = await sendSheet(world, admin, countries.endpoint, 'importapply', repeated);
    expect(applied.error).toBe('1 thing is wrong with the sheet. Nothing was imported.');
    expect(await stored()).toBe(0);
  });

  it('is counted as a whole, with one entry for the import in the trail', async () => {
    const apply = () => sendSheet(world, admin, countries.endpoint, 'importapply', sheet());
    expect(await apply()).toEqual(doneReply(rows, rows, 0, 0));
    expect(await apply()).toEqual(doneReply(rows, 0, 0, rows));
    expect(await trailOf('add')).toHaveLength(rows);
    expect(await trailOf('import')).toMatchObject([
      { after: { file: 'sheet.xlsx', added: rows, changed: 0 } },
      { after: { added: 0, changed: 0 } },
    ]);
    await world.sql(`delete from masters.country where name like 'Land %'`);
  });

  it('can move a value between records of different batches', async () => {
    const headings = ['Area', 'Branch ids', 'Status'];
    const send = (first: string, last: string) =>
      sendSheet(world, admin, 'area_a.php', 'importapply', [
        headings,
        ['Batch one', first, 'Active'],
        ...Array.from({ length: IMPORT_BATCH_ROWS }, (_, n) => [`Between ${n}`, '', 'Active']),
        ['Batch two', last, 'Active'],
      ]);
    await world.sql(`delete from masters.area_branch`);
    expect(await send('MUM', 'PUN')).toMatchObject({ error: '', added: IMPORT_BATCH_ROWS + 2 });
    expect(await send('PUN', 'MUM')).toMatchObject({ error: '', changed: 2 });
    expect(
      await world.sql(
        `select a.name, e.id from masters.area_branch b join masters.area a on a.srno = b.area
           join masters.entity e on e.srno = b.branch order by a.name`,
      ),
    ).toEqual([
      { name: 'Batch one', id: 'PUN' },
      { name: 'Batch two', id: 'MUM' },
    ]);
  });
});

const LOOK_EVERY_MS = 300;

/** What the user is told of the import until the work ends, each change once. */
async function watchImport(work: Promise<unknown>): Promise<ImportProgressReply[]> {
  const seen: ImportProgressReply[] = [];
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    const { json } = await world.post(countries.endpoint, [admin, 'importprogress']);
    if (JSON.stringify(json) !== JSON.stringify(seen.at(-1))) seen.push(json as ImportProgressReply);
    await sleep(LOOK_EVERY_MS);
  }
  return seen;
}

/** The times are in docs/drills.md. */
it('a sheet of as many rows as an import takes is imported, and its user sees how far it is', async () => {
  const send = async (action: 'importcheck' | 'importapply') =>
    sendLargeSheet(world.url, admin, countries, action, await largeSheet(countries, MAX_IMPORT_ROWS));
  const applying = send('importapply');
  const seen = await watchImport(applying);
  expect(await applying).toEqual(doneReply(MAX_IMPORT_ROWS, MAX_IMPORT_ROWS, 0, 0));
  expect(await stored()).toBe(MAX_IMPORT_ROWS);
  const storing = seen.filter(({ phase }) => phase === 'storing');
  expect(storing.length).toBeGreaterThan(2);
  expect(storing.map(({ done }) => done)).toEqual(storing.map(({ done }) => done).toSorted((a, b) => a - b));
  expect(new Set(storing.map(({ rows }) => rows))).toEqual(new Set([MAX_IMPORT_ROWS]));
  await expect
    .poll(async () => (await world.post(countries.endpoint, [admin, 'importprogress'])).json)
    .toEqual({ phase: 'none', rows: 0, done: 0 });
  expect(await send('importcheck')).toEqual(doneReply(MAX_IMPORT_ROWS, 0, 0, MAX_IMPORT_ROWS));
}, 600_000);
