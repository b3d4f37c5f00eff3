import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from '#tools/testing/daemon.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { asAdmin } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';

const START_MS = 30_000;

/** The folder with the programs of the PostgreSQL that the tests use. */
export const binaries = (): Promise<string> =>
  asAdmin(async (client) => {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_config where name = 'BINDIR'`,
    );
    return rows[0]?.setting ?? '';
  });

/** PostgreSQL does not run as root; root runs it as the user that Debian has created for it. */
const asPostgres = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', program, ...args]]
    : [program, args];

/** A separate PostgreSQL whose transaction ids start again, removed with all its data at the end. */
export class NewCluster {
  readonly #server: ChildProcess;
  readonly #folder: string;
  readonly port: number;

  private constructor(server: ChildProcess, folder: string, port: number) {
    this.#server = server;
    this.#folder = folder;
    this.port = port;
  }

  static async start(): Promise<NewCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-cluster-'));
    const bin = await binaries();
    if (process.getuid?.() === 0) {
      const id = async (what: '-u' | '-g') => Number(await runProgram('id', [what, 'postgres']));
      await chown(folder, await id('-u'), await id('-g'));
    }
    const data = join(folder, 'data');
    await runProgram(
      ...asPostgres(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']),
    );
    const port = await freePort();
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
    const [program, args] = asPostgres(join(bin, 'postgres'), [
      ...['-D', data],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    const server = spawn(program, args, { stdio: 'ignore' });
    const cluster = new NewCluster(server, folder, port);
    process.once('exit', cluster.#kill);
    await until(() => cluster.#answers(), { withinMs: START_MS });
    return cluster;
  }

  readonly #kill = () => void this.#server.kill('SIGQUIT');

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async query(database: string, text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.urlOf(database) });
    try {
      await client.connect();
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  #answers(): Promise<boolean> {
    return this.query('postgres', 'select').then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    process.removeListener('exit', this.#kill);
    const ended = once(this.#server, 'exit');
    this.#kill();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
