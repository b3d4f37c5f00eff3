import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { openClient } from './client.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { MIGRATIONS } from './declarations.ts';
import { migrate, type MigrateOptions } from './provision.ts';

let database: TestDatabase;
let folder: string;
let other: pg.Client;

beforeEach(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bureau-migrations-'));
  await cp(fileURLToPath(MIGRATIONS), folder, { recursive: true });
  other = await openClient({ connectionString: database.urls.admin, application_name: 'someone else' });
});
afterEach(async () => {
  await other.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const plant = (name: string, sql: string, isByStatement = false) =>
  writeFile(
    join(folder, `${name}.sql`),
    `-- oldest program: 0056\n${isByStatement ? '-- transaction: each statement\n' : ''}${sql}`,
  );
const run = (options: MigrateOptions = {}) =>
  migrate(database.urls.admin, { folder: pathToFileURL(`${folder}/`), ...options });
const rows = async (text: string) => (await database.admin.query<Record<string, unknown>>(text)).rows;
const isValid = async (index: string) =>
  (await rows(`select indisvalid as valid from pg_index where indexrelid = to_regclass('${index}')`))[0]?.[
    'valid'
  ];

describe('a migration whose table is in use', () => {
  const HOLD = 'begin; lock table masters.country in row exclusive mode';

  it('gives way after a moment, says for whom it waits, and is tried again', async () => {
    await plant('9001_masters_note', 'alter table masters.country add column note text;');
    const said: string[] = [];
    await other.query(HOLD);
    const migrated = run({ say: (line) => said.push(line), pausesMs: Array<number>(40).fill(500) });
    // Whoever watches may miss the holder of a lock once, on a machine that stands still.
    await expect
      .poll(() => said.join('\n'), { timeout: 30_000 })
      .toMatch(
        /^9001_masters_note waited for process \d+ \(someone else\), idle in transaction for \d+ s: begin; lock table.*attempt \d+ of 41 in 0.5 s$/m,
      );
    // Meanwhile nobody waits behind it for longer than its own attempt.
    const startedAt = performance.now();
    await database.admin.query(`update masters.country set name = name where srno = 1`);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await other.query('commit');
    expect(await migrated).toEqual(['9001_masters_note']);
  });

  it('gives up after its last attempt and changes nothing', async () => {
    await plant(
      '9001_masters_note',
      'create table masters.thing (a int); alter table masters.country add column note text;',
    );
    await other.query(HOLD);
    await expect(run({ pausesMs: [10] })).rejects.toThrow(
      /9001_masters_note waited for .* and gave up after 2 attempts/,
    );
    await other.query('commit');
    expect(await rows(`select to_regclass('masters.thing') as thing`)).toEqual([{ thing: null }]);
    expect(await run()).toEqual(['9001_masters_note']);
  });

  it('is tried again when it asks for a lock without waiting for it', async () => {
    await plant('9001_masters_note', 'lock table masters.country in access exclusive mode nowait;');
    await other.query(HOLD);
    const said: string[] = [];
    const migrated = run({ say: (line) => said.push(line), pausesMs: [500, 5_000, 5_000] });
    await expect.poll(() => said.length, { timeout: 30_000 }).toBe(1);
    expect(said[0]).toContain('could not obtain lock on relation "masters.country"');
    await other.query('commit');
    expect(await migrated).toEqual(['9001_masters_note']);
  });
});

it('names a migration that fails, and leaves nothing of it', async () => {
  await plant('9001_masters_wrong', 'create table masters.thing (a int); select 1 / 0;');
  await expect(run()).rejects.toThrow('9001_masters_wrong failed: division by zero');
  expect(await rows(`select to_regclass('masters.thing') as thing`)).toEqual([{ thing: null }]);
});

it('refuses a database that has run other migrations', async () => {
  await plant('9001_masters_note', 'select 1;');
  await run();
  await rm(join(folder, '9001_masters_note.sql'));
  await plant('9000_masters_earlier', 'select 1;');
  await expect(run()).rejects.toThrow(
    'the database has run 9001_masters_note where this program has 9000_masters_earlier',
  );
});

it('goes by the order in which migrations ran, not by the clock of the primary, which another one need not share', async () => {
  await database.admin.query(
    `update migrations.migration set run_on = run_on - interval '1 day' where id = (select max(id) from migrations.migration)`,
  );
  expect(await run()).toEqual([]);
});

describe('a migration whose statements are transactions of their own', () => {
  const INDEX = 'create index concurrently country_note on masters.country (name, fatf);';

  it('builds an index while rows are being saved', async () => {
    await plant('9001_masters_index', INDEX, true);
    await other.query(`begin; update masters.country set name = name where srno = 1`);
    const migrated = run();
    await expect.poll(() => isValid('masters.country_note'), { timeout: 30_000 }).toBe(false);
    await database.admin.query(`update masters.country set name = name where srno = 2`);
    await other.query('commit');
    expect(await migrated).toEqual(['9001_masters_index']);
    expect(await isValid('masters.country_note')).toBe(true);
  });

  it('drops what an interrupted build left, and builds it again', async () => {
    await expect(
      database.admin.query('create unique index concurrently country_note on masters.country (active)'),
    ).rejects.toThrow('could not create unique index');
    expect(await isValid('masters.country_note')).toBe(false);
    await plant('9001_masters_index', INDEX, true);
    await run();
    expect(await isValid('masters.country_note')).toBe(true);
  });

  it('leaves no index behind that could not be built, because it would go on refusing saves', async () => {
    await database.admin.query(
      `create table masters.twice as select 1 as srno from generate_series(1, 2); alter table masters.twice owner to bureau_owner`,
    );
    await plant(
      '9001_masters_index',
      'create unique index concurrently twice_once on masters.twice (srno);',
      true,
    );
    await expect(run()).rejects.toThrow('statement 1, failed: could not create unique index');
    expect(await rows(`select from pg_class where relname = 'twice_once'`)).toEqual([]);
  });

  it('says while it waits for whom, and two of them do not wait for each other', async () => {
    await plant('9001_masters_index', INDEX, true);
    await other.query(`begin; update masters.country set name = name where srno = 1`);
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const first = run({ say });
    await expect.poll(() => isValid('masters.country_note'), { timeout: 30_000 }).toBe(false);
    const second = run({ say });
    await expect
      .poll(() => said, { timeout: 60_000 })
      .toContainEqual('waits for another migration that is under way');
    await expect
      .poll(() => said.join('\n'), { timeout: 60_000 })
      .toMatch(/9001_masters_index, statement 1, waits for process \d+ \(someone else\)/);
    await other.query('commit');
    expect((await Promise.all([first, second])).flat()).toEqual(['9001_masters_index']);
  });

  it('is interrupted at any moment and goes on from there, each statement once', async () => {
    await database.admin.query(
      `create table masters.thing as select n as srno, null::text as note from generate_series(1, 8000) as n;
       alter table masters.thing owner to bureau_owner; alter table masters.thing add primary key (srno)`,
    );
    await plant(
      '9001_masters_steps',
      `create table masters.ran (number serial, what text);
       insert into masters.ran (what) values ('first; ''quoted''');
       create index concurrently thing_note on masters.thing (note);
       call platform.update_in_batches('masters.thing', 'srno', 'note = ''n'' || srno', 'note is null', 100);
       insert into masters.ran (what) values ($$second;$$);
       create index concurrently thing_both on masters.thing (srno, note);
       alter table masters.thing add constraint noted check (note is not null) not valid;
       alter table masters.thing validate constraint noted;`,
      true,
    );
    let interruptions = 0;
    for (let waitMs = 0; ; waitMs += 3) {
      const outcome = run().then(
        () => true,
        () => false,
      );
      await killStatement(waitMs);
      if (await outcome) break;
      interruptions += 1;
    }
    expect(interruptions).toBeGreaterThan(5);
    expect(await rows('select what from masters.ran order by number')).toEqual([
      { what: "first; 'quoted'" },
      { what: 'second;' },
    ]);
    expect(await rows('select count(*)::integer as n from masters.thing where note is null')).toEqual([
      { n: 0 },
    ]);
    expect([await isValid('masters.thing_note'), await isValid('masters.thing_both')]).toEqual([true, true]);
    expect(await rows('select * from migrations.statement')).toEqual([]);
  });

  /** Ends the session of the migration so long after it began to run statements of its own. */
  async function killStatement(waitMs: number): Promise<false> {
    const mine = `datname = current_database() and application_name = 'bureau migrate'`;
    const began = () =>
      rows(`select from pg_stat_activity where ${mine} and query !~ 'advisory|bureau roles'`);
    for (let tries = 0; tries < 2_000 && (await began()).length === 0; tries += 1) await sleep(5);
    await sleep(waitMs);
    await rows(`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`);
    return false;
  }

  it('is refused if a statement that ran has changed meanwhile', async () => {
    await plant('9001_masters_steps', 'create table masters.thing (a int); select 1 / 0;', true);
    await expect(run()).rejects.toThrow('9001_masters_steps, statement 2, failed: division by zero');
    await plant('9001_masters_steps', 'create table masters.thing (b int); select 1;', true);
    await expect(run()).rejects.toThrow('its statement 1 has changed since it ran');
    await plant('9001_masters_steps', 'create table masters.thing (a int); select 1;', true);
    expect(await run()).toEqual(['9001_masters_steps']);
  });
});

describe('rows that are changed in batches', () => {
  const CALL = `call platform.update_in_batches('masters.country', 'srno', 'swift_code = ''NEW''', 'swift_code <> ''NEW''', 7)`;

  it.each([
    [
      'a condition that stays true',
      'masters.country',
      'swift_code = swift_code',
      'true',
      'holds after the change',
    ],
    [
      'a bound that the change does not reach',
      'masters.country',
      'swift_code = swift_code || srno',
      'length(swift_code) < 900',
      'holds after the change',
    ],
    ['a partitioned table', 'platform.trail', 'call = call', 'false', 'is no plain table'],
  ])('are refused for %s, and nothing is changed', async (_, table, change, needed, why) => {
    const all = () => rows('select srno, swift_code from masters.country order by srno');
    const before = await all();
    const key = table === 'platform.trail' ? 'id' : 'srno';
    await expect(
      database.admin.query(`call platform.update_in_batches('${table}', '${key}', '${change}', '${needed}')`),
    ).rejects.toThrow(why);
    expect(await all()).toEqual(before);
  });

  it('never wait for a row that a save has locked, and leave none out', async () => {
    await other.query(`begin; select from masters.country where srno = 3 for update`);
    const changed = database.admin.query(CALL);
    const left = async () =>
      (
        await other.query<{ n: number }>(
          `select count(*)::integer as n from masters.country where swift_code <> 'NEW'`,
        )
      ).rows[0]?.n;
    await expect.poll(left, { timeout: 30_000 }).toBe(1);
    await other.query('commit');
    await changed;
    expect(await left()).toBe(0);
  });
});
