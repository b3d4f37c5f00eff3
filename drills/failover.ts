import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { loadDemo } from '#tools/demo/load.ts';
import { storeDemoPapers } from '#tools/demo/papers.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';
import { verify } from '#tools/verify/verify.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { NO_SHEDDING, signIn } from './ground.ts';
import { refuseStrangers } from './patroni-strangers.ts';
import { PatroniCluster } from './patroni.ts';
import { halfRequests, RequestSavers, savedRequests, type RequestSave } from './request-saves.ts';

const DATABASE = 'bureau';
const CLIENTS = 8;
const REST_MS = 100;
const BURST_MS = 3_000;
const MAX_BACK_MS = 30_000;
const GIVE_UP_MS = 180_000;
/** A statement whose server is gone is given up after so many seconds and three more. */
const STATEMENT_SECONDS = '5';

interface Fault {
  readonly name: string;
  /** Whether another PostgreSQL must become the primary. */
  readonly replaces: boolean;
  readonly strike: (cluster: PatroniCluster) => Promise<() => Promise<void>>;
}

/** Each fault returns what repairs it. */
const KILLS: readonly Fault[] = [
  {
    name: 'machine of the primary',
    replaces: true,
    strike: async (cluster) => {
      const node = await cluster.leader();
      await cluster.killNode(node);
      return () => cluster.startNode(node);
    },
  },
  {
    name: 'PostgreSQL of the primary',
    replaces: true,
    strike: async (cluster) => {
      cluster.signalPostgres(await cluster.leader(), 'SIGKILL');
      return async () => undefined;
    },
  },
];

const STOPPED: Fault = {
  name: 'primary stopped, then continued',
  replaces: true,
  strike: async (cluster) => {
    const node = await cluster.leader();
    cluster.signalPatroni(node, 'SIGSTOP');
    cluster.signalPostgres(node, 'SIGSTOP');
    return async () => {
      // PostgreSQL first: for a moment a former primary serves that nobody has told.
      cluster.signalPostgres(node, 'SIGCONT');
      await sleep(1_000);
      cluster.signalPatroni(node, 'SIGCONT');
    };
  },
};

const ETCD_LOST: Fault = {
  name: 'leader of etcd',
  replaces: false,
  strike: async (cluster) => {
    const node = await cluster.etcdLeader();
    await cluster.killEtcd(node);
    return () => cluster.startEtcd(node);
  },
};

/** After this many kills the primary is stopped once and continued. */
const KILLS_PER_STOP = 5;

function planOf(failovers: number): readonly Fault[] {
  const kills = Array.from({ length: failovers }, (_, round) => KILLS[round % KILLS.length] as Fault);
  const stops = Array.from({ length: Math.ceil(failovers / KILLS_PER_STOP) }, () => STOPPED);
  return [...kills, ...stops, ETCD_LOST];
}

interface Stage {
  readonly cluster: PatroniCluster;
  readonly webs: readonly BureauProcess[];
  readonly processes: readonly BureauProcess[];
  readonly session: string;
  readonly savers: RequestSavers;
  /** Saves that stayed unknown although they were sent again, and answers that are neither a success nor a 503. */
  readonly unsettled: RequestSave[];
  readonly odd: RequestSave[];
  inDoubt: number;
  answered503: number;
}

/**
 * Strangers try to command Patroni and to write to etcd. Then the primary is killed under load, again and again. No acknowledged request is lost, requests are saved again within 30
 * seconds, and in between every call is answered honestly. Then the primary is stopped and continued, and etcd loses its leader.
 */
