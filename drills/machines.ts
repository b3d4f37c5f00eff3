import { join } from 'node:path';
import { until } from '#tools/testing/until.ts';
import type { Drill, Findings } from './drill.ts';
import { installDemo, strikeUnderLoad, type Fault } from './faults-under-load.ts';
import type { Machine } from './machine.ts';
import { PatroniMachines } from './patroni-machines.ts';
import { restoreUnderPatroni } from './patroni-restore.ts';

const MAX_BACK_MS = 40_000;
const MAX_STANDBY_MS = 20_000;
const START_MS = 120_000;
const PORTS = ['8080', '8081'] as const;
const UNITS = [...PORTS.map((port) => `bureau-web@${port}`), 'bureau-worker'].join(' ');
const OBJECTS = '/var/lib/bureau/objects';

/** The network first: the kernel, which goes on, would tell the others that the connections of a machine without power have ended. */
async function loseMachine(machine: Machine): Promise<() => Promise<void>> {
  await machine.cutNetwork();
  await machine.cutPower();
  return () => machine.boot();
}

const faultsOf = (machines: PatroniMachines): readonly Fault[] => [
  {
    name: 'power cut of the primary',
    replaces: true,
    maxBackMs: MAX_BACK_MS,
    strike: async () => {
      return loseMachine(machines.machine(await machines.leader()));
    },
  },
  {
    name: 'primary cut off from the network',
    replaces: true,
    maxBackMs: MAX_BACK_MS,
    strike: async () => {
      const machine = machines.machine(await machines.leader());
      await machine.cutNetwork();
      return () => machine.joinNetwork();
    },
  },
  {
    name: 'power cut of the synchronous standby',
    replaces: false,
    maxBackMs: MAX_STANDBY_MS,
    strike: async () => {
      return loseMachine(machines.machine(await machines.synchronousStandby()));
    },
  },
];

/**
 * Follows "Failing over" of docs/operations.md on three booted machines and a fourth for Bureau. Then the primary loses its power or its
 * network, or the synchronous standby its power, each as often as `--failovers` says, while requests are saved. Last the cluster is
 * restored to a moment, as the page says.
 */
export const machines: Drill = {
  name: 'machines',
  isByHand: true,
  run: async (findings, { failovers }) => {
    const cluster = await PatroniMachines.start();
    try {
      const settings = await startBureau(cluster);
      await cluster.firstBackup();
      await backUp(findings, cluster);
      const faults = faultsOf(cluster);
      const plan = Array.from({ length: failovers }, () => faults).flat();
      const urls = PORTS.map((port) => `http://${cluster.desk.address}:${port}`);
      await strikeUnderLoad(findings, { database: cluster, settings, urls }, plan);
      const restarts = await cluster.desk.must(`systemctl show --property=ActiveState,NRestarts ${UNITS}`);
      findings.equals(
        'both web processes and the worker survive',
        [...new Set(restarts.split('\n').filter(Boolean))].sort(),
        ['ActiveState=active', 'NRestarts=0'],
      );
      await backUp(findings, cluster);
      await restoreUnderPatroni(findings, cluster);
      await checkRepository(findings, cluster);
    } finally {
      await cluster.stop();
    }
  },
};

/** Installs the demo business, and starts Bureau by its units on the fourth machine. Returns its settings as this machine sees them. */
async function startBureau(cluster: PatroniMachines): Promise<Record<string, string>> {
  const { desk } = cluster;
  const objects = join(desk.root, OBJECTS);
  const {
    PORT: _port,
    ROLE: _role,
    LOG_LEVEL: _level,
    ...settings
  } = await installDemo(cluster, join(objects, '..'));
  await cluster.installDesk({ ...settings, HOST: desk.address, OBJECT_STORE_DIR: OBJECTS });
  await desk.must(`systemctl start ${UNITS}`);
  const isReady = async () => {
    const replies = await Promise.all(
      PORTS.map((port) => fetch(`http://${desk.address}:${port}/readyz`).then(({ ok }) => ok)),
    );
    return replies.every(Boolean);
  };
  await until(() => isReady().catch(() => false), { withinMs: START_MS }).catch(async () => {
    throw new Error(`Bureau is not ready:\n${(await desk.run('journalctl -n 40 --no-pager')).output}`);
  });
  return { ...settings, OBJECT_STORE_DIR: objects };
}

/** The unit of the backup runs on all three; the primary alone makes one. */
async function backUp(findings: Findings, cluster: PatroniMachines): Promise<void> {
  await cluster.whole();
  const leader = await cluster.leader();
  const found = await Promise.all(
    ['node1', 'node2', 'node3'].map(async (name) => {
      const machine = cluster.machine(name);
      await machine.must('systemctl start bureau-backup');
      const said = await machine.must(
        'journalctl -u bureau-backup -o cat --no-pager | grep ^database: | tail -n 1',
      );
      return [
        name,
        said.includes('with') ? 'backup' : said.includes('standby') ? 'left to the primary' : said,
      ];
    }),
  );
  findings.equals(
    'the primary makes the backup, and the standbys leave it to it',
    found,
    ['node1', 'node2', 'node3'].map((name) => [name, name === leader ? 'backup' : 'left to the primary']),
  );
}

/** The first machine checks the repository, and a unit that fails tells of it. */
async function checkRepository(findings: Findings, cluster: PatroniMachines): Promise<void> {
  const machine = cluster.machine('node1');
  const timer = await machine.run('systemctl is-active bureau-repository.timer');
  const checked = await machine.run(
    'systemctl start bureau-repository && journalctl -u bureau-repository -n 20',
  );
  findings.equals(
    'the first machine checks the repository',
    [timer.output.trim(), checked.code],
    ['active', 0],
  );
  await machine.must(
    'mv /etc/pgbackrest/conf.d/passphrase.conf /srv/ && systemctl start bureau-repository || true',
  );
  const told = async () =>
    (await machine.run('journalctl -o cat -u "bureau-failed@*"')).output.includes('has failed');
  await until(told, { withinMs: START_MS }).catch(() => undefined);
  findings.equals('a check that fails is told', await told(), true);
}
