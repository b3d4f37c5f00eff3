import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '#server/platform/db/client.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { readSigningKey, storeNote } from '#server/platform/trail/notes.ts';
import { sealTrail } from '#server/platform/trail/sealer.ts';
import { DEMO_DOCUMENTS } from '#tools/demo/documents.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { command, mustRun } from './command.ts';
import { archiveAll, DATABASE, openStage, type Stage } from './restore-stage.ts';

/** The commands of "Restoring" in docs/operations.md with a real repository, in the order in which they are written. */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ requests: 0, documents: 0 });
  await mustRun('backup', [], stage.environment);
});
afterAll(() => stage.close());

const restore = (...args: readonly string[]) => command('restore', args, stage.environment);

/** Leaves an entry in the trail, sealed. */
async function work(word: string): Promise<void> {
  await stage.cluster.query(
    DATABASE,
    `insert into platform.trail (action, record, record_id) values ('add', 'drill', '${word}')`,
  );
  await withClient(stage.settings['DATABASE_JOBS_URL'] ?? '', sealTrail);
}

/** Notes the head of the trail outside of the database, as the worker does. */
async function noteHead(): Promise<void> {
  const [head] = await stage.cluster.asAdmin(
    DATABASE,
    async (admin) =>
      (
        await admin.query<{ seq: string; hash: string }>(
          `select seq::text, encode(hash, 'hex') as hash from platform.trail_seal order by seq desc limit 1`,
        )
      ).rows,
  );
  if (head === undefined) throw new Error('nothing is sealed');
  const key = await readSigningKey(stage.settings['TRAIL_HEAD_KEY'] ?? '');
  const store = createDiskStore({ root: stage.settings['TRAIL_HEAD_STORE'] ?? '' });
  await storeNote(store, key, { kind: 'head', at: new Date().toISOString(), ...head });
}

/** The entries that the tests have left, as a database has them. */
const words = (url = stage.cluster.urlOf(DATABASE)) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ word: string }>(
      `select record_id as word from platform.trail where record = 'drill' order by id`,
    );
    return rows.map(({ word }) => word);
  });

