import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '#tools/testing/daemon.ts';
import { until } from '#tools/testing/until.ts';
import type { ReplicatedDatabase } from './faults-under-load.ts';
import { machineBase } from './machine-base.ts';
import { MachineNetwork } from './machine-network.ts';
import { Machine } from './machine.ts';
import { readSection } from '#tools/testing/page-blocks.ts';
import { ask } from './patroni-client.ts';

const blocksOf = async (heading: string) => (await readSection(heading)).blocks;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'pgbackrest', 'gettext-base', 'haproxy'];
const NETWORK = '10.77.3';
export const NODES = ['node1', 'node2', 'node3'] as const;
type Node = (typeof NODES)[number];
/** A machine that was away for long may have to be copied anew. */
const WHOLE_MS = 300_000;
const CERTIFICATES = '/srv/certificates';
/** Another place than the standard one, so that the units need the right to write there. */
const REPOSITORY = '/srv/backups';
/** More open files than a machine of the drill may have. */
const CONNECTIONS = { before: 'maxconn 20000', here: 'maxconn 2000' };

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

/**
 * Three booted machines with PostgreSQL under Patroni and etcd, and one for Bureau with haproxy. Each is installed by the blocks of
 * "Failing over" in docs/operations.md, in which only the values are replaced.
 */
export class PatroniMachines implements ReplicatedDatabase {
  readonly #network: MachineNetwork;
  readonly #folder: string;
  readonly #machines = new Map<string, Machine>();

  private constructor(network: MachineNetwork, folder: string) {
    this.#network = network;
    this.#folder = folder;
  }

  static async start(): Promise<PatroniMachines> {
    const base = await machineBase({ downloaded: PACKAGES });
    const folder = await mkdtemp(join(tmpdir(), 'bureau-machines-'));
    // The repository of the backups: the folder of another machine, which all three mount.
    await chmod(folder, 0o777);
    const machines = new PatroniMachines(await MachineNetwork.open('bureau-patroni', NETWORK), folder);
    try {
      await Promise.all(
        [...NODES, 'desk'].map((name, index) =>
          machines.#boot(base, name, name === 'desk' ? 20 : 11 + index),
        ),
      );
      await machines.#install();
      return machines;
    } catch (error) {
      await machines.stop();
      throw error;
    }
  }

