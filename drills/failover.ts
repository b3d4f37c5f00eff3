import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '#server/platform/db/client.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import type { Drill, Findings } from './drill.ts';
import { DATABASE, installDemo, strikeUnderLoad, type Fault } from './faults-under-load.ts';
import { refusePlainConnections } from './patroni-plain.ts';
import { refuseStrangers } from './patroni-strangers.ts';
import { PatroniCluster } from './patroni.ts';

const MAX_BACK_MS = 30_000;
const MAX_STANDBY_MS = 15_000;
/** After this many kills the primary is stopped once and continued, and so is its synchronous standby. */
const KILLS_PER_STOP = 5;

const killsOf = (cluster: PatroniCluster): readonly Fault[] => [
  {
    name: 'machine of the primary',
    replaces: true,
    maxBackMs: MAX_BACK_MS,
    strike: async () => {
      const node = await cluster.primary();
      await cluster.killNode(node);
      return () => cluster.startNode(node);
    },
  },
  {
    name: 'PostgreSQL of the primary',
    replaces: true,
    maxBackMs: MAX_BACK_MS,
    strike: async () => {
      cluster.signalPostgres(await cluster.primary(), 'SIGKILL');
      return async () => undefined;
    },
  },
];

const stopsOf = (cluster: PatroniCluster): readonly Fault[] => [
  {
    name: 'primary stopped, then continued',
    replaces: true,
    maxBackMs: MAX_BACK_MS,
    strike: async () => {
      const node = await cluster.primary();
      cluster.signalPatroni(node, 'SIGSTOP');
      cluster.signalPostgres(node, 'SIGSTOP');
      return async () => {
        // PostgreSQL first: for a moment a former primary serves that nobody has told.
        cluster.signalPostgres(node, 'SIGCONT');
        await sleep(1_000);
        cluster.signalPatroni(node, 'SIGCONT');
      };
    },
  },
  {
    name: 'synchronous standby stopped, then continued',
    replaces: false,
    maxBackMs: MAX_STANDBY_MS,
    strike: async () => {
      const node = await cluster.synchronousStandby();
      cluster.signalPatroni(node, 'SIGSTOP');
      cluster.signalPostgres(node, 'SIGSTOP');
      return async () => {
        cluster.signalPostgres(node, 'SIGCONT');
        cluster.signalPatroni(node, 'SIGCONT');
      };
    },
  },
];

const loseEtcd = (cluster: PatroniCluster): Fault => ({
  name: 'leader of etcd',
  replaces: false,
  maxBackMs: MAX_BACK_MS,
  strike: async () => {
    const node = await cluster.etcdLeader();
    await cluster.killEtcd(node);
    return () => cluster.startEtcd(node);
  },
});

function planOf(cluster: PatroniCluster, failovers: number): readonly Fault[] {
  const [kills, stops] = [killsOf(cluster), stopsOf(cluster)];
  const killed = Array.from({ length: failovers }, (_, round) => kills[round % kills.length] as Fault);
  const stopped = Array.from({ length: Math.ceil(failovers / KILLS_PER_STOP) }, () => stops).flat();
  return [...killed, ...stopped, loseEtcd(cluster)];
}

/**
 * Strangers try to command Patroni, to write to etcd and to connect without TLS. Then the primary is killed under load, again and again. No acknowledged request is
 * lost, requests are saved again within 30 seconds, and in between every call is answered honestly. Then the primary and a standby are stopped and continued, and etcd
 * loses its leader.
 */
export const failover: Drill = {
  name: 'failover',
  isByHand: true,
  run: async (findings, { failovers }) => {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-failover-'));
    const cluster = await PatroniCluster.start();
    try {
      await refuseStrangers(findings, cluster);
      await refusePlainConnections(findings, cluster);
      await withClient(await cluster.ownerUrl('postgres'), (admin) =>
        admin.query(`create database ${DATABASE}`),
      );
      const settings = await installDemo(cluster, folder);
      const start = (role: 'web' | 'worker') => BureauProcess.start({ ...settings, ROLE: role });
      const webs = await Promise.all([start('web'), start('web')]);
      const workers = await Promise.all([start('worker'), start('worker')]);
      try {
        const urls = webs.map(({ url }) => url);
        await strikeUnderLoad(findings, { database: cluster, settings, urls }, planOf(cluster, failovers));
        await judgeProcesses(findings, [...webs, ...workers]);
      } finally {
        await Promise.all([...webs, ...workers].map((one) => one.kill()));
      }
    } finally {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function judgeProcesses(findings: Findings, processes: readonly BureauProcess[]): Promise<void> {
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
}
