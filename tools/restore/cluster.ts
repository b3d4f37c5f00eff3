import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { STANZA } from '#tools/backup/pgbackrest.ts';
import { advice, fault, ok, type Finding } from '#tools/doctor/finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const CONFIGURATIONS = ['/etc/pgbackrest/pgbackrest.conf', '/etc/pgbackrest.conf'];
const GIGABYTE = 1024 ** 3;
/** WAL that is read, temporary files and the first work need some space besides the files of the backup. */
const SPACE_FACTOR = 1.1;

const readOrNothing = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The folder of the cluster as pgBackRest knows it; undefined if its configuration does not name one. */
export async function dataFolder(environment: Environment): Promise<string | undefined> {
  const own = environment['PGBACKREST_CONFIG'];
  const texts = await Promise.all((own === undefined ? CONFIGURATIONS : [own]).map(readOrNothing));
  const section = new RegExp(`^\\[${STANZA}\\]$([^[]*)`, 'm');
  const inFile = texts.map((text) => /^pg1-path=(.*)$/m.exec(section.exec(text)?.[1] ?? '')?.[1]);
  return environment['PGBACKREST_PG1_PATH'] ?? inFile.find((path) => path !== undefined);
}

/** Whether PostgreSQL runs in this folder. A power cut leaves the file without a process, and pgBackRest refuses that too. */
export async function checkStopped(data: string): Promise<Finding> {
  const file = join(data, 'postmaster.pid');
  const pid = Number.parseInt(await readOrNothing(file), 10);
  if (Number.isNaN(pid)) return ok('PostgreSQL', 'is stopped.');
  const program = (await readOrNothing(`/proc/${pid}/comm`)).trim();
  return program === 'postgres'
    ? fault('PostgreSQL', `runs in ${data}; stop it first.`)
    : fault('PostgreSQL', `does not run, but has left ${file}; remove that file.`);
}

const READY = '.ready';
/** How many names of WAL files a finding tells. */
const NAMES_TOLD = 3;

/** A restore empties pg_wal, so WAL that PostgreSQL could not archive would be gone with it. */
export async function checkUnarchived(data: string, isDiscarded: boolean): Promise<Finding> {
  const folder = join(data, 'pg_wal');
  const ready = (await readdir(join(folder, 'archive_status')).catch(() => []))
    .filter((name) => name.endsWith(READY))
    .map((name) => name.slice(0, -READY.length))
    .sort();
  if (ready.length === 0) return ok('archive', 'has every completed WAL file of this folder.');
  const names = ready.length > NAMES_TOLD ? [...ready.slice(0, NAMES_TOLD - 1), '…', ready.at(-1)] : ready;
  const text = `has not got ${ready.length} WAL files of ${folder} (${names.join(', ')})`;
  return isDiscarded
    ? advice('archive', `${text}. They are given up.`)
    : fault(
        'archive',
        `${text}, and a restore deletes them. Let PostgreSQL archive them, or copy that folder away, and then add --discard-wal.`,
      );
}

/** A second cluster must not be put over anything. */
export async function checkEmpty(folder: string): Promise<Finding> {
  const entries = await readdir(folder).catch(() => []);
  return entries.length === 0
    ? ok('folder', `${folder} is free.`)
    : fault('folder', `${folder} is not empty.`);
}

/** Bytes that the file system of a folder still has; the folder may not exist yet. */
async function freeBytes(folder: string): Promise<number> {
  const place = await statfs(folder).catch(() => null);
  if (place === null) return freeBytes(dirname(folder));
  return place.bavail * place.bsize;
}

async function usedBytes(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]).catch(() => ({ stdout: '0' }));
  return Number.parseInt(stdout, 10) * 1024;
}

/** A restore replaces the files that are there, so their space counts as free. */
export async function checkSpace(folder: string, bytes: number): Promise<Finding> {
  const available = (await freeBytes(folder)) + (await usedBytes(folder));
  const text = `: the backup needs ${(bytes / GIGABYTE).toFixed(1)} GB, ${folder} can have ${(available / GIGABYTE).toFixed(1)} GB.`;
  return available < bytes * SPACE_FACTOR ? fault('space', text) : ok('space', text);
}

/** Debian's folder of clusters belongs to root, so the owner of the cluster could not make one in it. */
export async function makeFolder(folder: string): Promise<void> {
  if (process.getuid?.() !== 0 || existsSync(folder)) return;
  await promisify(execFile)('install', ['-d', '-m', '700', '-o', 'postgres', '-g', 'postgres', folder]);
}

/**
 * While PostgreSQL reads WAL its checkpointer goes to sleep for as long as `checkpoint_timeout`, and only the checkpointer
 * sends WAL after `archive_timeout`: for five minutes after a restore a loss would cost all of them. A reload wakes it.
 */
export async function reload(data: string): Promise<void> {
  const pid = Number.parseInt(await readOrNothing(join(data, 'postmaster.pid')), 10);
  if (Number.isNaN(pid))
    throw new Error(
      'PostgreSQL was not found in the folder that pgBackRest names (pg1-path), so it cannot be reloaded.',
    );
  process.kill(pid, 'SIGHUP');
}
