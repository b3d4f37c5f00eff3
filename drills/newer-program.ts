import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { migrationNames, numberOf } from '#server/platform/db/declarations.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The parts of a running program, with its command for migrations. */
const PARTS = ['server', 'contract', 'domain', 'tools/config', 'tools/db', 'package.json'];

/** Runs the command of a program that migrates a database, and kills it after a while if it is told to. */
export async function runMigrate(
  folder: string,
  adminUrl: string,
  killAfterMs?: number,
): Promise<{ readonly output: string; readonly isKilled: boolean }> {
  const child = spawn(process.execPath, [join(folder, 'tools/db/main.ts'), 'migrate'], {
    env: { ...process.env, DATABASE_URL: adminUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [output, fault, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  clearTimeout(timer);
  if (code !== 0 && code !== null) throw new Error(`the migration ended with ${code}: ${output}${fault}`);
  return { output, isKilled: code === null };
}

/** The program of this repository with additional migrations. */
export class NewerProgram {
  readonly #folder: string;
  /** The number of its newest migration. */
  number: number;

  private constructor(folder: string, number: number) {
    this.#folder = folder;
    this.number = number;
  }

  static async with(work: (program: NewerProgram) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-newer-'));
    try {
      for (const part of PARTS) await cp(join(ROOT, part), join(folder, part), { recursive: true });
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      await work(new NewerProgram(folder, Math.max(...(await migrationNames()).map(numberOf))));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  get main(): string {
    return join(this.#folder, 'server/main.ts');
  }

  /** Adds a migration that suits programs from this one on, by their newest migration, or no older program. */
  async addMigration(
    what: string,
    sql: string,
    { oldest, isByStatement = false }: { readonly oldest: number | null; readonly isByStatement?: boolean },
  ): Promise<string> {
    this.number += 1;
    const name = `${padded(this.number)}_${what}`;
    const lines = [
      '-- A migration of a newer program.',
      `-- oldest program: ${oldest === null ? 'none' : padded(oldest)}`,
      ...(isByStatement ? ['-- transaction: each statement'] : []),
      `${sql};`,
    ];
    await writeFile(join(this.#folder, 'server/migrations', `${name}.sql`), `${lines.join('\n')}\n`);
    return name;
  }

  /** Runs the newer program's migrations on a database, as its installation does. */
  async migrate(adminUrl: string): Promise<string> {
    const { output } = await runMigrate(this.#folder, adminUrl);
    return output;
  }

  /** Begins the same and kills it after a while; returns whether it was killed before its end. */
  async migrateInterrupted(adminUrl: string, afterMs: number): Promise<boolean> {
    const { isKilled } = await runMigrate(this.#folder, adminUrl, afterMs);
    return isKilled;
  }
}

const padded = (number: number): string => String(number).padStart(4, '0');
