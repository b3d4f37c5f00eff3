import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { startCatcher, type Catcher } from '#tools/catcher/catcher.ts';
import { loadDemo } from '#tools/demo/load.ts';
import { Cluster } from '#tools/testing/cluster.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { signIn } from './ground.ts';
import { halfSaves, isAmiss, Savers, tracesOf, type Save } from './saves.ts';

export const DATABASE = 'bureau';
const DISK_MEGABYTES = 512;
const CLIENTS = 20;
const REST_MS = 100;
const JOBS = 20;
const BURST_MS = 400;
const AWAY_MS = 1_000;
const MAX_BACK_MS = 5_000;
/** Longer than a readiness check takes plus the time for which the notification listener stays trusted. */
const MAX_NOT_READY_MS = 4_000;
const MAX_JOBS_MS = 60_000;

/** One way of losing the database. */
interface Fault {
  readonly name: string;
  /** Takes the database away and resolves when it is away. */
  readonly strike: (cluster: Cluster) => Promise<void>;
  /** Restores it. Absent if only its connections were lost. */
  readonly restore?: (cluster: Cluster) => Promise<void>;
  readonly awayMs: number;
}

const faults = (silenceSeconds: number): readonly Fault[] => [
  { name: 'terminate', strike: terminate, awayMs: 0 },
  { name: 'fast restart', strike: (at) => at.stop('fast'), restore: (at) => at.start(), awayMs: AWAY_MS },
  {
    name: 'immediate stop',
    strike: (at) => at.stop('immediate'),
    restore: (at) => at.start(),
    awayMs: AWAY_MS,
  },
  { name: 'full disk', strike: fillUp, restore: makeRoom, awayMs: AWAY_MS },
  {
    name: 'silence',
    strike: async (at) => at.freeze(),
    restore: async (at) => {
      at.thaw();
      await at.start();
    },
    awayMs: silenceSeconds * 1_000,
  },
];

const TERMINATIONS = 3;

