import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Daemon, runProgram } from '#tools/testing/daemon.ts';

const START_MS = 60_000;
const LONG_MS = 30 * 60_000;
/** What is kept between runs: images and the base. */
const KEPT = join(tmpdir(), 'bureau-compose-drill');
/** Always the same, because an image that was pushed under the same name is not packed again. */
const REGISTRY = '127.0.0.1:21150';
/** The address of this machine in the network of containers. */
export const HOST_ADDRESS = '172.30.250.1';

/**
 * /etc and /opt of this machine with everything that is written there kept apart, so that the lines of the page can
 * use their own paths. The daemon sees the same, because it mounts files of /etc/bureau into containers.
 */
const APART = `
set -eu
for folder in etc opt; do
  mkdir -p "$1/$folder" "$1/$folder-work"
  mount -t overlay -o "lowerdir=/$folder,upperdir=$1/$folder,workdir=$1/$folder-work" overlay "/$folder"
done
shift
exec dockerd "$@"
`;

interface Ran {
  readonly code: number | null;
  /** Standard output and errors as they came. */
  readonly output: string;
}

/** A Docker daemon and an image registry that only this drill uses. Needs root and Debian's docker.io and docker-registry. */
export class DockerDaemon {
  readonly #daemon: Daemon;
  readonly #registryServer: Daemon;
  readonly #socket: string;
  readonly #folder: string;
  /** Where images are pushed to and fetched from. */
  readonly registry: string;

  private constructor(daemon: Daemon, registryServer: Daemon, folder: string, registry: string) {
    this.#daemon = daemon;
    this.#registryServer = registryServer;
    this.#folder = folder;
    this.#socket = `unix://${join(folder, 'docker.sock')}`;
    this.registry = registry;
  }

  static async start(): Promise<DockerDaemon> {
    const folder = join(KEPT, 'run');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const registryFile = join(folder, 'registry.json');
    const storage = { filesystem: { rootdirectory: join(KEPT, 'registry') } };
    const http = { addr: REGISTRY };
    await writeFile(registryFile, JSON.stringify({ version: 0.1, storage, http }));
    const registryServer = Daemon.start(
      'docker-registry',
      'docker-registry',
      ['serve', registryFile],
      join(folder, 'registry.log'),
    );
    const args = [
      ...['--data-root', join(KEPT, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'dockerd.pid'), '--host', `unix://${join(folder, 'docker.sock')}`],
      ...['--bip', `${HOST_ADDRESS}/24`],
    ];
    const daemon = Daemon.start(
      'dockerd',
      'unshare',
      ['--mount', '--propagation', 'private', 'sh', '-c', APART, 'apart', join(folder, 'apart'), ...args],
      join(folder, 'dockerd.log'),
    );
    const docker = new DockerDaemon(daemon, registryServer, folder, REGISTRY);
    await daemon.waitUntil(async () => (await docker.run('docker info')).code === 0, START_MS);
    await docker.#removeContainers();
    return docker;
  }

  /** A folder that is kept between runs. */
  get kept(): string {
    return KEPT;
  }

  /** Runs a script of the shell as root, where /etc and /opt are those of the drill. */
  async run(script: string, environment: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const child = spawn(
      'nsenter',
      ['--mount', '--target', String(this.#daemon.pid), '--wd=/', 'bash', '-c', script],
      {
        env: { ...process.env, DOCKER_HOST: this.#socket, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: LONG_MS,
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output += part.toString();
      });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  /** The output of a script that must succeed. */
  async must(script: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
    const { code, output } = await this.run(script, environment);
    if (code !== 0) throw new Error(`ended with ${code}:\n${script.slice(-500)}\n${output.slice(-3_000)}`);
    return output;
  }

  async #removeContainers(): Promise<void> {
    await this.run(
      'docker ps --all --quiet | xargs --no-run-if-empty docker rm --force; docker network prune --force; docker volume ls --quiet | xargs --no-run-if-empty docker volume rm',
    );
  }

  /** Images stay for the next run; containers, networks and volumes do not. */
  async stop(): Promise<void> {
    await this.#removeContainers();
    this.#daemon.signal('SIGTERM');
    await this.#daemon.end(START_MS);
    await this.#registryServer.stop();
    await runProgram('rm', ['-rf', this.#folder]);
  }
}
