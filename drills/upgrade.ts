import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type * as Provision from '#server/platform/db/provision.ts';
import { urlFor } from '#server/platform/db/provision.ts';
import { startCatcher } from '#tools/catcher/catcher.ts';
import type * as LargeRequests from '#tools/demo/large-requests.ts';
import type * as Load from '#tools/demo/load.ts';
import { BureauProcess } from '#tools/testing/process.ts';
import { TEST_ROLES } from '#tools/testing/template.ts';
import { until } from '#tools/testing/until.ts';
import { settingsFor } from '#tools/testing/world.ts';
import { Balancer } from './balancer.ts';
import type { Drill, Findings } from './drill.ts';
import { NO_SHEDDING } from './ground.ts';
import { NewCluster } from './new-cluster.ts';
import { NewerProgram, runMigrate } from './newer-program.ts';
import { ReleasedProgram } from './released-program.ts';
import { Office } from './soak-office.ts';
import { measureWork, Steps, type Measured } from './upgrade-measure.ts';

const DATABASE = 'bureau';
const READY_MS = 300_000;
const LOAD_MS = 5_000;
const LONGEST_CALL_MS = 2_000;
const KILL_AFTER_MS = 2_500;
const MANNER = { restMs: 20, repeats: 1 };
/** Whether a single run of the old manner meets a save is a matter of luck. */
const OLD_MANNER_RUNS = 10;
const TRIGGER = 'request_waiting_changed';

/**
 * The last release and its data under load: the newer program migrates, with migrations of the kinds that hurt, and its
 * processes take the place of the older ones. No call fails that is made again once, none takes long, nothing deadlocks.
 */
export const upgrade: Drill = {
  name: 'upgrade',
  isByHand: true,
  run: async (findings, { upgradeRequests }) => {
    const cluster = await NewCluster.start({ settings: { shared_buffers: '512MB', max_wal_size: '8GB' } });
    try {
      await ReleasedProgram.with(async (released) => {
        await fill(cluster, released, upgradeRequests);
        findings.figure('requests in the database', upgradeRequests);
        await NewerProgram.with((newer) => underLoad(findings, { cluster, released, newer }));
      });
    } finally {
      await cluster.stop();
    }
  },
};

interface Stage {
  readonly cluster: NewCluster;
  readonly released: ReleasedProgram;
  readonly newer: NewerProgram;
}

/** The database of the release, made by the release itself. */
async function fill(cluster: NewCluster, released: ReleasedProgram, requests: number): Promise<void> {
  await cluster.query('postgres', `create database ${DATABASE}`);
  const url = cluster.urlOf(DATABASE);
  await runMigrate(released.folder, url);
  const { makeLoginRoles } = await released.load<typeof Provision>('server/platform/db/provision.ts');
  const { loadDemo } = await released.load<typeof Load>('tools/demo/load.ts');
  const { growRequests } = await released.load<typeof LargeRequests>('tools/demo/large-requests.ts');
  await loadDemo(url);
  await makeLoginRoles(url, TEST_ROLES);
  await cluster.asAdmin(DATABASE, async (client) => {
    await client.query('delete from graphile_worker._private_jobs');
    await growRequests(client, requests);
  });
}