  async #boot(base: string, name: string, number: number): Promise<void> {
    const machine = await Machine.start({
      ...{ name, network: this.#network, number, base },
      environment: { DEBIAN_FRONTEND: 'noninteractive' },
      shared: {
        '/opt/bureau/node_modules': { from: join(ROOT, 'node_modules'), isReadOnly: true },
        ...(name === 'desk' ? {} : { [REPOSITORY]: { from: this.#folder } }),
      },
    });
    this.#machines.set(name, machine);
    const archive = join(this.#folder, `${name}.tar`);
    await runProgram('git', ['-C', ROOT, 'archive', '--output', archive, 'HEAD']);
    await runProgram('tar', [
      '--extract',
      '--file',
      archive,
      '--directory',
      join(machine.root, 'opt/bureau'),
    ]);
    await rm(archive);
    const folder = await readFile(join(ROOT, 'ops/pgbackrest/folder.conf'), 'utf8');
    await machine.write(
      '/srv/repository.conf',
      folder.replace(/^repo1-path=.*$/m, `repo1-path=${REPOSITORY}`),
    );
  }

  machine(name: string): Machine {
    const machine = this.#machines.get(name);
    if (machine === undefined) throw new Error(`there is no machine ${name}`);
    return machine;
  }

  get desk(): Machine {
    return this.machine('desk');
  }

  /** Commands of the page, with the values of a machine before them. */
  async follow(machine: Machine, commands: readonly string[]): Promise<string> {
    const values = [
      ...[`NAME=${machine.name}`, `ADDRESS=${machine.address}`, `NETWORK=${NETWORK}.0/24`],
      ...NODES.map((node) => `${node.toUpperCase()}=${this.machine(node).address}`),
      'REPOSITORY=/srv/repository.conf',
    ];
    return machine.must(['set -e', ...values, ...commands].join('\n'));
  }

  async #install(): Promise<void> {
    await this.follow(this.desk, await blocksOf('Certificates and passwords'));
    const [packages = '', settings = '', ...rest] = await blocksOf('On each of the three machines');
    const onNodes = (commands: readonly string[]) =>
      Promise.all(NODES.map((node) => this.follow(this.machine(node), commands)));
    for (const node of NODES)
      await cp(
        join(this.desk.root, CERTIFICATES, `${node}.tar`),
        join(this.machine(node).root, 'srv', `${node}.tar`),
      );
    await onNodes([packages]);
    await onNodes([settings]);
    await this.whole();
    await onNodes(rest);
    await this.follow(this.machine(await this.leader()), await blocksOf('The database'));
  }

  /** haproxy as in "Installing on Debian 12", then what "Failing over" adds to a machine of Bureau. */
  async installDesk(settings: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await this.desk.write('/etc/bureau/bureau.env', lines.join(''), 0o600);
    const proxy = (await readFile(join(ROOT, 'ops/haproxy/haproxy.cfg'), 'utf8')).replace(
      CONNECTIONS.before,
      CONNECTIONS.here,
    );
    await this.desk.must(
      [
        'set -e',
        'apt-get install -y haproxy',
        'useradd --system --home /opt/bureau bureau',
        'chown -R bureau: /var/lib/bureau',
        'chgrp -R bureau /etc/bureau',
        'chmod 640 /etc/bureau/bureau.env',
        `cat > /etc/haproxy/haproxy.cfg`,
      ].join('\n'),
      { input: proxy },
    );
    await this.desk.must(
      [
        'set -e',
        'cd /etc/haproxy',
        'cp /opt/bureau/ops/haproxy/unavailable.html .',
        'openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out chain -days 2 -subj /CN=desk 2>&1',
        'cat chain key > bureau.pem',
        `cp ${CERTIFICATES}/ca.pem /srv/ca.pem`,
        'cp /opt/bureau/ops/systemd/*.service /opt/bureau/ops/systemd/*.timer /etc/systemd/system/',
        'systemctl daemon-reload',
      ].join('\n'),
    );
    await this.follow(this.desk, await blocksOf('On each machine that runs Bureau'));
  }

  /** When the tables are there, which this drill takes from the demo instead of setup. */
  async firstBackup(): Promise<void> {
    await this.follow(this.machine(await this.leader()), await blocksOf('The first backup'));
  }

  get #certificates(): string {
    return join(this.desk.root, CERTIFICATES);
  }

  async #password(of: 'SUPERUSER' | 'RESTAPI'): Promise<string> {
    const text = await readFile(join(this.#certificates, 'patroni_env.conf'), 'utf8');
    return new RegExp(`^PATRONI_${of}_PASSWORD=(.*)$`, 'm').exec(text)?.[1] ?? '';
  }

  async ownerUrl(database: string): Promise<string> {
    const { address } = this.machine(await this.leader());
    const login = `postgres:${await this.#password('SUPERUSER')}`;
    const [ca, certificate, key] = ['ca.pem', 'node1.pem', 'node1-key.pem'].map((name) =>
      join(this.#certificates, name),
    );
    return `postgres://${login}@${address}/${database}?sslmode=verify-full&sslrootcert=${ca}&sslcert=${certificate}&sslkey=${key}`;
  }

  /** As it was before; the page changes it. */
  clientUrl(database: string): string {
    return `postgres://bureau@127.0.0.1/${database}`;
  }

  async #members(): Promise<readonly Member[]> {
    const ca = await readFile(join(this.#certificates, 'ca.pem'), 'utf8');
    for (const node of NODES)
      try {
        const { text } = await ask(`https://${this.machine(node).address}:8008/cluster`, { ca });
        return (JSON.parse(text) as { members: Member[] }).members;
      } catch {
        // Another node may answer.
      }
    return [];
  }

  async #find(wanted: string): Promise<Node> {
    const found = (await this.#members()).find(
      ({ role, state }) => role === wanted && (state === 'running' || state === 'streaming'),
    );
    const node = NODES.find((name) => name === found?.name);
    if (node === undefined) throw new Error(`no machine is ${wanted}`);
    return node;
  }

  leader(): Promise<string> {
    return this.#find('leader');
  }

  synchronousStandby(): Promise<string> {
    return this.#find('sync_standby');
  }

  whole(): Promise<void> {
    const isWhole = async () => {
      const members = await this.#members();
      const has = (role: string) => members.some((member) => member.role === role);
      const follows = ({ role, state, lag }: Member) =>
        role === 'leader' ? state === 'running' : (state === 'running' || state === 'streaming') && lag === 0;
      return (
        members.length === NODES.length && has('leader') && has('sync_standby') && members.every(follows)
      );
    };
    return until(isWhole, { withinMs: WHOLE_MS }).catch(async () => {
      const logs = await Promise.all(
        NODES.map((node) => this.machine(node).run('journalctl -u etcd -u patroni -n 15 --no-pager')),
      );
      const said = logs.map(({ output }) => output).join('\n---\n');
      throw new Error(`the cluster is not whole: ${JSON.stringify(await this.#members())}\n${said}`);
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#machines.values()].map((machine) => machine.remove()));
    await this.#network.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