/** The labels of the backups in the repository, the oldest first. */
const backups = async (): Promise<readonly string[]> =>
  (await readdir(join(stage.repository.place, 'backup/bureau'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^\d{8}-\d{6}F/.test(entry.name))
    .map(({ name }) => name)
    .sort();

/** The newest WAL file in the repository. */
async function newestWal(): Promise<string> {
  const entries = await readdir(join(stage.repository.place, 'archive'), { recursive: true });
  const files = entries.filter((path) => /\/[0-9A-F]{24}-[0-9a-f]{40}/.test(path)).sort();
  return join(stage.repository.place, 'archive', files.at(-1) ?? '');
}

async function startAndFinish(): Promise<string> {
  await stage.cluster.startAgain();
  return mustRun('restore', ['finish'], stage.environment);
}

describe('before anything is touched', () => {
  it.each([
    ['PostgreSQL runs', {}, ['--to', 'latest'], 'PostgreSQL runs in'],
    [
      'the store is missing',
      { OBJECT_STORE_DIR: '/nowhere/objects' },
      ['--to', 'latest'],
      '/nowhere/objects does not exist',
    ],
    [
      'the copy is away',
      { BACKUP_OBJECT_STORE_DIR: '/etc/hostname/copy' },
      ['--to', 'latest'],
      'copy cannot be used',
    ],
    [
      'the key cannot be read',
      { TRAIL_HEAD_KEY: '/nowhere/key.pem' },
      ['--to', 'latest'],
      'heads cannot be used',
    ],
    [
      'there is no such backup',
      {},
      ['--to', 'latest', '--set', '20200101-000000F'],
      '20200101-000000F is not in the repository',
    ],
    [
      'no backup is so old',
      {},
      ['--to', '2020-01-01 00:00:00Z'],
      'the repository has none before the moment',
    ],
    ['no WAL is so new', {}, ['--to', '2099-01-01 00:00:00Z'], 'WAL: it does not reach the moment'],
    [
      'there is no repository',
      { PGBACKREST_CONFIG: '/nowhere' },
      ['--to', 'latest'],
      'repository cannot be used',
    ],
  ])('it is told that %s', async (_, more, args, said) => {
    const { code, output } = await command('restore', args, { ...stage.environment, ...more });
    expect(output).toContain(said);
    expect([code, output.trim().split('\n').at(-1)]).toEqual([1, 'Nothing was changed.']);
    expect(await words()).toEqual([]);
  });
});

describe('beside the running database', () => {
  it('prints the commands that start, prove and remove the copy, and they work', async () => {
    await work('zero');
    await archiveAll(stage.cluster);
    const port = await freePort();
    const folder = join(stage.cluster.folder, 'past');
    const output = await mustRun(
      'restore',
      ['--to', 'latest', '--into', folder, '--port', String(port)],
      stage.environment,
    );
    const [start = '', verify = '', remove = ''] = output.trim().split('\n').slice(-3);
    const run = (line: string) =>
      promisify(execFile)('bash', ['-c', line], { env: { ...process.env, ...stage.environment } });
    await run(start);
    try {
      expect(verify).toMatch(/^npm run verify -- --to latest --port \d+$/);
      const proved = await command('verify', verify.split(' ').slice(4), stage.environment);
      expect([proved.code, proved.output.match(/^FAULT.*/gm)]).toEqual([0, null]);
      expect(await words(`postgres://postgres@127.0.0.1:${port}/${DATABASE}`)).toEqual(['zero']);
    } finally {
      await run(remove);
    }
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a gap in the WAL', () => {
  it('is found in the repository, where pgBackRest does not notice it', async () => {
    await work('one');
    await archiveAll(stage.cluster);
    await work('two');
    await archiveAll(stage.cluster);
    const lost = await newestWal();
    await work('three');
    await noteHead();
    await archiveAll(stage.cluster);
    expect(await command('verify', ['repository'], stage.environment)).toMatchObject({ code: 0 });
    await rm(lost);
    const { code, output } = await command('verify', ['repository'], stage.environment);
    expect([code, output]).toEqual([1, expect.stringMatching(/^FAULT {3}WAL: [0-9A-F]{24} is missing/)]);
    expect(output).toContain('every file has the bytes that were written');
  });

  it('refuses a restore over it, until it is accepted', async () => {
    await stage.cluster.lose();
    const { code, output } = await restore('--to', 'latest');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/WAL: [0-9A-F]{24} is missing, so everything after .* is lost/),
    ]);
    expect(existsSync(stage.cluster.data)).toBe(false);
    await mustRun('restore', ['--to', 'latest', '--accept-gap'], stage.environment);
    await startAndFinish();
    expect(await words()).toEqual(['zero', 'one']);
  });

  it('is no tampering afterwards: the lost work is told', async () => {
    const { code, output } = await command('verify', [], stage.environment);
    expect([code, output.match(/^FAULT.*/gm)]).toEqual([0, null]);
    expect(output).toMatch(/^ADVICE {2}restore of .*: at least \d+ seconds of work are lost\.$/m);
  });
});

describe('a second loss', () => {
  let givenUp: { timeline: number; words: readonly string[] } | undefined;
  const currentTimeline = () =>
    stage.cluster.asAdmin(DATABASE, async (admin) => {
      const { rows } = await admin.query<{ file: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as file',
      );
      return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '', 16);
    });

  it('soon after a restore to a moment brings back the restored state', async () => {
    const before = await words();
    await work('four');
    await archiveAll(stage.cluster);
    await sleep(1_000);
    const moment = new Date().toISOString();
    await sleep(1_000);
    await work('five');
    await archiveAll(stage.cluster);
    // This entry was not sent yet, and PostgreSQL sends it when it stops.
    await work('sent at the end');
    givenUp = { timeline: await currentTimeline(), words: await words() };
    await stage.cluster.shutDown();
    await mustRun('restore', ['--to', moment], stage.environment);
    await startAndFinish();
    expect(await words()).toEqual([...before, 'four']);
    // A backup of the new timeline, which leads to no other one.
    await mustRun('backup', [], stage.environment);
    await stage.cluster.lose();
    await mustRun('restore', ['--to', 'latest'], stage.environment);
    await startAndFinish();
    expect(await words()).toEqual([...before, 'four']);
  });

  it('costs less than a minute, because WAL is sent by itself soon after a restore', async () => {
    const archived = () =>
      stage.cluster.asAdmin(DATABASE, async (admin) => {
        const { rows } = await admin.query<{ file: string }>(
          'select last_archived_wal as file from pg_stat_archiver',
        );
        return rows[0]?.file ?? '';
      });
    const before = await archived();
    await work('six');
    await expect.poll(archived, { timeout: 60_000, interval: 1_000 }).not.toBe(before);
  });

  it('does not keep a wrong restore from being undone along its old timeline', async () => {
    await stage.cluster.lose();
    await mustRun('restore', ['--to', 'latest', '--timeline', String(givenUp?.timeline)], stage.environment);
    await startAndFinish();
    expect(await words()).toEqual(givenUp?.words);
  });
});

