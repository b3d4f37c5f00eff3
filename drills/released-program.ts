import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { migrationNames, numberOf } from '#server/platform/db/declarations.ts';
import { readReleases } from '#server/platform/db/released.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;
const INSTALL_MS = 900_000;
const run = promisify(execFile);

/** The program of the last release, as an installation has it; before the first release that of the last commit. */
export class ReleasedProgram {
  readonly folder: string;
  readonly name: string;

  private constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
  }

  static async with(work: (program: ReleasedProgram) => Promise<void>): Promise<void> {
    const { version, commit } = (await readReleases()).at(-1) ?? {
      version: 'the last commit',
      commit: 'HEAD',
    };
    const folder = await mkdtemp(join(tmpdir(), 'bureau-released-'));
    try {
      const archive = join(folder, 'release.tar');
      const { stdout } = await run('git', ['archive', commit], {
        cwd: ROOT,
        encoding: 'buffer',
        maxBuffer: MAX_ARCHIVE_BYTES,
      });
      await writeFile(archive, stdout);
      const program = join(folder, 'program');
      await mkdir(program);
      await run('tar', ['--extract', `--file=${archive}`, `--directory=${program}`]);
      await installParts(program);
      await work(new ReleasedProgram(program, version));
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

/** The parts of this repository, if the release has the same ones. */
async function installParts(program: string): Promise<void> {
  const lock = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await lock(program)) === (await lock(ROOT)))
    await symlink(join(ROOT, 'node_modules'), join(program, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: program, timeout: INSTALL_MS });
}
