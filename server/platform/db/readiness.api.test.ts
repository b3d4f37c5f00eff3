import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SOON, until } from '#tools/testing/until.ts';
import { openWorld, type World } from '#tools/testing/world.ts';
import { migrationNames, numberOf } from './declarations.ts';

let world: World;
let newest = '';

beforeAll(async () => {
  world = await openWorld();
  newest = (await migrationNames()).at(-1) ?? '';
  await until(async () => (await readyz())[0] === 200, { withinMs: SOON.timeout });
});
afterEach(async () => {
  await world.sql(`delete from migrations.migration where name like '9%'`);
  await world.sql(`delete from migrations.declaration where name like '9%'`);
});
afterAll(() => world.close());

async function readyz(): Promise<[number, string[]]> {
  const response = await fetch(`${world.url}/readyz`);
  return [response.status, ((await response.json()) as { faults: string[] }).faults];
}
const ran = (name: string) =>
  world.sql(`insert into migrations.migration (name, run_on) values ($1, now())`, [name]);
const declared = (name: string, oldestProgram: number) =>
  world.sql(`insert into migrations.declaration values ($1, $2)`, [name, oldestProgram]);

describe('a program on a database with a newer migration', () => {
  it('is ready when the migration declares that it is compatible', async () => {
    await declared('9998_newer', numberOf(newest));
    await ran('9998_newer');
    expect(await readyz()).toEqual([200, []]);
  });

  it('is ready when it is newer than the oldest compatible program', async () => {
    await declared('9998_newer', numberOf(newest) - 1);
    await ran('9998_newer');
    expect(await readyz()).toEqual([200, []]);
  });

  it('is not ready when only newer programs are compatible', async () => {
    await declared('9998_newer', numberOf(newest) + 1);
    await ran('9998_newer');
    expect(await readyz()).toEqual([503, ['this program is too old for 9998_newer']]);
  });

  it('is not ready when the migration declares nothing', async () => {
    await ran('9998_newer');
    expect(await readyz()).toEqual([503, ['this program is too old for 9998_newer']]);
  });

  it('is not ready when one of several migrations is incompatible', async () => {
    await declared('9997_newer', 1);
    await declared('9998_newer', 9_998);
    await ran('9997_newer');
    await ran('9998_newer');
    expect(await readyz()).toEqual([503, ['this program is too old for 9998_newer']]);
  });

  it('ignores a declaration whose migration has not run yet', async () => {
    await declared('9998_newer', 9_998);
    expect(await readyz()).toEqual([200, []]);
  });
});

it('a program is not ready on a database that lacks one of its migrations', async () => {
  const [{ run_on: runOn } = { run_on: null }] = await world.sql<{ run_on: Date }>(
    `delete from migrations.migration where name = $1 returning run_on`,
    [newest],
  );
  expect(await readyz()).toEqual([503, [`the database lacks ${newest}`]]);
  await world.sql(`insert into migrations.migration (name, run_on) values ($1, $2)`, [newest, runOn]);
  expect(await readyz()).toEqual([200, []]);
});
