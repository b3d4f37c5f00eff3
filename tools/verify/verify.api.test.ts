import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '#server/platform/db/client.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { makeLog } from '#server/platform/log.ts';
import { noteHeadJob } from '#server/platform/trail/head.jobs.ts';
import { readSigningKey, storeNote } from '#server/platform/trail/notes.ts';
import { sealTrail } from '#server/platform/trail/sealer.ts';
import { COUNTS_ANNOTATION, countRows } from '#tools/backup/counts.ts';
import type { Backup } from '#tools/backup/pgbackrest.ts';
import { noteLostHeads } from '#tools/restore/lost-heads.ts';
import { DEMO_DOCUMENTS } from '#tools/demo/documents.ts';
import { storeDemoPapers } from '#tools/demo/papers.ts';
import { cloneDatabase, settingsFor, type TestDatabase } from '#tools/testing/world.ts';
import { OBJECT_COLUMNS } from './papers.ts';
import { checkRows } from './rows.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let folder = '';
let environment: Record<string, string>;
let backups: Backup[] = [];
const HOUR_MS = 3_600_000;
const soon = () => new Date(Date.now() + HOUR_MS);

const faultsOf = async (restoredTo?: Date) =>
  (await verify({ url: database.urls.admin, environment, restoredTo, backups: async () => backups }))
    .filter(({ verdict }) => verdict === 'fault')
    .map(({ about, text }) => `${about}${text}`);

/** Adds a row to the trail and seals it. */
async function seal(): Promise<void> {
  await database.admin.query(
    `insert into platform.trail (action, record, record_id) values ('add', 'country', '1')`,
  );
  const jobs = await openClient(database.urls.jobs);
  try {
    while ((await sealTrail(jobs)) > 0);
  } finally {
    await jobs.end();
  }
}

/** Runs the job that notes the head, as a worker does. */
async function noteHead(): Promise<void> {
  const config = readConfig(environment);
  const open = openDatabase({
    readUrl: config.DATABASE_READ_URL,
    writeUrl: config.DATABASE_WRITE_URL,
    maxConnections: 2,
    statementTimeoutMs: 15_000,
    onError: () => undefined,
  });
  try {
    const tools = { database: open, config, log: makeLog('silent'), jobId: '1', attempt: 1, isLastTry: true };
    await noteHeadJob.run({}, { ...tools, mailer: undefined as never });
  } finally {
    await open.close();
  }
}

/** A backup of this moment, as the repository lists it. */
async function addBackup(label: string, at: Date): Promise<void> {
  const seconds = Math.floor(at.getTime() / 1_000);
  const annotation = { [COUNTS_ANNOTATION]: JSON.stringify(await countRows(database.admin)) };
  backups.push({
    label,
    type: 'full',
    timestamp: { start: seconds, stop: seconds },
    annotation,
    archive: { start: '', stop: '' },
    database: { id: 1 },
    info: { size: 1 },
  });
}

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bureau-verify-'));
  const key = join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  environment = settingsFor(database, join(folder, 'objects'), {
    TRAIL_HEAD_STORE: join(folder, 'heads'),
    TRAIL_HEAD_KEY: key,
  });
  await storeDemoPapers(createDiskStore({ root: join(folder, 'objects') }), database.urls.admin);
  await seal();
  await noteHead();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('finds noted in the database that the head was kept', async () => {
  const { rows } = await database.admin.query(
    `select outcome, label from platform.backup where kind = 'trail head'`,
  );
  expect(rows).toEqual([{ outcome: 'made', label: expect.stringMatching(/^seal \d+$/) }]);
});

it('knows every column that names an object of the store', async () => {
  const { rows } = await database.admin.query<{ name: string }>(
    `select format('%s.%s.%s', table_schema, table_name, column_name) as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where column_name ~ 'hash$' and data_type = 'text' and table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information)'
       and (table_schema, table_name) not in (('access', 'password'), ('access', 'password_past'),
         ('platform', 'incoming_object'), ('platform', 'unwanted_object'))`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(OBJECT_COLUMNS).sort());
});

describe('npm run verify', () => {
  it('finds nothing wrong with a sound database', async () => {
    await addBackup('first', new Date());
    expect(await faultsOf()).toEqual([]);
  });

  it('names a document that is missing and one that is damaged', async () => {
    const store = createDiskStore({ root: join(folder, 'objects') });
    const [missing, damaged] = DEMO_DOCUMENTS;
    if (missing === undefined || damaged === undefined) throw new Error('the demo has no documents');
    await store.remove(missing.hash);
    const path = join(
      folder,
      'objects/objects',
      damaged.hash.slice(0, 2),
      damaged.hash.slice(2, 4),
      damaged.hash,
    );
    await writeFile(path, 'rot');
    const faults = await faultsOf();
    expect(faults[0]).toMatch(/^papers: 2 of \d+ documents are missing or damaged in \/.*\.$/);
    expect(faults.slice(1).sort()).toEqual(
      [
        `papers: ${missing.hash} is missing.`,
        `papers: the bytes of object ${damaged.hash} do not match its hash.`,
      ].sort(),
    );
    await store.put(missing.bytes);
    await store.put(damaged.bytes);
    expect(await faultsOf()).toEqual([]);
  });

  it('names a balance that is not the sum of its transfers', async () => {
    const change = (by: number) =>
      database.admin.query(
        `set session_replication_role = replica; update notes.balance set quantity = quantity + ${by} where (holder, isd) =
           (select holder, isd from notes.balance where quantity > 0 order by holder, isd limit 1);
         set session_replication_role = origin`,
      );
    await change(5);
    expect((await faultsOf()).join('\n')).toContain('ledger: a balance is not the sum of its transfers');
    await change(-5);
    expect(await faultsOf()).toEqual([]);
  });

  it('names a table that has lost rows since the backup, but not one that the server may empty', async () => {
    await addBackup('second', new Date());
    await database.admin.query('begin');
    await database.admin.query(
      `set local session_replication_role = replica;
       delete from notes.transfer where id = (select max(id) from notes.transfer); delete from access.session`,
    );
    const found = await checkRows(database.admin, backups, {
      moment: undefined,
      departed: [],
      restores: [],
    });
    await database.admin.query('rollback');
    expect(found.map(({ about, text }) => `${about}${text}`)).toEqual([
      expect.stringMatching(/^rows: notes\.transfer has \d+ rows; backup second has \d+\.$/),
    ]);
  });

  it('compares a restored database with the last backup before its moment', async () => {
    await database.admin.query(
      `insert into platform.trail (action, record, record_id) values ('add', 'x', '1')`,
    );
    await addBackup('later', soon());
    backups = backups.map((one) =>
      one.label === 'later'
        ? { ...one, annotation: { [COUNTS_ANNOTATION]: '{"notes.transfer":99999999}' } }
        : one,
    );
    expect(await faultsOf()).toEqual([expect.stringContaining('backup later has 99999999')]);
    expect(await faultsOf(new Date())).toEqual([]);
    backups = backups.filter(({ label }) => label !== 'later');
  });
});