describe('a backup of a past that was given up', () => {
  it('is not used, although it is the last one', async () => {
    const { output } = await restore('--to', 'latest');
    const used = /backup (\S+) of /.exec(output)?.[1] ?? '';
    const labels = await backups();
    expect(labels.indexOf(used)).toBe(0);
    expect(labels.length).toBe(2);
    const { output: asked } = await restore('--to', 'latest', '--set', labels[1] ?? '');
    expect(asked).toContain(`${labels[1]} is of a past that a restore gave up`);
  });

  it('does not make the weekly check fail', async () => {
    const { output } = await command('verify', ['repository'], stage.environment);
    expect(output).not.toContain('FAULT');
  });
});

describe('WAL that was never archived', () => {
  /** No name of WAL, so that the archiver of the running cluster leaves it alone. */
  const NAME = '000000090000000000000099.drill';
  const status = () => join(stage.cluster.data, `pg_wal/archive_status/${NAME}.ready`);

  it('is not deleted by a restore, until that is asked for', async () => {
    await writeFile(status(), '');
    const refused = await restore('--to', 'latest');
    expect(refused.output).toContain(
      `archive has not got 1 WAL files of ${stage.cluster.data}/pg_wal (${NAME})`,
    );
    expect(refused.output).toContain('add --discard-wal');
    const accepted = await restore('--to', 'latest', '--discard-wal');
    expect(accepted.output).toMatch(/^ADVICE {2}archive has not got 1 WAL files/m);
    await rm(status());
  });
});

describe('heads that are missing without a restore', () => {
  it('are not signed away by finish', async () => {
    const key = await readSigningKey(stage.settings['TRAIL_HEAD_KEY'] ?? '');
    const store = createDiskStore({ root: stage.settings['TRAIL_HEAD_STORE'] ?? '' });
    const cut = { kind: 'head', at: new Date().toISOString(), seq: '999999', hash: 'a'.repeat(64) } as const;
    await storeNote(store, key, cut);
    expect(await mustRun('restore', ['finish'], stage.environment)).toContain('No restore was noted after');
    const verified = await command('verify', [], stage.environment);
    expect(verified.output).toContain('FAULT   heads: seal 999999');
    await mustRun('restore', ['finish', '--by-hand'], stage.environment);
    expect(await command('verify', [], stage.environment)).toMatchObject({ code: 0 });
  });
});

describe('a login that is newer than the restored moment', () => {
  it('is told at once', async () => {
    const url = new URL(stage.cluster.urlOf(DATABASE));
    url.username = 'bureau_later';
    const { code, output } = await command('restore', ['finish'], {
      ...stage.environment,
      DATABASE_URL: url.href,
    });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('has the logins and passwords of the restored moment'),
    ]);
  });
});

describe('documents alone', () => {
  it('come back from their copy while the database runs', async () => {
    const store = createDiskStore({ root: stage.settings['OBJECT_STORE_DIR'] ?? '' });
    const [missing, damaged] = DEMO_DOCUMENTS;
    if (missing === undefined || damaged === undefined) throw new Error('the demo has no documents');
    await store.remove(missing.hash);
    const path = join(
      stage.settings['OBJECT_STORE_DIR'] ?? '',
      'objects',
      damaged.hash.slice(0, 2),
      damaged.hash.slice(2, 4),
    );
    await writeFile(join(path, damaged.hash), 'rot');
    const { code, output } = await restore('documents', '--damaged');
    expect([code, output]).toEqual([
      0,
      `1 missing documents came back from their copy to ${stage.settings['OBJECT_STORE_DIR']}.\n1 damaged documents were replaced from their copy.\n`,
    ]);
    expect(await command('verify', [], stage.environment)).toMatchObject({ code: 0 });
  });
});
