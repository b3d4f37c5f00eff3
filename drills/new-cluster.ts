import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';
import { runProgram } from '#tools/testing/daemon.ts';
import { freePort } from '#tools/testing/free-port.ts';
import { asAdmin } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';

const START_MS = 300_000;

/** The folder with the programs of the PostgreSQL that the tests use. */
export const binaries = (): Promise<string> =>
  asAdmin(async (client) => {
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_config where name = 'BINDIR'`,
    );
    return rows[0]?.setting ?? '';
  });

/** PostgreSQL does not run as root; root runs it as the user that Debian has created for it. */
export const asPostgres = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', program, ...args]]
    : [program, args];

/** Gives a folder to the user that runs PostgreSQL. */
export async function giveToPostgres(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const id = async (what: '-u' | '-g') => Number(await runProgram('id', [what, 'postgres']));
  await chown(folder, await id('-u'), await id('-g'));
}

interface ClusterOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** What its own programs find in their environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Brings the data into a folder that does not exist yet; a new and empty cluster if absent. */
  readonly fill?: (data: string) => Promise<void>;
}

async function initialise(data: string): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'];
  await runProgram(...asPostgres(join(await binaries(), 'initdb'), args));
}

/** A separate PostgreSQL whose transaction ids start again, removed with all its data at the end. */
export class NewCluster {
  readonly #launch: () => ChildProcess;
  #server: ChildProcess;
  readonly #folder: string;
  readonly port: number;

  private constructor(launch: () => ChildProcess, folder: string, port: number) {
    this.#launch = launch;
    this.#folder = folder;
    this.port = port;
    this.#server = launch();
    process.once('exit', this.#kill);
  }

  static async start({
    settings = {},
    environment = {},
    fill = initialise,
  }: ClusterOptions = {}): Promise<NewCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-cluster-'));
    await giveToPostgres(folder);
    const data = join(folder, 'data');
    await fill(data);
    const port = await freePort();
    const all = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
      ...settings,
    };
    const [program, args] = asPostgres(join(await binaries(), 'postgres'), [
      ...['-D', data],
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    const launch = () => spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...environment } });
    const cluster = new NewCluster(launch, folder, port);
    await until(() => cluster.#answers(), { withinMs: START_MS });
    return cluster;
  }

  /** The folder with its data and its socket. */
  get folder(): string {
    return this.#folder;
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  readonly #kill = () => void this.#server.kill('SIGQUIT');

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  query(database: string, text: string): Promise<void> {
    return this.asAdmin(database, async (client) => void (await client.query(text)));
  }

  asAdmin<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.urlOf(database), work);
  }

  #answers(): Promise<boolean> {
    return this.query('postgres', 'select').then(
      () => true,
      () => false,
    );
  }

  /** Ends it at once, without a checkpoint and without sending the last WAL. */
  async halt(): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#kill();
    await ended;
  }

  /** Ends it as its service does: it sends its last WAL first. */
  async shutDown(): Promise<void> {
    const ended = once(this.#server, 'exit');
    this.#server.kill('SIGINT');
    await ended;
  }

  /** Its disk is lost. */
  async lose(): Promise<void> {
    await this.halt();
    await rm(this.data, { recursive: true, force: true });
  }

  /** Starts it with the data that is there now; while it reads WAL it answers questions only. */
  async startAgain(): Promise<void> {
    this.#server = this.#launch();
    await until(() => this.#answers(), { withinMs: START_MS });
  }

  async stop(): Promise<void> {
    process.removeListener('exit', this.#kill);
    if (this.#server.exitCode === null && this.#server.signalCode === null) await this.halt();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
