import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { makeLoginRoles, migrate, urlFor } from '#server/platform/db/provision.ts';
import { createDiskStore } from '#server/platform/files/disk.ts';
import { growRequests } from '#tools/demo/large-requests.ts';
import { loadDemo } from '#tools/demo/load.ts';
import { storeDemoPapers } from '#tools/demo/papers.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { NO_SHEDDING, signIn } from './ground.ts';
import { NewCluster } from './new-cluster.ts';
import { Repository } from './repository.ts';
import { halfRequests, RequestSavers, savedRequests } from './request-saves.ts';

const DATABASE = 'bureau';
const CLIENTS = 4;
const REST_MS = 50;
const ARCHIVED_MS = 120_000;
const RECOVERED_MS = 600_000;
/** The moment lies at random within so many milliseconds, with some load before and after it. */
const MARGIN_MS = 500;
const SPREAD_MS = 3_000;

type Environment = Readonly<Record<string, string>>;

/** Runs a command of the project as an operator does. */
const command = (name: 'backup' | 'restore' | 'verify', args: readonly string[], environment: Environment) =>
  promisify(execFile)(
    process.execPath,
    [fileURLToPath(new URL(`../tools/${name}/main.ts`, import.meta.url)), ...args],
    { env: { ...process.env, ...environment }, maxBuffer: 16 * 1024 * 1024 },
  ).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    },
  );