async function underLoad(findings: Findings, stage: Stage): Promise<void> {
  const objects = await mkdtemp(join(tmpdir(), 'bureau-upgrade-'));
  const catcher = await startCatcher({});
  const balancer = await Balancer.open();
  const processes: BureauProcess[] = [];
  const login = (role: 'writer' | 'reader' | 'jobs') =>
    urlFor(stage.cluster.urlOf(DATABASE), TEST_ROLES[role], TEST_ROLES.password);
  const urls = { writer: login('writer'), reader: login('reader'), jobs: login('jobs'), admin: '' };
  const start = async (role: 'web' | 'worker', main: string) => {
    const settings = settingsFor({ urls }, objects, {
      ...NO_SHEDDING,
      SERVE_WEB: 'off',
      ROLE: role,
      DRAIN_SECONDS: '4',
      SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}`,
    });
    const started = await BureauProcess.start(settings, { main, startMs: READY_MS });
    processes.push(started);
    if (role === 'web') {
      balancer.add(started.url);
      await until(() => balancer.isReady(started.url), { withinMs: READY_MS });
    }
    return started;
  };
  try {
    await stage.cluster.asAdmin(DATABASE, (admin) =>
      upgradeUnder(findings, stage, { balancer, start, admin }),
    );
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
    await balancer.close();
    await catcher.close();
    await rm(objects, { recursive: true, force: true });
  }
}

interface Tools {
  readonly balancer: Balancer;
  readonly start: (role: 'web' | 'worker', main: string) => Promise<BureauProcess>;
  readonly admin: pg.Client;
}

async function upgradeUnder(
  findings: Findings,
  { cluster, released, newer }: Stage,
  { balancer, start, admin }: Tools,
): Promise<void> {
  const olds = [await start('web', released.main), await start('web', released.main)];
  const oldWorker = await start('worker', released.main);
  const office = await Office.open([balancer.url], MANNER);
  let isOver = false;
  const load = office.workUntil(() => isOver);
  const news: BureauProcess[] = [];
  try {
    const measure = (work: () => Promise<unknown>) => measureWork(office, cluster.urlOf(DATABASE), work);
    const before = await measure(() => sleep(2 * LOAD_MS));
    findings.figure('before', shown(before));
    judgeOldManner(findings, await measure(() => migrateInOldManner(admin)));
    await plantMigrations(newer, await released.newestMigration(), admin);
    const steps = new Steps();
    const measured = await measure(async () => {
      steps.begin('the migration');
      const isKilled = await newer.migrateInterrupted(cluster.urlOf(DATABASE), KILL_AFTER_MS);
      findings.figure('migration killed and run again', isKilled ? 'yes' : 'it had ended before');
      const said = await newer.migrate(cluster.urlOf(DATABASE));
      findings.figure('migrated, s', steps.seconds);
      findings.figure('said by the migration', said.trim().replaceAll('\n', ' | '));
      for (const old of olds) {
        steps.begin('the start of a newer process');
        news.push(await start('web', newer.main));
        steps.begin('the end of an older process');
        findings.equals('the older process ends by itself', (await old.stop()).code, 0);
      }
      steps.begin('the start of the newer worker');
      news.push(await start('worker', newer.main));
      findings.equals('the older worker ends by itself', (await oldWorker.stop()).code, 0);
      steps.begin('the work after it');
      await sleep(LOAD_MS);
    });
    judge(findings, measured);
    findings.figure('slowest calls', steps.slowest(measured.answers));
  } finally {
    isOver = true;
    await load;
  }
  findings.figure(
    'upgraded',
    `from ${await versionOf(olds[0])} (${released.name}) to ${await versionOf(news[0])}`,
  );
  findings.holds(
    'the newer processes served calls',
    news.filter(({ url }) => url !== '' && balancer.served(url) === 0).map(({ url }) => url),
  );
  findings.holds('every acknowledged step is there', await office.lostSteps(admin));
  findings.figure('requests saved or approved', office.steps.length);
  await judgeSchema(findings, admin);
}

/** The version in the first line of the log. */
const versionOf = async (started: BureauProcess | undefined): Promise<string> =>
  (JSON.parse(started?.lines[0] ?? '{}') as { version?: string }).version ?? 'unknown';

const triggerOf = async (admin: pg.Client): Promise<string> =>
  (
    await admin.query<{ definition: string }>(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $1 and tgrelid = 'requests.request'::regclass`,
      [TRIGGER],
    )
  ).rows[0]?.definition ?? '';

/** An index and then a trigger in one transaction without a lock timeout, as the first 0029 had it, some times. */
async function migrateInOldManner(admin: pg.Client): Promise<void> {
  const trigger = await triggerOf(admin);
  await admin.query(`set application_name = 'migrate in the old manner'`);
  for (let run = 1; run <= OLD_MANNER_RUNS; run += 1) {
    await admin
      .query(
        `begin; create index request_old_manner on requests.request (made_by, srno, changed_at);
         drop trigger ${TRIGGER} on requests.request; ${trigger}; commit`,
      )
      .catch(() => admin.query('rollback'));
    await admin.query('drop index concurrently if exists requests.request_old_manner');
  }
}

const failures = ({ answers }: Measured) => answers.filter(({ fault }) => fault !== undefined);

const shown = (measured: Measured): string =>
  `${measured.answers.length} calls, ${failures(measured).length} failed, ${measured.busy} answered with 503 and made again, longest ` +
  `${Math.round(measured.longestMs)} ms, p99 ${Math.round(measured.p99Ms)} ms; ${measured.deadlocks} deadlocks, longest wait for a table ` +
  `${Math.round(measured.longestWaitMs)} ms`;

function judgeOldManner(findings: Findings, measured: Measured): void {
  findings.figure('the old manner', shown(measured));
  findings.holds(
    'a migration of the old manner would be noticed',
    measured.deadlocks > 0 || failures(measured).length > 0 || measured.longestWaitMs > LONGEST_CALL_MS
      ? []
      : ['nothing was'],
  );
}

/** Columns with defaults, an index, many changed rows, a constraint, and a trigger that is replaced. */
async function plantMigrations(newer: NewerProgram, oldest: number, admin: pg.Client): Promise<void> {
  await newer.addMigration(
    'requests_drill_columns',
    `alter table requests.request add column drill_note text, add column drill_kind integer not null default 7`,
    { oldest },
  );
  await newer.addMigration(
    'requests_drill_steps',
    `create index concurrently request_drill on requests.request (made_by, srno, changed_at);
call platform.update_in_batches('requests.request', 'srno', 'drill_note = upper(ref_no)', 'drill_note is null');
alter table requests.request add constraint request_drill_kind check (drill_kind > 0) not valid;
alter table requests.request validate constraint request_drill_kind`,
    { oldest, isByStatement: true },
  );
  const trigger = (await triggerOf(admin)).replace('CREATE TRIGGER', 'create or replace trigger');
  await newer.addMigration('requests_drill_trigger', trigger, { oldest });
}

function judge(findings: Findings, measured: Measured): void {
  findings.figure('the upgrade', shown(measured));
  findings.holds('no call failed that was made again once after a 503', failures(measured));
  findings.within(
    'every call is answered',
    LONGEST_CALL_MS,
    measured.answers.map(({ ms }) => ms),
  );
  // A machine that is busy with other work makes calls slow, but not the waiting for a lock.
  findings.within('nobody waits longer for a table:', LONGEST_CALL_MS, [measured.longestWaitMs]);
  findings.equals('nothing deadlocked', measured.deadlocks, 0);
}

async function judgeSchema(findings: Findings, admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<Record<string, unknown>>(
    `select (select indisvalid from pg_index where indexrelid = 'requests.request_drill'::regclass) as index,
       (select convalidated from pg_constraint where conname = 'request_drill_kind') as validated,
       (select count(*)::integer from requests.request where drill_note is null and ref_no like 'large%') as unfilled,
       (select count(*)::integer from migrations.statement) as interrupted`,
  );
  findings.equals('all of the migrations ran', rows[0], {
    index: true,
    validated: true,
    unfilled: 0,
    interrupted: 0,
  });
}
