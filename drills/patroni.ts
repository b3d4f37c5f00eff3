import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Daemon, runProgram } from '#tools/testing/daemon.ts';
import { freePorts } from '#tools/testing/free-port.ts';
import { until } from '#tools/testing/until.ts';
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

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

/**
 * Three PostgreSQL under Patroni with three etcd, and haproxy before the primary, with the configuration of ops/patroni.
 */
export class PatroniCluster {
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
      // What asks without naming its own address comes from the first of the loopback addresses.
      await makeCertificates(
        cluster.#certificates,
        NODES.map((node) => `node${node}=${addressOf(node)},127.0.0.1`),
      );
      for (const node of NODES) await cluster.#makeHome(node);
      for (const node of NODES) await cluster.startEtcd(node);
      await cluster.startNode(1);
      await until(async () => (await cluster.#leader()) === 1, { withinMs: START_MS });
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

  url(database: string): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.proxyPort}/${database}`;
  }

  /** A file of ops/patroni with the addresses, ports and folders of this machine. */
  async #configure(name: string, node: Node = 1): Promise<string> {
    const { postgres, api, etcd, peer } = this.#ports;
    const text = (await readFile(new URL(name, CONFIGURATION), 'utf8'))
      .replace('name: node1', `name: node${node}`)
      .replace(/((?:listen|connect_address|urls): (?:https:\/\/)?)10\.0\.0\.11/g, `$110.0.0.1${node}`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.1', '127.0.0.1')
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
    const file = await this.#configure('haproxy.cfg');
    await runProgram('/usr/sbin/haproxy', ['-c', '-f', file]);
    const log = join(this.#folder, 'haproxy.log');
    const proxy = Daemon.start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', file], log);
    this.#proxy = proxy;
    const answers = async () => {
      const client = new pg.Client({
        connectionString: this.url('postgres'),
        connectionTimeoutMillis: 2_000,
      });
      client.on('error', () => undefined);
      await client.connect();
      await client.end();
      return true;
    };
    await proxy.waitUntil(answers, START_MS);
  }

  /** The places at which a node's Patroni and etcd listen. */
  addresses(node: Node): Readonly<Record<'api' | 'etcd' | 'peer', string>> {
    const { api, etcd, peer } = this.#ports;
    const at = (port: number) => `${addressOf(node)}:${port}`;
    return { api: at(api), etcd: at(etcd), peer: at(peer) };
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

  async #leader(): Promise<Node | undefined> {
    const leader = (await this.members()).find(({ role, state }) => role === 'leader' && state === 'running');
    return NODES.find((node) => leader?.name === `node${node}`);
  }

  async leader(): Promise<Node> {
    const leader = await this.#leader();
    if (leader === undefined) throw new Error('there is no primary');
    return leader;
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
