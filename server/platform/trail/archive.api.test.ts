import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { until } from '#tools/testing/until.ts';
import { cloneDatabase, type TestDatabase } from '#tools/testing/world.ts';
import { verifyArchive } from './archive-file.ts';
import { sealTrail } from './sealer.ts';
import { verifyTrail } from './verify.ts';

const TOOL = fileURLToPath(new URL('../../../tools/trail/main.ts', import.meta.url));
/** Long past the retention period. */
const MONTH = '2019-03';
const PART = 'trail_2019_03';
const ROUNDS = 4;
const ROWS_AT_ONCE = 3;
const ROWS = ROUNDS * ROWS_AT_ONCE;

let database: TestDatabase;
let jobs: pg.Client;
let folder: string;
const fileOf = (name: string) => join(folder, name);

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [TOOL, ...args, '--url', database.urls.admin]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string },
  );

async function sealAll(): Promise<void> {
  while ((await sealTrail(jobs)) > 0);
}

const addRows = (at: string, record: string) =>
  database.admin.query(
    `insert into platform.trail (at, actor, action, record, record_id, after)
     select $1::timestamptz + make_interval(secs => n), 1, 'edit', $2, n::text,
       jsonb_build_object('text', E'one line\\u2028and another\\nand a third', 'n', n)
     from generate_series(1, ${ROWS_AT_ONCE}) n`,
    [at, record],
  );

beforeAll(async () => {
  database = await cloneDatabase();
  jobs = await openClient(database.urls.jobs);
  folder = await mkdtemp(join(tmpdir(), 'bureau-archive-'));
  await database.admin.query(`select platform.make_trail_months('${MONTH}-01', '2019-04-01')`);
  await addRows('2019-04-01', 'next');
  // Alternates rows of that month and of today, sealed in small portions, so that the seals of the month are not
  // adjacent. Nothing may be sealed before them, or the check would report their dates.
  for (let round = 1; round <= ROUNDS; round += 1) {
    await addRows(`${MONTH}-0${round}`, 'old');
    await addRows(new Date().toISOString(), 'today');
  }
  let sealed: number | undefined;
  do {
    const { rows } = await jobs.query<{ n: number }>('select platform.seal_trail(5) as n');
    sealed = rows[0]?.n;
  } while (sealed !== 0);
});
afterAll(async () => {
  await jobs.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a month of the trail', () => {
  it('stays for the retention period', async () => {
    const { code, stdout } = await run('archive', '2026-11', '--to', fileOf('young.gz'));
    expect(stdout).toContain('2026-11 is kept');
    expect(code).toBe(1);
    await expect(stat(fileOf('young.gz'))).rejects.toThrow();
  });

  it('stays while some of its rows are not sealed, or do not match their seals', async () => {
    await addRows(`${MONTH}-20`, 'old');
    expect((await run('archive', MONTH, '--to', fileOf('open.gz'))).stdout).toContain(
      `Nothing was changed: ${ROWS_AT_ONCE} rows of ${PART} are not sealed yet`,
    );
    await database.admin.query(`delete from platform.${PART} where at >= '${MONTH}-20'`);
    await database.admin.query('delete from platform.trail_unsealed');

    const change = (by: number) =>
      database.admin.query(
        `update platform.trail set actor = actor + $1 where id = (select min(id) from platform.${PART})`,
        [by],
      );
    await change(1);
    expect((await run('archive', MONTH, '--to', fileOf('open.gz'))).stdout).toContain(
      `Nothing was changed: ${PART} has 1 faults`,
    );
    await change(-1);
    await expect(stat(fileOf('open.gz'))).rejects.toThrow();
  });

  it('that does not exist cannot be archived', async () => {
    const { code, stdout } = await run('archive', '2018-03', '--to', fileOf('none.gz'));
    expect(stdout).toContain('the trail has no partition trail_2018_03');
    expect(code).toBe(1);
  });

  it('stays while a writer holds the trail, and no file is left', async () => {
    await database.admin.query('begin; lock table platform.trail in row exclusive mode');
    const { code, stdout } = await run('archive', MONTH, '--to', fileOf('busy.gz'));
    await database.admin.query('rollback');
    expect(stdout).toContain('Nothing was changed: the trail is in use');
    expect(code).toBe(1);
    await expect(stat(fileOf('busy.gz'))).rejects.toThrow();
  });

  it('waits for a seal that is being made, and neither is cancelled', async () => {
    const sealer = await openClient(database.urls.admin);
    try {
      await sealer.query(`begin; select pg_advisory_xact_lock(hashtextextended('platform.seal_trail', 0))`);
      const archive = () => run('archive', '2019-04', '--to', fileOf('sealing.gz'));
      const archived = archive();
      await until(
        async () =>
          (
            await database.admin.query(
              `select from pg_stat_activity where application_name = 'bureau trail archive' and wait_event = 'advisory'`,
            )
          ).rows.length > 0,
        { withinMs: 20_000 },
      );
      await sealer.query('select count(*) from platform.trail; commit');
      let { stdout } = await archived;
      // A machine that stands still can make it wait longer than it may.
      if (stdout.includes('the trail is in use')) ({ stdout } = await archive());
      expect(stdout).toContain(`${ROWS_AT_ONCE} rows of trail_2019_04 are in`);
    } finally {
      await sealer.end();
    }
  });

  it('is archived: the chain has a checkpoint and is intact, and the file verifies by itself', async () => {
    const before = await verifyTrail(database.urls.admin);
    expect(before.faults).toEqual([]);
    const { code, stdout } = await run('archive', MONTH, '--to', fileOf('month.gz'));
    expect(stdout).toContain(`${ROWS} rows of ${PART} are in`);
    expect(code).toBe(0);

    const after = await verifyTrail(database.urls.admin);
    expect(after).toMatchObject({ faults: [], rows: before.rows - ROWS, seals: before.seals + 1 });
    const { rows } = await database.admin.query<{ left: number; kept: number }>(
      `select (select count(*)::integer from platform.trail where record = 'old') as left,
         (select count(*)::integer from platform.${PART}) as kept`,
    );
    expect(rows[0]).toEqual({ left: 0, kept: ROWS });

    const file = await verifyArchive(fileOf('month.gz'));
    expect(file).toMatchObject({ faults: [], rows: ROWS, header: { part: PART } });
    // Seals of other rows lie between its own seals.
    expect(file.seals).toBe(2 * ROUNDS - 1);
    expect(after.departed.slice(1)).toEqual([
      { seq: String(after.seals), part: PART, rows: ROWS, archive: file.contentHash },
    ]);
    expect((await stat(fileOf('month.gz'))).mode & 0o777).toBe(0o600);
  });

  it('cannot be archived twice', async () => {
    expect((await run('archive', MONTH, '--to', fileOf('again.gz'))).stdout).toContain(
      'the trail has no partition',
    );
    expect((await run('archive', MONTH, '--to', fileOf('month.gz'))).stdout).toContain('exists already');
  });

  it('is followed by the rest of the chain', async () => {
    await database.admin.query(
      `insert into platform.trail (action, record, record_id) values ('edit', 'new', '1')`,
    );
    await sealAll();
    expect(await verifyTrail(database.urls.admin)).toMatchObject({ faults: [], unsealed: 0 });
    const { code, stdout } = await run('verify');
    expect(stdout).toContain(`${PART} left with ${ROWS} rows`);
    expect(code).toBe(0);
  });

  it('is reported missing if its checkpoint does not account for it', async () => {
    const { admin, urls } = database;
    await admin.query('begin');
    try {
      await admin.query('create table platform.saved as table platform.trail_seal');
      await admin.query(
        `update platform.trail_seal set checkpoint = jsonb_set(checkpoint, '{rows}', '1') where checkpoint is not null`,
      );
      await admin.query('commit');
      const { faults } = await verifyTrail(urls.admin);
      expect(faults.join()).toContain(`lets 1 rows go where ${ROWS} were sealed`);
      expect(faults.join()).toMatch(/seal \d+ was altered/);
    } finally {
      await admin.query(
        'delete from platform.trail_seal; insert into platform.trail_seal table platform.saved; drop table platform.saved',
      );
    }
    expect((await verifyTrail(urls.admin)).faults).toEqual([]);
  });
});