export const failover: Drill = {
  name: 'failover',
  isByHand: true,
  run: async (findings, { failovers }) => {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-failover-'));
    const cluster = await PatroniCluster.start();
    try {
      await refuseStrangers(findings, cluster);
      const settings = await install(cluster, folder);
      const start = (role: 'web' | 'worker') => BureauProcess.start({ ...settings, ROLE: role });
      const webs = await Promise.all([start('web'), start('web')]);
      const processes = [...webs, ...(await Promise.all([start('worker'), start('worker')]))];
      try {
        const session = await signIn(webs[0]?.url ?? '', 'sales.mum');
        const stage: Stage = {
          ...{ cluster, webs, processes, session, savers: new RequestSavers() },
          ...{ unsettled: [], odd: [], inDoubt: 0, answered503: 0 },
        };
        await failAll(findings, stage, failovers);
        await judge(findings, stage, settings);
      } finally {
        await Promise.all(processes.map((one) => one.kill()));
      }
    } finally {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function install(cluster: PatroniCluster, folder: string): Promise<Record<string, string>> {
  await withAdmin(cluster.url('postgres'), (admin) => admin.query(`create database ${DATABASE}`));
  const admin = cluster.url(DATABASE);
  await migrate(admin);
  await loadDemo(admin);
  await makeLoginRoles(admin, TEST_ROLES);
  // No mail server runs here.
  await withAdmin(admin, (client) => client.query('delete from graphile_worker._private_jobs'));
  const objects = join(folder, 'objects');
  await storeDemoPapers(createDiskStore({ root: objects }), admin);
  const login = (role: 'writer' | 'reader' | 'jobs') => urlFor(admin, TEST_ROLES[role], TEST_ROLES.password);
  const urls = { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin };
  const more = { SERVE_WEB: 'off', STATEMENT_TIMEOUT_SECONDS: STATEMENT_SECONDS, DATABASE_CONNECTIONS: '8' };
  return settingsFor({ urls }, objects, { ...NO_SHEDDING, ...more });
}

async function failAll(findings: Findings, stage: Stage, failovers: number): Promise<void> {
  const backMs = new Map<string, number[]>();
  // What was acknowledged until then is judged also if the cluster does not become whole again.
  try {
    for (const fault of planOf(failovers)) {
      const ms = await failOnce(stage, fault);
      backMs.set(fault.name, [...(backMs.get(fault.name) ?? []), ms]);
    }
  } catch (error) {
    findings.holds('after every fault the cluster becomes whole again', [String(error)]);
  }
  for (const [name, all] of backMs) {
    findings.holds(
      `${name}: requests are saved again within ${MAX_BACK_MS / 1_000} s`,
      all.filter((ms) => ms > MAX_BACK_MS).map(Math.round),
    );
    findings.figure(
      `${name}: saved again after, s`,
      `median ${(percentile(all, 0.5) / 1_000).toFixed(1)}, longest ${(Math.max(...all) / 1_000).toFixed(1)} of ${all.length}`,
    );
  }
}

/** One fault under load; returns the milliseconds until a request was saved that was begun after it. */
async function failOnce(stage: Stage, { strike, replaces }: Fault): Promise<number> {
  const { cluster, webs, session, savers } = stage;
  await cluster.whole();
  const before = savers.saves.length;
  const former = await cluster.leader();
  let isOver = false;
  const urls = webs.map(({ url }) => url);
  const load = savers.run(urls, session, { clients: CLIENTS, restMs: REST_MS, isOver: () => isOver });
  let back = 0;
  try {
    await sleep(BURST_MS);
    const repair = await strike(cluster);
    const struckAt = Date.now();
    const isBack = async () =>
      savers.saves.some(({ begunAt, outcome }) => begunAt > struckAt && outcome === 'saved') &&
      (!replaces || (await cluster.leader().catch(() => former)) !== former);
    await until(isBack, { withinMs: GIVE_UP_MS });
    const first = savers.saves.filter(({ begunAt, outcome }) => begunAt > struckAt && outcome === 'saved');
    back = Math.min(...first.map(({ answeredAt }) => answeredAt)) - struckAt;
    await repair();
    await sleep(BURST_MS);
  } finally {
    isOver = true;
    await load;
  }
  await settle(stage, savers.saves.slice(before));
  return back;
}

/** Sends every save again whose outcome is unknown, under its key, as a client does. */
async function settle(stage: Stage, saves: readonly RequestSave[]): Promise<void> {
  const { savers, session } = stage;
  stage.odd.push(...saves.filter(({ status }) => ![200, 503].includes(status)));
  stage.answered503 += saves.filter(({ status }) => status === 503).length;
  const inDoubt = saves.filter(({ outcome }) => outcome === 'unknown');
  stage.inDoubt += inDoubt.length;
  for (const save of inDoubt) {
    const isSettled = async () => {
      await savers.retry(save, session);
      return save.outcome === 'saved';
    };
    await until(isSettled, { withinMs: MAX_BACK_MS }).catch(() => stage.unsettled.push(save));
  }
}

async function judge(findings: Findings, stage: Stage, settings: Record<string, string>): Promise<void> {
  const { cluster, savers, processes } = stage;
  const url = cluster.url(DATABASE);
  findings.holds('every call was answered with a success or an honest 503', stage.odd);
  findings.holds('sent again under its key, an unknown save is settled', stage.unsettled);
  await withAdmin(url, async (admin) => {
    const found = await savedRequests(admin);
    findings.holds(
      'no acknowledged request is lost',
      savers.acknowledged.filter(({ ref, srno }) => found.get(ref) !== srno),
    );
    findings.holds(
      'a save that was said to have changed nothing left nothing',
      savers.saves.filter(({ outcome, ref }) => outcome === 'refused' && found.has(ref)),
    );
    findings.holds('no request is there by half', await halfRequests(admin));
    const isSealed = async () =>
      (await admin.query('select from platform.trail_unsealed limit 1')).rowCount === 0;
    await until(isSealed, { withinMs: GIVE_UP_MS }).catch(() => undefined);
    findings.equals('the workers seal the whole trail', await isSealed(), true);
  });
  const verified = await verify({
    url,
    environment: settings,
    restoredTo: undefined,
    backups: async () => [],
  });
  findings.holds(
    'verify finds no fault',
    verified.filter(({ verdict }) => verdict === 'fault').map(({ about, text }) => about + text),
  );
  const endings = await Promise.all(
    processes.map(async ({ ended, lastLine }) => ({
      ending: await Promise.race([ended, Promise.resolve(null)]),
      lastLine,
    })),
  );
  findings.holds(
    'both web processes and both workers survive',
    endings.filter(({ ending }) => ending !== null),
  );
  findings.figure('requests acknowledged', savers.acknowledged.length);
  findings.figure('answers 503', stage.answered503);
  findings.figure('outcomes unknown, settled afterwards', stage.inDoubt);
}