describe('the signed heads', () => {
  /** Takes the last seal back and seals its rows again with others, as an owner could who rewrites the chain. */
  const rewriteLastSeal = () =>
    database.admin.query(
      `with gone as (
         delete from platform.trail_seal where seq = (select max(seq) from platform.trail_seal) returning row_ids)
       insert into platform.trail_unsealed (id, at)
       select id, at from platform.trail where id in (select unnest(row_ids) from gone)`,
    );

  it('show a chain that was rewritten, although the chain itself is whole', async () => {
    await seal();
    await noteHead();
    await rewriteLastSeal();
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^heads: seal \d+, noted at .*, is missing\.$/),
      expect.stringMatching(/^heads: The trail ends at .*: at least \d+ seconds of work are lost\. If/),
    ]);
    await seal();
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^heads: seal \d+ is not the one that was noted at .*\.$/),
    ]);
  });

  it('are not expected after a restore to an earlier moment, which is noted too', async () => {
    expect(await faultsOf(new Date(Date.now() - HOUR_MS))).toEqual([]);
    const store = createDiskStore({ root: join(folder, 'heads') });
    const key = await readSigningKey(environment['TRAIL_HEAD_KEY'] ?? '');
    const to = new Date(Date.now() - HOUR_MS).toISOString();
    await storeNote(store, key, { kind: 'restore', at: new Date().toISOString(), to });
    expect(await faultsOf()).toEqual([]);
    await noteHead();
    expect(await faultsOf()).toEqual([]);
  });

  it('show how much a restore has lost', async () => {
    const found = await verify({
      url: database.urls.admin,
      environment,
      restoredTo: undefined,
      backups: async () => [],
    });
    expect(found.filter(({ about }) => about === 'restore')).toEqual([
      {
        about: 'restore',
        verdict: 'advice',
        text: expect.stringMatching(
          /the last noted head is of .*: at least 3[56]\d\d seconds of work are lost\.$/,
        ),
      },
    ]);
  });

  it('are not compared with a backup of the time that a restore gave up', async () => {
    const given = new Date(Date.now() - HOUR_MS / 2);
    await addBackup('given up', given);
    const last = backups.at(-1);
    if (last) backups.push({ ...last, annotation: { [COUNTS_ANNOTATION]: '{"notes.transfer":99999999}' } });
    expect(await faultsOf()).toEqual([]);
  });

  it('that are lost are noted by npm run restore -- finish, and no longer expected', async () => {
    await seal();
    const store = createDiskStore({ root: join(folder, 'heads') });
    const key = await readSigningKey(environment['TRAIL_HEAD_KEY'] ?? '');
    await storeNote(store, key, {
      kind: 'head',
      at: new Date().toISOString(),
      seq: '99999',
      hash: 'a'.repeat(64),
    });
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^heads: seal 99999, noted at .*, is missing\.$/),
      expect.stringContaining('seconds of work are lost'),
    ]);
    const config = readConfig(environment);
    // Without a restore the end of the trail was cut off, and a signed note must not hide that.
    expect(await noteLostHeads(config, database.urls.admin, false)).toContain('No restore was noted');
    expect(await faultsOf()).toHaveLength(2);
    // A restore to latest notes when the last WAL came into the repository, which can be after the lost head.
    const at = new Date(Date.now() + 1_000).toISOString();
    await storeNote(store, key, { kind: 'restore', at, to: at });
    expect(await noteLostHeads(config, database.urls.admin, false)).toMatch(
      /at least \d+ seconds of work are lost\.$/,
    );
    expect(await faultsOf()).toEqual([]);
    expect(await noteLostHeads(config, database.urls.admin, false)).toBeNull();
  });

  it('must be signed with our key', async () => {
    const store = createDiskStore({ root: join(folder, 'heads') });
    const { privateKey } = generateKeyPairSync('ed25519');
    const at = new Date().toISOString();
    await storeNote(store, privateKey, { kind: 'head', at, seq: '1', hash: 'f'.repeat(64) });
    expect(await faultsOf()).toEqual([expect.stringContaining('its signature is not ours')]);
  });
});