describe('npm run trail -- verify --archive', () => {
  const verify = (name: string) => run('verify', '--archive', fileOf(name));

  it('needs no database, and finds the checkpoint if one is given', async () => {
    const alone = await promisify(execFile)(process.execPath, [
      TOOL,
      'verify',
      '--archive',
      fileOf('month.gz'),
    ]);
    expect(alone.stdout).toContain('the archive is whole\n');
    const compared = await verify('month.gz');
    expect(compared.stdout).toContain('a checkpoint of the chain names it');
    expect(compared.code).toBe(0);
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'a row altered',
      (lines) => lines.map((line) => line.replace('"old", "3"', '"old", "4"')),
      /trail row \d+ of seal \d+ was altered/,
    ],
    [
      'a row removed',
      (lines) => lines.filter((line) => !line.includes('"old", "3"')),
      /was altered|neither a seal nor a row/,
    ],
    [
      'a seal altered',
      (lines) => lines.map((line) => line.replace(`${PART}\\", null, false`, `${PART}\\", null, true`)),
      /seal \d+ was altered/,
    ],
    ['its end cut off', (lines) => lines.slice(0, -2), /the file has \d+ rows where its header says 12/],
    ['another beginning', (lines) => lines.slice(1), /this is no archive of the trail/],
  ])('names %s', async (what, harm, expected) => {
    const lines = gunzipSync(await readFile(fileOf('month.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    const harmed = harm(lines);
    expect(harmed).not.toEqual(lines);
    const name = `${what}.gz`;
    await writeFile(fileOf(name), gzipSync(`${harmed.join('\n')}\n`));
    const { code, stdout } = await verify(name);
    expect(stdout).toMatch(expected);
    expect(stdout).toContain('no checkpoint of the chain names this archive');
    expect(code).toBe(1);
  });

  it('reports a truncated file or one that is not an archive', async () => {
    const whole = await readFile(fileOf('month.gz'));
    await writeFile(fileOf('half.gz'), whole.subarray(0, whole.length / 2));
    await writeFile(fileOf('text.gz'), 'hello');
    for (const name of ['half.gz', 'text.gz', 'absent.gz']) {
      const { code, stdout } = await verify(name);
      expect(stdout, name).toContain('cannot be read to its end');
      expect(code).toBe(1);
    }
  });
});
