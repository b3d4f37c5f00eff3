import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { migrationNames, numberOf, readMigrations } from '#server/platform/db/declarations.ts';
import { readReleases, releaseFaults, unreleased } from '#server/platform/db/released.ts';
import { commitOf } from '#tools/db/release.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;
const INSTALL_MS = 900_000;
const run = promisify(execFile);

/** The program of the last release, as an installation has it. */
export class ReleasedProgram {
  readonly folder: string;
  readonly name: string;

  private constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
  }

  static async with(work: (program: ReleasedProgram) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-released-'));
    try {
      const { program, name } = await unpackRelease(folder);
      await installParts(program);
      await work(new ReleasedProgram(program, name));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  get main(): string {
    return join(this.folder, 'server/main.ts');
  }

  /** A module of the release itself, because that of this program may need a newer database. */
  load<Module>(path: string): Promise<Module> {
    return import(pathToFileURL(join(this.folder, path)).href) as Promise<Module>;
  }

  /** The number of its newest migration. */
  async newestMigration(): Promise<number> {
    const names = await migrationNames(pathToFileURL(join(this.folder, 'server/migrations/')));
    return Math.max(...names.map(numberOf));
  }
}

/** A copy of the repository without its history has only the last commit, which is as good until it has a new migration. */
async function unpackRelease(folder: string): Promise<{ readonly program: string; readonly name: string }> {
  const releases = await readReleases();
  const release = releases.at(-1);
  if (release === undefined) throw new Error('there is no release yet');
  const found = await commitOf(release);
  const faults: string[] = [];
  for (const commit of found === null ? ['HEAD'] : [found, 'HEAD']) {
    const program = await unpack(commit, folder);
    const migrations = await readMigrations(pathToFileURL(join(program, 'server/migrations/')));
    const newer = unreleased(releases, migrations).map(
      ({ name }) => `${name} is newer than ${release.version}`,
    );
    const differences = [...releaseFaults(releases, migrations), ...newer];
    if (differences.length === 0) return { program, name: `${release.version} in ${commit}` };
    faults.push(`${commit}: ${differences.join(', ')}`);
  }
  throw new Error(`the program of ${release.version} is not in the history: ${faults.join('; ')}`);
}

async function unpack(commit: string, folder: string): Promise<string> {
  const archive = join(folder, 'release.tar');
  const { stdout } = await run('git', ['archive', commit], {
    cwd: ROOT,
    encoding: 'buffer',
    maxBuffer: MAX_ARCHIVE_BYTES,
  });
  await writeFile(archive, stdout);
  const program = join(folder, commit);
  await mkdir(program);
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${program}`]);
  return program;
}

/** The parts of this repository, if the release has the same ones. */
async function installParts(program: string): Promise<void> {
  const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await lock(program)) === (await lock(ROOT)))
    await symlink(join(ROOT, 'node_modules'), join(program, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: program, timeout: INSTALL_MS });
}
