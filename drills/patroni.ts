import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withClient } from '#server/platform/db/client.ts';
import { Daemon, runProgram } from '#tools/testing/daemon.ts';
import { freePorts } from '#tools/testing/free-port.ts';
import { until } from '#tools/testing/until.ts';
import type { ReplicatedDatabase } from './faults-under-load.ts';
import { asPostgres, giveToPostgres } from './new-cluster.ts';
import { ask, type Credentials } from './patroni-client.ts';

const CONFIGURATION = new URL('../ops/patroni/', import.meta.url);
const START_MS = 120_000;
/** A node that comes back may have to be copied anew. */
const WHOLE_MS = 240_000;
const LOG_TAIL = 1_500;
const NODES = [1, 2, 3] as const;
type Node = (typeof NODES)[number];

const PASSWORD = 'drill';
const PASSWORDS = ['SUPERUSER', 'REPLICATION', 'REWIND', 'RESTAPI'].map(
  (of) => `PATRONI_${of}_PASSWORD=${PASSWORD}`,
);

/** The addresses of ops/patroni on this machine: every node has a loopback address of its own. */
const addressOf = (node: Node) => `127.0.0.1${node}`;

/** The script of ops/patroni. A machine is its name and its addresses. */
export const makeCertificates = (folder: string, machines: readonly string[]): Promise<string> =>
  runProgram(fileURLToPath(new URL('make-certificates.sh', CONFIGURATION)), [folder, ...machines]);

/** Puts values in the place of the variables of a file, as envsubst does. */
const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (variable, name: string) => values[name] ?? variable);

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

/**
 * Three PostgreSQL under Patroni with three etcd, and haproxy before the primary, with the configuration of ops/patroni.
 */
