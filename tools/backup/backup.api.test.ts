import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPostgres, NewCluster } from '../../drills/new-cluster.ts';
import { Repository } from '../../drills/repository.ts';
import { readArchiveLag, readBackupAges } from '#server/platform/backups.sql.ts';
import { systemActing } from '#server/platform/database.ts';
import { openDatabase } from '#server/platform/db/pool.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { programPath } from '#tools/testing/apt.ts';
import { Daemon, runProgram } from '#tools/testing/daemon.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';

/** A real pgBackRest with the shipped configuration, on an empty business. */

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const DATABASE = 'bureau';
let folder = '';
let cluster: NewCluster;
let repository: Repository;
let database: ReturnType<typeof openDatabase>;
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-backup-'));
  await mkdir(join(folder, 'objects'));
  repository = await Repository.make();
  cluster = await NewCluster.start({
    settings: await Repository.serverSettings(),
    environment: repository.environment,
  });
  await repository.serve(cluster);
  await cluster.query('postgres', `create database ${DATABASE}`);
  const admin = cluster.urlOf(DATABASE);
  await migrate(admin);
  await makeLoginRoles(admin, TEST_ROLES);
  const login = (role: 'writer' | 'reader' | 'jobs') => urlFor(admin, TEST_ROLES[role], TEST_ROLES.password);
  const urls = { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin };
  environment = {
    ...settingsFor({ urls }, join(folder, 'objects')),
    ...repository.environment,
    DATABASE_URL: admin,
    BACKUP_OBJECT_STORE_DIR: join(folder, 'copy'),
  };
  database = openDatabase({
    readUrl: urls.reader,
    writeUrl: urls.writer,
    maxConnections: 2,
    statementTimeoutMs: 5_000,
    onError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await cluster.stop();
  await repository.remove();
  await rm(folder, { recursive: true, force: true });
});

const SOON = { withinMs: 60_000 };
const run = async (program: string, args: readonly string[], more: Record<string, string> = {}) => {
  const env = { PATH: process.env['PATH'], ...environment, ...more };
  return (await promisify(execFile)(program, args, { env, timeout: SOON.withinMs })).stdout;
};
const backUp = (args: readonly string[], more?: Record<string, string>) =>
  run(process.execPath, [PROGRAM, ...args], more);
const ages = () => readBackupAges(database.read);
const archive = () => database.write(systemActing('test'), readArchiveLag);
const isLocked = (path: string) =>
  runProgram('flock', ['--nonblock', path, 'true']).then(
    () => false,
    () => true,
  );
/** So many full backups in a row as would have replaced all others when their number counted. */
const MANY = 4;

it('notes nothing before the first backup', async () => {
  expect(await ages()).toEqual({ database: null, documents: null, head: null, failing: 0 });
});

it('keeps every full backup of the last two weeks, however many there are, and notes the last', async () => {
  const outputs: string[] = [];
  for (let made = 0; made < MANY; made += 1) outputs.push(await backUp(['database', '--full']));
  const labels = outputs.map((output) => /backup (\S+)/.exec(output)?.[1]);
  const info = await run(
    ...asPostgres(programPath('pgbackrest'), ['--stanza=bureau', '--output=json', 'info']),
  );
  const [{ backup }] = JSON.parse(info) as [{ backup: { label: string }[] }];
  expect(backup.map(({ label }) => label)).toEqual(labels);
  const { database: age, failing } = await ages();
  expect(age).toBeGreaterThanOrEqual(0);
  expect(failing).toBe(0);
  const { rows } = await cluster.asAdmin(DATABASE, (admin) =>
    admin.query(`select outcome, label, items > 0 as items, bytes > 1000000 as bytes from platform.backup`),
  );
  expect(rows).toEqual([{ outcome: 'made', label: labels.at(-1), items: true, bytes: true }]);
}, 240_000);

it('begins while WAL is being sent', async () => {
  const { folder: locks, file } = repository.lockOfWal;
  // Held as the process that sends WAL holds it.
  const held = asPostgres('flock', ['--no-fork', file, 'sleep', '600']);
  const sender = Daemon.start('sender', ...held, join(folder, 'sender.log'));
  const createStanza = (...options: readonly string[]) =>
    run(...asPostgres(programPath('pgbackrest'), ['--stanza=bureau', ...options, 'stanza-create']));
  try {
    await sender.waitUntil(() => isLocked(file), SOON.withinMs);
    await expect(createStanza(`--lock-path=${locks}`)).rejects.toThrow('bureau-archive.lock');
    await createStanza();
  } finally {
    await sender.stop();
  }
});

it('notes a backup that failed, until one is made', async () => {
  await expect(backUp(['database'], { PGBACKREST_CONFIG_INCLUDE_PATH: folder })).rejects.toThrow();
  expect((await ages()).failing).toBe(1);
  await backUp(['database']);
  expect((await ages()).failing).toBe(0);
}, 120_000);

it('notes the copy of the documents with a login of the server', async () => {
  await createDiskStore({ root: join(folder, 'objects') }).put(randomBytes(50));
  expect(await backUp(['objects'])).toMatch(/^documents: 1 copied from .*objects to .*, 0 were there$/m);
  expect((await ages()).documents).toBeGreaterThanOrEqual(0);
  // A file is no folder.
  await expect(backUp(['objects'], { BACKUP_OBJECT_STORE_DIR: join(PROGRAM, 'copy') })).rejects.toThrow();
  expect((await ages()).failing).toBe(1);
});

it('sees that complete WAL waits for the archive, and that it no longer does', async () => {
  const isLate = async () => (await archive()).late > 0;
  const writeWal = () =>
    cluster.asAdmin(DATABASE, async (admin) => {
      await admin.query('update platform.backup set items = items');
      await admin.query('select pg_switch_wal()');
    });
  await expect.poll(archive, { timeout: 60_000, interval: 200 }).toEqual({ is_on: true, late: 0 });
  const configuration = environment['PGBACKREST_CONFIG'] ?? '';
  await rename(configuration, `${configuration}.away`);
  await writeWal();
  await until(isLate, SOON);
  await rename(`${configuration}.away`, configuration);
  await until(async () => !(await isLate()), { withinMs: 120_000 });
}, 240_000);
