import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveToPostgres } from './new-cluster.ts';

const CONFIGURATION = new URL('../ops/pgbackrest/', import.meta.url);

/** A repository of pgBackRest in a folder, with the configuration of ops/pgbackrest. */
export class Repository {
  readonly #folder: string;
  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<Repository> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-repository-'));
    const repository = new Repository(folder);
    await giveToPostgres(folder);
    for (const name of ['repository', 'spool', 'lock', 'conf.d']) {
      await mkdir(join(folder, name));
      await giveToPostgres(join(folder, name));
    }
    const place = await readFile(new URL('folder.conf', CONFIGURATION), 'utf8');
    // Not an environment variable, which would also hold for the commands that have a lock of their own (lock-path in
    // pgbackrest.conf): a backup could not begin while WAL is being sent.
    await repository.#write(
      'conf.d/repository.conf',
      `${place.replace('/var/lib/pgbackrest', join(folder, 'repository'))}lock-path=${join(folder, 'lock')}\n`,
    );
    const passphrase = randomBytes(36).toString('base64');
    await repository.#write('conf.d/passphrase.conf', `[global]\nrepo1-cipher-pass=${passphrase}\n`);
    return repository;
  }

  async #write(name: string, text: string): Promise<void> {
    const path = join(this.#folder, name);
    await writeFile(path, text, { mode: 0o600 });
    await giveToPostgres(path);
  }

  /** Points the configuration at a cluster. */
  async serve(cluster: { readonly folder: string; readonly port: number }): Promise<void> {
    const text = (await readFile(new URL('pgbackrest.conf', CONFIGURATION), 'utf8'))
      .replaceAll('/var/spool/pgbackrest', join(this.#folder, 'spool'))
      .replace('/var/lib/postgresql/15/main', join(cluster.folder, 'data'))
      .replace('/var/run/postgresql', `${cluster.folder}\npg1-port=${cluster.port}`);
    await this.#write('pgbackrest.conf', text);
  }

  /** The folder with the WAL and the backups. */
  get place(): string {
    return join(this.#folder, 'repository');
  }

  /** The lock that the process which sends WAL holds. */
  get lockOfWal(): { readonly folder: string; readonly file: string } {
    const folder = join(this.#folder, 'lock');
    return { folder, file: join(folder, 'bureau-archive.lock') };
  }

  /** What pgBackRest must find in its environment, here and in PostgreSQL. */
  get environment(): Readonly<Record<string, string>> {
    return {
      PGBACKREST_CONFIG: join(this.#folder, 'pgbackrest.conf'),
      PGBACKREST_CONFIG_INCLUDE_PATH: join(this.#folder, 'conf.d'),
    };
  }

  /** The settings of PostgreSQL that send its WAL here. */
  static async serverSettings(): Promise<Record<string, string>> {
    const text = await readFile(new URL('postgresql.conf', CONFIGURATION), 'utf8');
    return Object.fromEntries(
      [...text.matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
