import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { WORKER_CONCURRENCY } from '#server/platform/config.ts';
import { startCatcher } from '#tools/catcher/catcher.ts';
import { until } from '#tools/testing/until.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { Ground } from './ground.ts';

const JOBS = 200;
const KILLED_AFTER_MAILS = 50;
const MAX_DONE_MS = 30_000;
const MAX_AGAIN_MS = 12_000;
/** By then PostgreSQL has noticed the end of the connections, and no worker has freed any job yet. */
const NOTICED_MS = 1_000;
/** One worker is killed for this many server kills. */
const SERVER_KILLS = 20;

/** kill -9 of a worker during its jobs: another worker does them all, and few of them twice. */
export const killWorker: Drill = {
  name: 'kill-worker',
  pace: 'together',
  run: (findings, { kills }) =>
    Ground.with(async (ground) => {
      const rounds = Math.ceil(kills / SERVER_KILLS);
      const doneMs: number[] = [];
      const repeats: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { ms, repeated } = await killOnce(findings, ground);
        doneMs.push(ms);
        repeats.push(repeated);
      }
      findings.figure('workers killed', rounds);
      findings.figure('all done after the kill, median ms', percentile(doneMs, 0.5));
      findings.figure('all done after the kill, longest ms', largest(doneMs));
      findings.figure('jobs run twice, most', largest(repeats));
    }),
};

async function killOnce(findings: Findings, ground: Ground): Promise<{ ms: number; repeated: number }> {
  const { admin } = ground.database;
  const catcher = await startCatcher({ keepMails: 2 * JOBS });
  try {
    const settings = { ROLE: 'worker', SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` };
    const [doomed, survivor] = await Promise.all([ground.start(settings), ground.start(settings)]);
    const runsBefore = await runsOf(admin);
    await addMails(admin);
    await until(() => catcher.mails().length >= KILLED_AFTER_MAILS, { withinMs: MAX_DONE_MS });
    await doomed.kill();
    const killedAt = performance.now();
    await sleep(NOTICED_MS);
    const held = await heldBySilent(admin);
    await until(async () => (await jobsLeft(admin)) === 0, { withinMs: findings.limit(MAX_DONE_MS) });
    const ms = performance.now() - killedAt;

    const repeated = (await runsOf(admin)) - runsBefore - JOBS;
    const mails = new Set(catcher.mails().map(({ messageId }) => messageId));
    findings.equals('every mail was sent', mails.size, JOBS);
    findings.holds('the kill came in the middle', held > 0 ? [] : ['it held no job']);
    findings.within('after the kill all are done', MAX_AGAIN_MS, [ms]);
    findings.holds(
      'at most as many ran twice as ran at the same time',
      repeated <= WORKER_CONCURRENCY ? [] : [repeated],
    );
    findings.holds('the other worker logged no error', survivor.errors);
    findings.equals('it ends by itself', (await survivor.stop()).code, 0);
    return { ms, repeated };
  } finally {
    await catcher.close();
  }
}

const addMails = (admin: pg.Client) =>
  admin.query(
    `select platform.add_jobs('access:reset', array(
       select json_build_object('account', (select srno from access.account order by srno offset n % 5 limit 1))
       from generate_series(1, $1) as n))`,
    [JOBS],
  );

/** Each run begins by creating a link, which writes a trail entry. */
const runsOf = (admin: pg.Client) =>
  count(admin, `select count(*)::integer as n from platform.trail where call = 'job.access.reset'`);
const jobsLeft = (admin: pg.Client) =>
  count(admin, 'select count(*)::integer as n from graphile_worker._private_jobs');
const heldBySilent = (admin: pg.Client) =>
  count(
    admin,
    `select count(*)::integer as n from graphile_worker._private_jobs
     where locked_by = any (platform.silent_workers())`,
  );

async function count(admin: pg.Client, text: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(text);
  return rows[0]?.n ?? 0;
}
