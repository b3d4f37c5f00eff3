import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BureauProcess } from '#tools/testing/process.ts';
import { until } from '#tools/testing/until.ts';
import { command, mustRun } from './command.ts';
import { largest, percentile, type Drill, type Findings } from './drill.ts';
import { loseDisk } from './lose-disk.ts';
import { NewCluster } from './new-cluster.ts';
import { halfRequests, RequestSavers, savedRequests } from './request-saves.ts';
import { archiveAll, DATABASE, openStage, type Stage } from './restore-stage.ts';

const RECOVERED_MS = 600_000;
/** The moment lies at random within so many milliseconds, with some load before and after it. */
const MARGIN_MS = 500;
const SPREAD_MS = 3_000;

/**
 * While clients save requests, the database is restored beside itself to random moments. Nothing that was acknowledged
 * before the moment is missing, nothing that was begun after it is there, and `npm run verify` finds no fault. Then the
 * disk is lost at random moments, with the database and the documents, and what is lost is measured.
 */
export const restore: Drill = {
  name: 'restore',
  isByHand: true,
  run: async (findings, { restores, requests, documents, diskLosses, diskLossSeconds }) => {
    const stage = await openStage({ requests, documents });
    try {
      findings.figure('requests in the database', requests);
      await underLoad(findings, stage, restores);
      for (let round = 1; round <= diskLosses; round += 1)
        await loseDisk(findings, stage, { round, withinSeconds: diskLossSeconds });
    } finally {
      await stage.close();
    }
  },
};

async function underLoad(findings: Findings, stage: Stage, restores: number): Promise<void> {
  const server = await BureauProcess.start(stage.settings);
  const savers = new RequestSavers();
  try {
    await savers.during(server.url, async () => {
      const startedAt = performance.now();
      await mustRun('backup', [], stage.environment);
      findings.figure('backup under load, s', (performance.now() - startedAt) / 1_000);
      const rounds: number[] = [];
      for (let round = 1; round <= restores; round += 1)
        rounds.push(await restoreOnce(findings, stage, savers, round));
      findings.figure('restored and verified, s', rounds.map((seconds) => seconds.toFixed(1)).join(' '));
      findings.figure('median, s', percentile(rounds, 0.5));
      findings.figure('longest, s', largest(rounds));
    });
    // A machine that restores beside its work may be slow, and a slow process refuses calls.
    findings.holds(
      'every call was answered with a success or an honest 503',
      savers.saves.filter(({ status }) => ![200, 503].includes(status)),
    );
    findings.figure('requests saved meanwhile', savers.acknowledged.length);
    findings.figure('answers 503', savers.saves.length - savers.acknowledged.length);
  } finally {
    await server.kill();
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
    fill: async (data) => void (await mustRun('restore', ['--to', to, '--into', data], environment)),
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