async function terminate(cluster: Cluster): Promise<void> {
  for (let time = 0; time < TERMINATIONS; time += 1) {
    await cluster.asAdmin(DATABASE, (admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    );
    await sleep(100);
  }
}

const MEGABYTES_WRITTEN = 60;
const PANIC = /PANIC:.*No space left on device/;

/** Fills the disk and writes until PostgreSQL cannot write its WAL and crashes. */
async function fillUp(cluster: Cluster): Promise<void> {
  const panicsBefore = panics(cluster);
  await cluster.fillDisk();
  await cluster
    .asAdmin('postgres', async (admin) => {
      for (let written = 0; written < MEGABYTES_WRITTEN; written += 1)
        await admin.query(`select pg_logical_emit_message(false, 'drill', repeat('x', 1000000))`);
    })
    .catch(() => {});
  if (panics(cluster) === panicsBefore) throw new Error('PostgreSQL did not notice that its disk is full');
}

const panics = (cluster: Cluster): number =>
  cluster.log.split('\n').filter((line) => PANIC.test(line)).length;

/** PostgreSQL may have given up its own restart because of the full disk. */
async function makeRoom(cluster: Cluster): Promise<void> {
  await cluster.emptyDisk();
  await until(
    () =>
      cluster.start().then(
        () => true,
        () => false,
      ),
    { withinMs: 60_000 },
  );
}

/** The results of one round. */
interface Round {
  readonly backMs: number;
  readonly workerBackMs: number;
}

/** The data collected over all rounds of a run. */
class Evidence {
  readonly twice: Save[] = [];
  readonly halved: unknown[] = [];
  readonly unsettled: Save[] = [];
  readonly unanswered: Save[] = [];
  readonly odd: Save[] = [];
  readonly stillReady: string[] = [];
  readonly ended: string[] = [];
  inDoubt = 0;
  answered503 = 0;
}

/** The processes under test and their database. */
interface Stage {
  readonly cluster: Cluster;
  readonly web: BureauProcess;
  readonly worker: BureauProcess;
  readonly session: string;
  readonly savers: Savers;
  readonly evidence: Evidence;
  /** How long readiness may take to say that the database is away. */
  readonly notReadyMs: number;
}

/** The database is lost in five ways under 20 savers and a busy worker; both processes survive and lose nothing. */
export const databaseLoss: Drill = {
  name: 'database-loss',
  run: async (findings, { losses, silenceSeconds }) => {
    const objectsDir = await mkdtemp(join(tmpdir(), 'bureau-drill-'));
    const catcher = await startCatcher({});
    try {
      await Cluster.with(DISK_MEGABYTES, async (cluster) => {
        await install(cluster);
        const processes = await startBoth(cluster, catcher, objectsDir, silenceSeconds);
        try {
          await lose(findings, cluster, processes, losses, silenceSeconds);
        } finally {
          await Promise.all(processes.map((one) => one.kill()));
        }
      });
    } finally {
      await catcher.close();
      await rm(objectsDir, { recursive: true, force: true });
    }
  },
};

export async function install(cluster: Cluster): Promise<void> {
  await cluster.asAdmin('postgres', (admin) => admin.query(`create database ${DATABASE}`));
  const adminUrl = cluster.url(DATABASE);
  await migrate(adminUrl);
  await loadDemo(adminUrl);
  // The files of the demo's documents are not in the store of this drill, so nothing could read their texts.
  await cluster.asAdmin(DATABASE, (admin) => admin.query('delete from graphile_worker._private_jobs'));
  await makeLoginRoles(adminUrl, TEST_ROLES);
}

function startBoth(
  cluster: Cluster,
  catcher: Catcher,
  objectsDir: string,
  silenceSeconds: number,
): Promise<readonly [BureauProcess, BureauProcess]> {
  const login = (role: 'writer' | 'reader' | 'jobs') =>
    urlFor(cluster.url(DATABASE), TEST_ROLES[role], TEST_ROLES.password);
  const urls = {
    writer: login('writer'),
    reader: login('reader'),
    jobs: login('jobs'),
    admin: cluster.url(DATABASE),
  };
  const start = (role: 'web' | 'worker') =>
    BureauProcess.start(
      settingsFor({ urls }, objectsDir, {
        ROLE: role,
        SERVE_WEB: 'off',
        DATABASE_CONNECTIONS: '10',
        SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
        // Ensures that the silence is longer than the timeout of a connection.
        STATEMENT_TIMEOUT_SECONDS: String(Math.floor(silenceSeconds / 2)),
      }),
    );
  return Promise.all([start('web'), start('worker')]);
}

async function lose(
  findings: Findings,
  cluster: Cluster,
  [web, worker]: readonly [BureauProcess, BureauProcess],
  losses: number,
  silenceSeconds: number,
): Promise<void> {
  const session = await signIn(web.url, 'admin');
  const stage: Stage = {
    cluster,
    web,
    worker,
    session,
    savers: new Savers(),
    evidence: new Evidence(),
    notReadyMs: findings.limit(MAX_NOT_READY_MS),
  };
  for (const fault of faults(silenceSeconds)) {
    const rounds: Round[] = [];
    for (let loss = 0; loss < losses; loss += 1) rounds.push(await loseOnce(stage, fault));
    report(findings, fault.name, rounds);
  }
  await judge(findings, stage);
}

async function loseOnce(stage: Stage, fault: Fault): Promise<Round> {
  const { web, worker, session, savers, evidence } = stage;
  const before = savers.saves.length;
  let isOver = false;
  const burst = savers.runThrough(web.url, session, CLIENTS, REST_MS, () => isOver);
  let round: Round;
  try {
    await sleep(BURST_MS);
    round = await strikeAndRestore(stage, fault);
  } finally {
    isOver = true;
    await burst;
  }
  await settle(stage, savers.saves.slice(before));
  for (const [name, { ended }] of Object.entries({ web, worker })) {
    const ending = await Promise.race([ended, Promise.resolve(null)]);
    if (ending !== null) evidence.ended.push(`${name} after ${fault.name}: ${JSON.stringify(ending)}`);
  }
  return round;
}

async function strikeAndRestore(stage: Stage, fault: Fault): Promise<Round> {
  const { cluster, web, evidence, notReadyMs } = stage;
  await addMails(cluster);
  await fault.strike(cluster);
  if (fault.restore !== undefined) {
    const struckAt = performance.now();
    const isNotReady = until(async () => !(await isReady(web.url)), { withinMs: notReadyMs });
    await isNotReady.catch(() => evidence.stillReady.push(fault.name));
    await sleep(Math.max(0, fault.awayMs - (performance.now() - struckAt)));
    await fault.restore(cluster);
  }
  const returnedAt = performance.now();
  const [backMs, workerBackMs] = await Promise.all([
    serves(stage).then(() => performance.now() - returnedAt),
    works(cluster).then(() => performance.now() - returnedAt),
  ]);
  return { backMs, workerBackMs };
}

async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).status === 200;
}

/** Waits until the server is ready and acknowledges a save that began after the database returned. */
async function serves({ web, savers }: Stage): Promise<void> {
  const begun = savers.saves.length;
  await until(
    async () =>
      savers.saves.slice(begun).some(({ outcome }) => outcome === 'saved') && (await isReady(web.url)),
    { withinMs: MAX_JOBS_MS },
  );
}

/**
 * Waits until the worker has done a job that was added after the database returned and runs before the waiting ones.
 */