async function mustRun(...args: Parameters<typeof command>): Promise<void> {
  const { code, output } = await command(...args);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${output}`);
}

/**
 * While clients save requests, the database is restored beside itself to random moments. Nothing that was acknowledged
 * before the moment is missing, nothing that was begun after it is there, and `npm run verify` finds no fault.
 */
export const restore: Drill = {
  name: 'restore',
  isByHand: true,
  run: async (findings, { restores, requests }) => {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-restore-'));
    const repository = await Repository.make();
    const cluster = await NewCluster.start({
      settings: await Repository.serverSettings(),
      environment: repository.environment,
    });
    try {
      await repository.serve(cluster);
      const stage = await install(cluster, repository, folder, requests);
      findings.figure('requests in the database', requests);
      await underLoad(findings, stage, restores);
    } finally {
      await cluster.stop();
      await repository.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Stage {
  readonly cluster: NewCluster;
  readonly environment: Environment;
  /** The settings of the server, for its processes and for the commands. */
  readonly settings: Environment;
}

async function install(
  cluster: NewCluster,
  repository: Repository,
  folder: string,
  requests: number,
): Promise<Stage> {
  await cluster.query('postgres', `create database ${DATABASE}`);
  const admin = cluster.urlOf(DATABASE);
  await migrate(admin);
  await loadDemo(admin);
  await makeLoginRoles(admin, TEST_ROLES);
  await cluster.asAdmin(DATABASE, async (client) => {
    // No mail server runs here.
    await client.query('delete from graphile_worker._private_jobs');
    await growRequests(client, requests);
  });
  const objects = join(folder, 'objects');
  await storeDemoPapers(createDiskStore({ root: objects }), admin);
  const key = join(folder, 'trail-head.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const login = (role: 'writer' | 'reader' | 'jobs') => urlFor(admin, TEST_ROLES[role], TEST_ROLES.password);
  const urls = { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin };
  const settings = settingsFor({ urls }, objects, {
    ...NO_SHEDDING,
    SERVE_WEB: 'off',
    ROLE: 'both',
    TRAIL_HEAD_STORE: join(folder, 'heads'),
    TRAIL_HEAD_KEY: key,
  });
  return {
    cluster,
    settings,
    environment: {
      ...settings,
      ...repository.environment,
      DATABASE_URL: admin,
      BACKUP_OBJECT_STORE_DIR: join(folder, 'copy'),
    },
  };
}

async function underLoad(findings: Findings, stage: Stage, restores: number): Promise<void> {
  const process = await BureauProcess.start(stage.settings);
  const savers = new RequestSavers();
  let isOver = false;
  try {
    const session = await signIn(process.url, 'sales.mum');
    const load = savers.run([process.url], session, {
      clients: CLIENTS,
      restMs: REST_MS,
      isOver: () => isOver,
    });
    try {
      const startedAt = performance.now();
      await mustRun('backup', [], stage.environment);
      findings.figure('backup under load, s', (performance.now() - startedAt) / 1_000);
      const rounds: number[] = [];
      for (let round = 1; round <= restores; round += 1)
        rounds.push(await restoreOnce(findings, stage, savers, round));
      findings.figure('restored and verified, s', rounds.map((seconds) => seconds.toFixed(1)).join(' '));
      findings.figure('median, s', percentile(rounds, 0.5));
      findings.figure('longest, s', Math.max(...rounds));
    } finally {
      isOver = true;
      await load;
    }
    // A machine that restores beside its work may be slow, and a slow process refuses calls.
    findings.holds(
      'every call was answered with a success or an honest 503',
      savers.saves.filter(({ status }) => ![200, 503].includes(status)),
    );
    findings.figure('requests saved meanwhile', savers.acknowledged.length);
    findings.figure('answers 503', savers.saves.length - savers.acknowledged.length);
  } finally {
    await process.kill();
  }
}

/** Restores to a moment under load and judges the result; returns the seconds that the restore and its proof took. */
async function restoreOnce(
  findings: Findings,
  stage: Stage,
  savers: RequestSavers,
  round: number,
): Promise<number> {
  const { cluster, environment } = stage;
  await cluster.query(DATABASE, `select graphile_worker.add_job('platform:note-head')`);
  await sleep(MARGIN_MS + randomInt(SPREAD_MS));
  const moment = new Date();
  await sleep(MARGIN_MS);
  await archiveAll(cluster);
  const to = moment.toISOString();

  const startedAt = performance.now();
  const restored = await NewCluster.start({
    environment,
    fill: (data) => mustRun('restore', ['--to', to, '--into', data], environment),
  });
  try {
    await until(() => restored.asAdmin('postgres', isPrimary), { withinMs: RECOVERED_MS });
    const { code, output } = await command(
      'verify',
      ['--to', to, '--url', restored.urlOf(DATABASE)],
      environment,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    findings.equals(
      `round ${round}: verify is clean`,
      [code, output.match(/^(?:FAULT|ADVICE).*/gm)],
      [0, null],
    );
    await judge(findings, restored, savers, moment, round);
    return seconds;
  } finally {
    await restored.stop();
  }
}

const isPrimary = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
  return rows[0]?.recovering === false;
};

/** Waits until the repository has all WAL up to now, as it has after at most a minute by itself. */
const archiveAll = (cluster: NewCluster): Promise<void> =>
  cluster.asAdmin(DATABASE, async (admin) => {
    const { rows } = await admin.query<{ file: string }>(`select pg_walfile_name(pg_switch_wal()) as file`);
    const file = rows[0]?.file ?? '';
    const isArchived = async () =>
      (await admin.query('select from pg_stat_archiver where last_archived_wal >= $1', [file])).rowCount ===
      1;
    await until(isArchived, { withinMs: ARCHIVED_MS });
  });

const judge = (
  findings: Findings,
  restored: NewCluster,
  savers: RequestSavers,
  moment: Date,
  round: number,
): Promise<void> =>
  restored.asAdmin(DATABASE, async (admin) => {
    const found = await savedRequests(admin);
    const before = savers.acknowledged.filter(({ answeredAt }) => answeredAt < moment.getTime());
    findings.holds(
      `round ${round}: requests were saved before the moment`,
      before.length > 0 ? [] : ['none'],
    );
    findings.holds(
      `round ${round}: nothing acknowledged before the moment is missing`,
      before.filter(({ ref, srno }) => found.get(ref) !== srno),
    );
    findings.holds(
      `round ${round}: nothing begun after the moment is there`,
      savers.saves.filter(({ begunAt, ref }) => begunAt > moment.getTime() && found.has(ref)),
    );
    findings.holds(`round ${round}: no request is there by half`, await halfRequests(admin));
  });
