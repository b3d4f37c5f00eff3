import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runProgram } from '#tools/testing/daemon.ts';
import { until } from '#tools/testing/until.ts';
import { MachineControlGroup } from './machine-cgroup.ts';
import type { MachineNetwork } from './machine-network.ts';

const BOOT_MS = 120_000;
const COPY_MS = 300_000;
/** The kernel allows 15 characters for the name of an interface, of which nspawn takes three. */
const MAX_NAME = 12;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Ran {
  readonly code: number | null;
  /** Standard output and errors as they came. */
  readonly output: string;
}

interface MachineOptions {
  /** At most 12 letters, digits and hyphens; it is the host name too. */
  readonly name: string;
  readonly network: MachineNetwork;
  /** The last number of its address. */
  readonly number: number;
  /** A folder of `machineBase`, which is copied. */
  readonly base: string;
  /** What every command finds in its environment. Services get nothing of it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Names that it knows beside its own, with their addresses. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Folders of this machine that it sees too, by their place inside. */
  readonly shared?: Readonly<Record<string, { readonly from: string; readonly isReadOnly?: boolean }>>;
}

/**
 * A Debian that is booted with its own systemd by systemd-nspawn, on a private network. It shares the kernel with this machine,
 * so a power cut loses all processes at once, but nothing that they had written. Limits of memory have no
 * effect where the kernel of this machine still has the first version of control groups.
 */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #network: MachineNetwork;
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #shared: NonNullable<MachineOptions['shared']>;
  #child: ChildProcess | undefined;
  #groups: MachineControlGroup | undefined;

  private constructor(
    { name, network, number, environment = {}, shared = {} }: MachineOptions,
    folder: string,
  ) {
    this.#shared = shared;
    this.name = name;
    this.address = network.addressOf(number);
    this.#network = network;
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Copies the base, gives it a name and an address, and boots it. */
  static async start(options: MachineOptions): Promise<Machine> {
    if (!/^[a-z0-9-]+$/.test(options.name) || options.name.length > MAX_NAME)
      throw new Error(`${options.name} is no name for a machine`);
    const folder = await mkdtemp(join(tmpdir(), `bureau-machine-${options.name}-`));
    const machine = new Machine(options, folder);
    await writeFile(machine.#consoleFile, '');
    try {
      await runProgram('cp', ['--archive', '--reflink=auto', `${options.base}/.`, machine.root], COPY_MS);
      await machine.#configure(options.hosts ?? {});
      await machine.boot();
    } catch (error) {
      await machine.remove();
      throw error;
    }
    return machine;
  }

  /** Its files, as this machine sees them; /run and /tmp are not among them. */
  get root(): string {
    return join(this.#folder, 'root');
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async #configure(hosts: Readonly<Record<string, string>>): Promise<void> {
    const network = `[Match]\nName=host0\n[Link]\nMTUBytes=${await this.#network.mtu()}
[Network]\nAddress=${this.address}/24\nGateway=${this.#network.gateway}\n`;
    await this.write('/etc/systemd/network/10-host0.network', network);
    await this.write('/etc/hostname', `${this.name}\n`);
    const names = Object.entries({ [this.name]: '127.0.1.1', ...hosts });
    const lines = names.map(([name, address]) => `${address} ${name}\n`);
    await this.write('/etc/hosts', `127.0.0.1 localhost\n${lines.join('')}`);
    // Packages of a drill need not survive a power cut while they are unpacked.
    await this.write('/etc/dpkg/dpkg.cfg.d/unsafe-io', 'force-unsafe-io\n');
    // Empty, so that each machine gets one of its own at its first boot.
    await this.write('/etc/machine-id', '');
    await runProgram('systemctl', [`--root=${this.root}`, 'enable', 'systemd-networkd']);
  }

  /** Starts it and waits until its systemd has started everything, or has failed to. */
  async boot(): Promise<void> {
    // The kernel removes the interface of a machine that lost its power only after its last process is gone.
    await runProgram('ip', ['link', 'delete', `vb-${this.name}`]).catch(() => '');
    const shared = Object.entries(this.#shared).map(
      ([at, { from, isReadOnly = false }]) => `--bind${isReadOnly ? '-ro' : ''}=${from}:${at}`,
    );
    const args = [
      ...shared,
      ...['--quiet', '--boot', '--directory', this.root, '--machine', this.name],
      ...['--network-bridge', this.#network.bridge, '--register=no', '--keep-unit', '--console=pipe'],
    ];
    this.#groups = await MachineControlGroup.make(basename(this.#folder));
    // If this process is killed, nspawn ends with it; the machine's own systemd may stay until somebody ends it.
    const [program, all] = this.#groups.enter(['setpriv', '--pdeathsig', 'KILL', 'systemd-nspawn', ...args]);
    const child = spawn(program, all, {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => void appendFile(this.#consoleFile, part));
    const isUp = async () => {
      if (!this.isRunning) throw new Error(`${this.name} ended while booting:\n${this.console()}`);
      if (this.#leader() === undefined) return false;
      const { output } = await this.run('systemctl is-system-running');
      return /^(?:running|degraded)/.test(output);
    };
    await until(isUp, { withinMs: BOOT_MS });
  }

  /** The process that is number 1 inside. */
  #leader(): number | undefined {
    const parent = this.#child?.pid;
    try {
      const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ');
      return children.map(Number).find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'systemd\n');
    } catch {
      // It has ended, or has not begun.
      return undefined;
    }
  }

  get #consoleFile(): string {
    return join(this.#folder, 'console.log');
  }

  /** What it has written to its console since it was made. */
  console(): string {
    return readFileSync(this.#consoleFile, 'utf8').slice(-4_000);
  }

  /** Starts a command as root. The caller reads its output and ends it. */
  spawn(command: string, more: Readonly<Record<string, string>> = {}): ChildProcess {
    const leader = this.#leader();
    if (leader === undefined) throw new Error(`${this.name} is not running`);
    const environment = Object.entries({
      PATH,
      HOME: '/root',
      LANG: 'C.UTF-8',
      ...this.#environment,
      ...more,
    });
    return spawn(
      'nsenter',
      [
        ...['--all', '--target', String(leader), '--'],
        ...[
          'env',
          '--chdir=/root',
          '--ignore-environment',
          ...environment.map(([name, value]) => `${name}=${value}`),
        ],
        ...['bash', '-c', command],
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
  }

  /** Runs a command of a shell as root to its end, whatever its exit code. */
  async run(command: string, { input = '', environment = {} } = {}): Promise<Ran> {
    const child = this.spawn(command, environment);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        output += part.toString();
      });
    // A command that reads nothing closes the pipe.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  /** Runs a command that must succeed, and returns its output. */
  async must(command: string, options: Parameters<Machine['run']>[1] = {}): Promise<string> {
    const { code, output } = await this.run(command, options);
    if (code !== 0) throw new Error(`${this.name}: ended with ${code}: ${command}\n${output.slice(-4_000)}`);
    return output;
  }

  async write(path: string, text: string, mode = 0o644): Promise<void> {
    const place = join(this.root, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text, { mode });
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  async copyIn(from: string, to: string): Promise<void> {
    await cp(from, join(this.root, to), { recursive: true, preserveTimestamps: true });
  }

  /** All of its processes are gone at once, as after the loss of power. */
  async cutPower(): Promise<void> {
    if (!this.isRunning || this.#child === undefined) return;
    const ended = once(this.#child, 'exit');
    const leader = this.#leader();
    if (leader === undefined) this.#child.kill('SIGKILL');
    else process.kill(leader, 'SIGKILL');
    await ended;
  }

  /** Restarts as an administrator would do it, and returns when everything has started again. */
  async reboot(): Promise<void> {
    if (this.#child === undefined) throw new Error(`${this.name} is not running`);
    const ended = once(this.#child, 'exit');
    await this.run('systemctl reboot');
    await ended;
    await this.boot();
  }

  /** Nothing comes from it or reaches it any more; its processes notice nothing else. */
  async cutNetwork(): Promise<void> {
    await runProgram('ip', ['link', 'set', `vb-${this.name}`, 'down']);
  }

  async joinNetwork(): Promise<void> {
    await runProgram('ip', ['link', 'set', `vb-${this.name}`, 'up']);
  }

  async remove(): Promise<void> {
    await this.cutPower();
    await this.#groups?.remove().catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true });
  }
}