const works = (cluster: Cluster): Promise<void> =>
  cluster.asAdmin(DATABASE, async (admin) => {
    const { rows } = await admin.query<{ id: string }>(
      `select id from graphile_worker.add_job('access:reset', priority => -1,
         payload => json_build_object('account', (select srno from access.account order by srno limit 1)))`,
    );
    const isDone = async () =>
      (await admin.query('select from graphile_worker._private_jobs where id = $1', [rows[0]?.id]))
        .rowCount === 0;
    await until(isDone, { withinMs: MAX_JOBS_MS });
  });

/** Repeats every save with an unknown outcome, with its key, and checks its result. */
async function settle(
  { cluster, web, session, savers, evidence }: Stage,
  saves: readonly Save[],
): Promise<void> {
  evidence.unanswered.push(...saves.filter(({ status }) => status === undefined));
  evidence.odd.push(
    ...saves.filter(({ status }) => status !== undefined && ![200, 409, 503].includes(status)),
  );
  evidence.answered503 += saves.filter(({ status }) => status === 503).length;
  const inDoubt = saves.filter(({ outcome }) => outcome === 'lost');
  evidence.inDoubt += inDoubt.length;
  await cluster.asAdmin(DATABASE, async (admin) => {
    const traces = await tracesOf(admin);
    evidence.twice.push(...inDoubt.filter(({ mark }) => (traces.get(mark)?.length ?? 0) > 1));
    const happened = new Set(inDoubt.filter(({ mark }) => traces.has(mark)));
    for (const save of inDoubt) {
      await savers.retry(web.url, session, save);
      if (save.outcome === 'lost' || (happened.has(save) && save.outcome !== 'saved'))
        evidence.unsettled.push(save);
    }
    evidence.halved.push(...(await halfSaves(admin)));
  });
}

function report(findings: Findings, name: string, rounds: readonly Round[]): void {
  for (const [who, key] of [
    ['serves', 'backMs'],
    ['the worker works', 'workerBackMs'],
  ] as const) {
    const all = rounds.map((round) => round[key]);
    findings.within(`${name}: after the return ${who}`, MAX_BACK_MS, all);
    findings.figure(
      `${name}: ${who} again, ms`,
      `median ${percentile(all, 0.5).toFixed(0)}, longest ${largest(all).toFixed(0)} of ${all.length}`,
    );
  }
}

async function judge(findings: Findings, { cluster, savers, evidence }: Stage): Promise<void> {
  const adminUrl = cluster.url(DATABASE);
  findings.holds('both processes survive every loss', evidence.ended);
  findings.holds('readiness says when the database is away', evidence.stillReady);
  findings.holds('every call is answered', evidence.unanswered);
  findings.holds('every failure is an honest 503', evidence.odd);
  findings.holds('no save is there by half', evidence.halved);
  findings.holds('a save whose outcome was unknown happened at most once', evidence.twice);
  findings.holds('retried under its key, it is settled', evidence.unsettled);
  await cluster.asAdmin(DATABASE, async (admin) => {
    const traces = await tracesOf(admin);
    findings.holds(
      'every acknowledged save is there once, as acknowledged',
      savers.saves.filter((save) => isAmiss(save, traces.get(save.mark) ?? [])),
    );
    findings.holds(
      'a save that was said to have changed nothing left nothing',
      savers.saves.filter(({ outcome, mark }) => outcome === 'refused' && traces.has(mark)),
    );
    const isDone = async () =>
      (await admin.query('select from graphile_worker._private_jobs')).rowCount === 0;
    await until(isDone, { withinMs: MAX_JOBS_MS }).catch(() => {});
    findings.equals('every job was done in the end', await isDone(), true);
  });
  const isSealed = async () => (await verifyTrail(adminUrl)).unsealed === 0;
  await until(isSealed, { withinMs: MAX_JOBS_MS }).catch(() => {});
  const { faults: altered, unsealed } = await verifyTrail(adminUrl);
  findings.holds('the chain of the trail verifies', altered);
  findings.equals('the whole trail is sealed', unsealed, 0);
  const acknowledged = savers.saves.filter(({ outcome }) => outcome === 'saved').length;
  findings.holds('saves were made', acknowledged > 0 ? [] : ['none was']);
  findings.figure('saves acknowledged', acknowledged);
  findings.figure('answers 503', evidence.answered503);
  findings.figure('outcomes unknown', evidence.inDoubt);
}

const addMails = (cluster: Cluster): Promise<unknown> =>
  cluster.asAdmin(DATABASE, (admin) =>
    admin.query(
      `select platform.add_jobs('access:reset', array(
         select json_build_object('account', (select srno from access.account order by srno offset n % 5 limit 1))
         from generate_series(1, $1) as n))`,
      [JOBS],
    ),
  );
