import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#server/platform/db/client.ts';
import { runProgram } from './daemon.ts';
import { freePort } from './free-port.ts';

const INSTALLED = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 60_000;
const BALLAST_BYTES = 64 * 1024;

/** How PostgreSQL is stopped: with a checkpoint, or like a crash. */
const STOP_SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL does not run as root; root runs it as the user that the package has created. */
const ownerOfServers = (): Owner => {
  if (process.getuid?.() !== 0) return {};
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
};

/**
 * A separate PostgreSQL that can be stopped, frozen and filled. Its data is on a small disk in memory, so that a full
 * disk is really full and the disk of the machine is not affected. Mounting it needs root.
 */
export class Cluster {
  readonly #folder: string;
  readonly #port: number;
  readonly #owner: Owner;
  #server: ChildProcess | null = null;

  private constructor(folder: string, port: number, owner: Owner) {
    this.#folder = folder;
    this.#port = port;
    this.#owner = owner;
  }

  static async with(megabytes: number, work: (cluster: Cluster) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-cluster-'));
    const cluster = new Cluster(folder, await freePort(), ownerOfServers());
    try {
      await cluster.#make(megabytes);
      await cluster.start();
      await work(cluster);
    } finally {
      await cluster.#remove();
    }
  }

  get #disk(): string {
    return join(this.#folder, 'disk');
  }
  get #ballast(): string {
    return join(this.#disk, 'ballast');
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  async #make(megabytes: number): Promise<void> {
    const { uid, gid } = this.#owner;
    await mkdir(this.#disk);
    await runProgram('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.#disk]);
    if (uid !== undefined && gid !== undefined)
      for (const path of [this.#folder, this.#disk]) await chown(path, uid, gid);
    // Small WAL segments, so that a full disk is noticed after one megabyte.
    const options = [
      '--wal-segsize=1',
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ];
    const made = spawn(program('initdb'), ['--pgdata', join(this.#disk, 'data'), ...options], {
      stdio: 'ignore',
      cwd: this.#folder,
      ...this.#owner,
    });
    const [code] = (await once(made, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`initdb ended with ${code}`);
  }

  /** Starts it if it is not running, and waits until it accepts connections. */
  async start(): Promise<void> {
    if (this.#hasEnded) this.#spawn();
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await this.accepts())) {
      if (this.#hasEnded) throw new Error(`PostgreSQL ended while starting:\n${this.log.slice(-2_000)}`);
      if (performance.now() > deadline) throw new Error('PostgreSQL did not start in time');
      await sleep(20);
    }
  }

  get #hasEnded(): boolean {
    return this.#server === null || this.#server.exitCode !== null || this.#server.signalCode !== null;
  }

  #spawn(): void {
    const log = openSync(join(this.#folder, 'log'), 'a');
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      shared_buffers: '32MB',
      min_wal_size: '4MB',
      max_wal_size: '32MB',
    };
    const server = spawn(
      program('postgres'),
      [
        '-D',
        join(this.#disk, 'data'),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { stdio: ['ignore', log, log], cwd: this.#folder, ...this.#owner },
    );
    closeSync(log);
    const stopWithUs = () => server.kill('SIGQUIT');
    process.once('exit', stopWithUs);
    server.once('exit', () => process.removeListener('exit', stopWithUs));
    this.#server = server;
  }

  /** Whether a client can connect and gets an answer. */
  async accepts(): Promise<boolean> {
    try {
      await this.asAdmin('postgres', (client) => client.query('select'));
      return true;
    } catch {
      return false;
    }
  }

  /** Runs commands as administrator on a connection that may be lost. */
  asAdmin<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 }, work);
  }

  async stop(mode: keyof typeof STOP_SIGNALS): Promise<void> {
    const server = this.#server;
    if (server === null || this.#hasEnded) return;
    const ended = once(server, 'exit');
    server.kill(STOP_SIGNALS[mode]);
    await ended;
  }

  /** Stops all its processes; connections stay open and nothing answers. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }
  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  #signalAll(signal: NodeJS.Signals): void {
    const postmaster = this.#server?.pid ?? 0;
    if (this.#hasEnded) return;
    // The postmaster first, so that it starts no more processes.
    process.kill(postmaster, signal);
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
    for (const pid of children.split(' ').filter(Boolean)) trySignal(Number(pid), signal);
  }

  /** Fills its disk completely. */
  async fillDisk(): Promise<void> {
    const file = await open(this.#ballast, 'w');
    const bytes = Buffer.alloc(BALLAST_BYTES);
    try {
      for (;;) await file.write(bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  }
  async emptyDisk(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  get log(): string {
    return readFileSync(join(this.#folder, 'log'), 'utf8');
  }

  async #remove(): Promise<void> {
    this.thaw();
    await this.stop('immediate');
    await runProgram('umount', ['--lazy', this.#disk]).catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A process that has ended meanwhile needs no signal. */
function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A program of the newest installed server. */
function program(name: string): string {
  const versions = readdirSync(INSTALLED).map(Number).filter(Number.isFinite);
  return join(INSTALLED, String(Math.max(...versions)), 'bin', name);
}
