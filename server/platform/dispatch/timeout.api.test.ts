import { afterAll, beforeAll, expect, it } from 'vitest';
import { sheetSample } from '#tools/testing/samples.ts';
import { openWorld, type World } from '#tools/testing/world.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld({ STATEMENT_TIMEOUT_SECONDS: '1' });
  admin = await world.signIn('admin');
});
afterAll(() => world.close());

const ROWS = [
  ['Country', 'Nationality', 'Swift code', 'FATF', 'Status'],
  ['Late Land', 'Late', 'LL', 'No', 'Active'],
];

/** Runs the work while nobody else can use the table. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  await world.sql('begin');
  await world.sql('lock table masters.country in access exclusive mode');
  try {
    return await work();
  } finally {
    await world.sql('rollback');
  }
}

it('a statement that is stopped at its timeout is told in words, by a read and by a write', async () => {
  const err = 'This took too long and was stopped. Please try again in a moment, with less at a time.';
  await whileLocked(async () => {
    for (const fields of [
      ['detail', '1'],
      ['listjson', '{}'],
    ]) {
      const { status, json, headers } = await world.post('country_a.php', [admin, ...fields]);
      expect([status, json, headers.get('retry-after')]).toEqual([503, { err }, '10']);
    }
    const form = new FormData();
    form.append('meta', JSON.stringify({ sid: admin, uploadType: 'importapply' }));
    form.append('file', new Blob([new Uint8Array(sheetSample(ROWS))]), 'countries.xlsx');
    const response = await fetch(`${world.url}/api/country_a.php`, { method: 'POST', body: form });
    expect([response.status, await response.json()]).toEqual([503, { err, error: err }]);
  });
  expect((await world.post('country_a.php', [admin, 'detail', '1'])).status).toBe(200);
  expect(await world.sql(`select from masters.country where name = 'Late Land'`)).toEqual([]);
});