export class PatroniCluster implements ReplicatedDatabase {
  readonly #folder: string;
  readonly #ports: {
    readonly postgres: number;
    readonly api: number;
    readonly etcd: number;
    readonly peer: number;
  };
  readonly proxyPort: number;
  readonly #etcd = new Map<Node, Daemon>();
  readonly #patroni = new Map<Node, Daemon>();
  #proxy: Daemon | undefined;

  private constructor(
    folder: string,
    [postgres = 0, api = 0, etcd = 0, peer = 0, proxy = 0]: readonly number[],
  ) {
    this.#folder = folder;
    this.#ports = { postgres, api, etcd, peer };
    this.proxyPort = proxy;
  }

  static async start(): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-patroni-'));
    await chmod(folder, 0o755);
    const cluster = new PatroniCluster(folder, await freePorts(5));
    try {
      await makeCertificates(
        cluster.#certificates,
        NODES.map((node) => `node${node}=${addressOf(node)}`),
      );
      for (const node of NODES) await cluster.#makeHome(node);
      for (const node of NODES) await cluster.startEtcd(node);
      await cluster.startNode(1);
      await until(async () => (await cluster.#find('leader')) === 1, { withinMs: START_MS });
      for (const node of [2, 3] as const) await cluster.startNode(node);
      await cluster.#startProxy();
      await cluster.whole();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get #certificates(): string {
    return join(this.#folder, 'certificates');
  }

  /** The folder of a node, with its certificate. */
  async #makeHome(node: Node): Promise<void> {
    await mkdir(this.#home(node));
    await giveToPostgres(this.#home(node));
    for (const [from, to] of [
      ['ca.pem', 'ca.pem'],
      [`node${node}.pem`, 'node.pem'],
      [`node${node}-key.pem`, 'node-key.pem'],
    ] as const) {
      await copyFile(join(this.#certificates, from), join(this.#home(node), to));
      await giveToPostgres(join(this.#home(node), to));
    }
  }

  #home(node: Node): string {
    return join(this.#folder, `node${node}`);
  }

  clientUrl(database: string): string {
    const ca = join(this.#certificates, 'ca.pem');
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.proxyPort}/${database}?sslmode=verify-full&sslrootcert=${ca}`;
  }

  /** The owner needs the certificate of a machine as well. */
  async ownerUrl(database: string): Promise<string> {
    const [certificate, key] = ['node.pem', 'node-key.pem'].map((name) => join(this.#home(1), name));
    return `${this.clientUrl(database)}&sslcert=${certificate}&sslkey=${key}`;
  }

  /** A file of ops/patroni with the addresses, ports and folders of this machine. */
  async #configure(name: string, node: Node = 1): Promise<string> {
    const { postgres, api, etcd, peer } = this.#ports;
    const values = {
      NAME: `node${node}`,
      ADDRESS: addressOf(node),
      NETWORK: '127.0.0.0/8',
      ...Object.fromEntries(NODES.map((other) => [`NODE${other}`, addressOf(other)])),
    };
    const text = fillIn(await readFile(new URL(name, CONFIGURATION), 'utf8'), values)
      .replace(/(127\.0\.0\.1\d):5432/g, `$1:${postgres}`)
      .replace(/:8008/g, `:${api}`)
      .replace('port 8008', `port ${api}`)
      .replaceAll(':2379', `:${etcd}`)
      .replaceAll(':2380', `:${peer}`)
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${this.proxyPort}`)
      .replace(/pgbackrest .*%p/, '/bin/true')
      .replaceAll(/\/etc\/(?:patroni|etcd)\//g, `${this.#home(node)}/`)
      .replace('/etc/haproxy/patroni-ca.pem', join(this.#home(node), 'ca.pem'))
      .replace('/var/lib/postgresql/15/bureau', join(this.#home(node), 'data'))
      .replace('/var/lib/etcd/bureau', join(this.#home(node), 'etcd'))
      .replace('/var/run/postgresql', this.#home(node));
    const path = join(this.#home(node), name);
    await writeFile(path, text);
    return path;
  }

  async startEtcd(node: Node): Promise<void> {
    const [program, args] = asPostgres('/usr/bin/etcd', [
      '--config-file',
      await this.#configure('etcd.yml', node),
    ]);
    this.#etcd.set(node, Daemon.start(`etcd ${node}`, program, args, join(this.#home(node), 'etcd.log')));
  }

  async startNode(node: Node): Promise<void> {
    const [program, args] = asPostgres('/usr/bin/patroni', [await this.#configure('patroni.yml', node)]);
    const log = join(this.#home(node), 'patroni.log');
    this.#patroni.set(
      node,
      Daemon.start(
        `patroni ${node}`,
        'env',
        [`HOME=${this.#home(node)}`, ...PASSWORDS, program, ...args],
        log,
      ),
    );
  }

  async #startProxy(): Promise<void> {
    const file = await this.#configure('primary.cfg');
    await runProgram('/usr/sbin/haproxy', ['-c', '-f', file]);
    const log = join(this.#folder, 'haproxy.log');
    const proxy = Daemon.start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', file], log);
    this.#proxy = proxy;
    const answers = async () => {
      const connectionString = await this.ownerUrl('postgres');
      return withClient({ connectionString, connectionTimeoutMillis: 2_000 }, () => Promise.resolve(true));
    };
    await proxy.waitUntil(answers, START_MS);
  }

  /** The places at which a node's PostgreSQL, Patroni and etcd listen. */
  addresses(node: Node): Readonly<Record<'postgres' | 'api' | 'etcd' | 'peer', string>> {
    const { postgres, api, etcd, peer } = this.#ports;
    const at = (port: number) => `${addressOf(node)}:${port}`;
    return { postgres: at(postgres), api: at(api), etcd: at(etcd), peer: at(peer) };
  }

  /** What a machine of the database shows to the others. */
  async credentials(node: Node): Promise<Credentials> {
    const read = (name: string) => readFile(join(this.#home(node), name), 'utf8');
    return {
      ca: await read('ca.pem'),
      cert: await read('node.pem'),
      key: await read('node-key.pem'),
      from: addressOf(node),
      password: PASSWORD,
    };
  }

  /** What patronictl says on a machine. */
  listMembers(): Promise<string> {
    const file = join(this.#home(1), 'patroni.yml');
    return runProgram('env', [...PASSWORDS, '/usr/bin/patronictl', '-c', file, 'list']);
  }

  async members(): Promise<readonly Member[]> {
    const ca = await readFile(join(this.#certificates, 'ca.pem'), 'utf8');
    for (const node of NODES)
      try {
        const { text } = await ask(`https://${this.addresses(node).api}/cluster`, { ca });
        return (JSON.parse(text) as { members: Member[] }).members;
      } catch {
        // Another node may answer.
      }
    return [];
  }

  async #find(wanted: string): Promise<Node | undefined> {
    const found = (await this.members()).find(
      ({ role, state }) => role === wanted && (state === 'running' || state === 'streaming'),
    );
    return NODES.find((node) => found?.name === `node${node}`);
  }

  async primary(): Promise<Node> {
    const node = await this.#find('leader');
    if (node === undefined) throw new Error('there is no primary');
    return node;
  }

  async synchronousStandby(): Promise<Node> {
    const node = await this.#find('sync_standby');
    if (node === undefined) throw new Error('there is no synchronous standby');
    return node;
  }

  async leader(): Promise<string> {
    return `node${await this.primary()}`;
  }

  /** Waits until there is a primary, a synchronous standby and a third that follows. */
  whole(): Promise<void> {
    const isWhole = async () => {
      const members = await this.members();
      const has = (role: string) => members.some((member) => member.role === role);
      const follow = ({ role, state, lag }: Member) =>
        role === 'leader' ? state === 'running' : (state === 'running' || state === 'streaming') && lag === 0;
      return members.length === NODES.length && has('leader') && has('sync_standby') && members.every(follow);
    };
    return until(isWhole, { withinMs: WHOLE_MS }).catch(async () => {
      const logs = NODES.map((node) =>
        readFileSync(join(this.#home(node), 'patroni.log'), 'utf8').slice(-LOG_TAIL),
      );
      throw new Error(
        `the cluster is not whole: ${JSON.stringify(await this.members())}\n${logs.join('\n---\n')}`,
      );
    });
  }

  /** The processes of PostgreSQL on a node, the postmaster first. */
  #postgres(node: Node): readonly number[] {
    try {
      const pid = Number(readFileSync(join(this.#home(node), 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
      return [pid, ...children.map(Number)];
    } catch {
      return [];
    }
  }

  signalPostgres(node: Node, signal: NodeJS.Signals): void {
    for (const pid of this.#postgres(node))
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself.
      }
  }

  signalPatroni(node: Node, signal: NodeJS.Signals): void {
    this.#patroni.get(node)?.signal(signal);
  }

  /** Ends everything of a node at once, as when its machine loses power. */
  async killNode(node: Node): Promise<void> {
    const before = this.#postgres(node);
    this.signalPatroni(node, 'SIGKILL');
    this.signalPostgres(node, 'SIGKILL');
    await this.#patroni.get(node)?.stop();
    await until(() => before.every((pid) => !isAlive(pid)), { withinMs: START_MS });
  }

  /** The node whose etcd leads the others. */
  async etcdLeader(): Promise<Node> {
    for (const node of NODES) {
      const text = await runProgram('/usr/bin/etcdctl', [
        `--endpoints=https://${this.addresses(node).etcd}`,
        `--cacert=${join(this.#home(node), 'ca.pem')}`,
        `--cert=${join(this.#home(node), 'node.pem')}`,
        `--key=${join(this.#home(node), 'node-key.pem')}`,
        '-w',
        'json',
        'endpoint',
        'status',
      ]);
      const [status] = JSON.parse(text) as { Status: { leader: number; header: { member_id: number } } }[];
      if (status?.Status.leader === status?.Status.header.member_id) return node;
    }
    throw new Error('etcd has no leader');
  }

  async killEtcd(node: Node): Promise<void> {
    await this.#etcd.get(node)?.stop();
  }

  async stop(): Promise<void> {
    for (const node of NODES) {
      this.signalPatroni(node, 'SIGCONT');
      this.signalPostgres(node, 'SIGCONT');
      await this.killNode(node);
    }
    await Promise.all(
      [...this.#etcd.values(), ...(this.#proxy === undefined ? [] : [this.#proxy])].map((one) => one.stop()),
    );
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
