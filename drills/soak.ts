import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { verifyTrail } from '#server/platform/trail/verify.ts';
import { startCatcher } from '#tools/catcher/catcher.ts';
import { brokenInvariants } from '#tools/testing/notes.ts';
import type { BureauProcess } from '#tools/testing/process.ts';
import { openStream, type OpenStream } from '#tools/testing/stream.ts';
import { until } from '#tools/testing/until.ts';
import { percentile, type Drill, type Findings } from './drill.ts';
import { Ground, residentKilobytes } from './ground.ts';
import { Office, USERS } from './soak-office.ts';

const SAMPLES = 60;
/** The beginning is a time of its own: caches fill and code is compiled. */
const WARM_SHARE = 0.3;
const LAST_SHARE = 0.8;
const MAX_GROWTH = 1.1;
/** A garbage collection more or less. */
const SPARE_KILOBYTES = 40_000;
const SPARE_HANDLES = 20;
const SEALED_MS = 60_000;

interface Sample {
  readonly kilobytes: readonly number[];
  readonly handles: readonly number[];
  readonly connections: number;
}

/** An office at work for hours: nothing fails, and memory, files and connections do not grow. */
export const soak: Drill = {
  name: 'soak',
  isByHand: true,
  run: (findings, { soakMinutes }) =>
    Ground.with(async (ground) => {
      const catcher = await startCatcher({});
      const streams: OpenStream[] = [];
      try {
        const mail = { SMTP_URL: `smtp://127.0.0.1:${catcher.smtpPort}` };
        const processes = await Promise.all([
          ground.start(mail),
          ground.start(mail),
          ground.start({ ROLE: 'worker', ...mail }),
        ]);
        const office = await Office.open(processes.map(({ url }) => url).filter((url) => url !== ''));
        for (const user of USERS)
          streams.push(
            await openStream(processes[0]?.url ?? '', 'home_a.php', [office.sessionOf(user), 'watch']),
          );
        const { admin, urls } = ground.database;
        const samples = await office.workFor(soakMinutes * 60_000, SAMPLES, () => look(admin, processes));
        judgeCalls(findings, office);
        judgeGrowth(findings, processes, samples);
        findings.holds('every acknowledged step is there', await office.lostSteps(admin));
        findings.holds('the books of notes balance', await brokenInvariants(admin));
        await until(async () => (await verifyTrail(urls.admin)).unsealed === 0, { withinMs: SEALED_MS });
        const trail = await verifyTrail(urls.admin);
        findings.holds('the trail verifies', trail.faults);
        findings.figure('minutes', soakMinutes);
        findings.figure('rows of the trail', trail.rows);
        findings.holds(
          'nothing was logged as an error',
          processes.flatMap(({ errors }) => errors),
        );
      } finally {
        for (const stream of streams) stream.close();
        await catcher.close();
      }
    }),
};

async function look(admin: pg.Client, processes: readonly BureauProcess[]): Promise<Sample> {
  const { rows } = await admin.query<{ count: number }>(
    'select count(*)::integer as count from pg_stat_activity where datname = current_database()',
  );
  return {
    kilobytes: await Promise.all(processes.map(({ pid }) => residentKilobytes(pid))),
    handles: await Promise.all(processes.map(async ({ pid }) => (await readdir(`/proc/${pid}/fd`)).length)),
    connections: rows[0]?.count ?? 0,
  };
}

function judgeCalls(findings: Findings, { answers, steps, busy }: Office): void {
  findings.holds(
    'every call succeeded, at the latest when it was made again',
    answers.filter(({ fault }) => fault !== undefined),
  );
  findings.holds('work was done', steps.length > 0 ? [] : ['no request was saved']);
  findings.figure('calls', answers.length);
  findings.figure('answered with busy, and made again', busy);
  findings.figure('requests saved or approved', steps.length);
  const timesIn = (from: number, to: number) =>
    answers.slice(answers.length * from, answers.length * to).map(({ ms }) => ms);
  for (const [name, from, to] of [
    ['after the beginning', WARM_SHARE, 0.5],
    ['at the end', LAST_SHARE, 1],
  ] as const)
    findings.figure(
      `answered ${name}, ms`,
      `p50 ${percentile(timesIn(from, to), 0.5).toFixed(1)}, p99 ${percentile(timesIn(from, to), 0.99).toFixed(1)}`,
    );
}

/** Compares the samples after the beginning with those at the end. */
function judgeGrowth(
  findings: Findings,
  processes: readonly BureauProcess[],
  samples: readonly Sample[],
): void {
  const early = samples.slice(samples.length * WARM_SHARE, samples.length * 0.5);
  const late = samples.slice(samples.length * LAST_SHARE);
  const middle = (from: readonly Sample[], value: (sample: Sample) => number) =>
    percentile(from.map(value), 0.5);
  for (const index of processes.keys()) {
    const name = index === processes.length - 1 ? 'the worker' : `web process ${index + 1}`;
    const kilobytes = ({ kilobytes: all }: Sample) => all[index] ?? 0;
    const handles = ({ handles: all }: Sample) => all[index] ?? 0;
    const [before, after] = [middle(early, kilobytes), middle(late, kilobytes)];
    findings.figure(
      `memory of ${name}, MB`,
      `${(before / 1_000).toFixed(0)}, then ${(after / 1_000).toFixed(0)}`,
    );
    findings.holds(
      `${name} does not grow`,
      after <= before * MAX_GROWTH + SPARE_KILOBYTES ? [] : [`${before} KB, then ${after} KB`],
    );
    findings.holds(
      `${name} closes its files and sockets`,
      middle(late, handles) <= middle(early, handles) + SPARE_HANDLES
        ? []
        : [`${middle(early, handles)} open, then ${middle(late, handles)}`],
    );
  }
  const connections = (from: readonly Sample[]) => middle(from, ({ connections: count }) => count);
  findings.figure('connections to the database', connections(late));
  findings.holds(
    'connections to the database do not grow',
    connections(late) <= connections(early) + 2 ? [] : [`${connections(early)}, then ${connections(late)}`],
  );
}
