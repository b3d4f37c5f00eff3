/**
 * `npm run drills`: faults and abuse, applied to real processes. `--slice` is the short run of CI; options such as
 * `--kills 1000` ask for more; drill names run only those drills. Exit code 1 if any claim failed.
 */
import { inspect, parseArgs } from 'node:util';
import { attestations } from './attestations.ts';
import { callsBesideSheets } from './calls-beside-sheets.ts';
import { compose } from './compose.ts';
import { databaseLoss } from './database-loss.ts';
import { failover } from './failover.ts';
import { Findings, type Drill, type Size } from './drill.ts';
import { forgedWebhooks } from './forged-webhooks.ts';
import { gracefulStop } from './graceful-stop.ts';
import { hostileFiles } from './hostile-files.ts';
import { imports } from './imports.ts';
import { install } from './install.ts';
import { killServer } from './kill-server.ts';
import { killWorker } from './kill-worker.ts';
import { largeSheets } from './large-sheets.ts';
import { machines } from './machines.ts';
import { notes } from './notes.ts';
import { papers } from './papers.ts';
import { publication } from './publication.ts';
import { Report } from './report.ts';
import { reports } from './reports.ts';
import { restore } from './restore.ts';
import { revocation } from './revocation.ts';
import { signInFlood } from './sign-in-flood.ts';
import { slowClients } from './slow-clients.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { soak } from './soak.ts';
import { titleCount } from './title-count.ts';
import { trailRestore } from './trail-restore.ts';
import { twoProcesses } from './two-processes.ts';
import { upgrade } from './upgrade.ts';
import { uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';

const DRILLS: readonly Drill[] = [
  killServer,
  killWorker,
  databaseLoss,
  rollingUpgrade,
  upgrade,
  restore,
  failover,
  machines,
  install,
  compose,
  twoProcesses,
  revocation,
  gracefulStop,
  publication,
  webhooks,
  forgedWebhooks,
  slowClients,
  notes,
  reports,
  papers,
  titleCount,
  signInFlood,
  trailRestore,
  hostileFiles,
  attestations,
  largeSheets,
  callsBesideSheets,
  uploads,
  imports,
  soak,
];
const SLICE: Size = {
  kills: 20,
  revocations: 1,
  stops: 2,
  entities: 300,
  publications: 10,
  webhooks: 500,
  forgeries: 3_000,
  slowClients: 200,
  seeds: 5,
  firstSeed: 1,
  operations: 25,
  movements: 20_000,
  streams: 50,
  chains: 3,
  guesses: 500,
  signInExtraMs: 5_000,
  timedPairs: 10,
  losses: 1,
  silenceSeconds: 8,
  restores: 1,
  requests: 0,
  upgradeRequests: 3_000,
  documents: 50,
  diskLosses: 1,
  diskLossSeconds: 5,
  failovers: 2,
  soakMinutes: 1,
  hostileItems: 45,
  attestations: 33,
  uploadRows: 20_000,
  importRows: 5_000,
  importKills: 2,
  patience: 3,
};
const LONG: Size = {
  kills: 200,
  revocations: 50,
  stops: 20,
  entities: 6_000,
  publications: 50,
  webhooks: 10_000,
  forgeries: 100_000,
  slowClients: 2_000,
  seeds: 200,
  firstSeed: 1,
  operations: 500,
  movements: 100_000,
  streams: 500,
  chains: 20,
  guesses: 5_000,
  signInExtraMs: 1_000,
  timedPairs: 300,
  losses: 10,
  silenceSeconds: 30,
  restores: 10,
  requests: 1_000_000,
  upgradeRequests: 300_000,
  documents: 20_000,
  diskLosses: 5,
  diskLossSeconds: 75,
  failovers: 20,
  soakMinutes: 480,
  hostileItems: 1_000,
  attestations: 100,
  uploadRows: 100_000,
  importRows: 50_000,
  importKills: 10,
  patience: 1,
};

const sizes = Object.keys(SLICE) as (keyof Size)[];
const { values: given, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    slice: { type: 'boolean', default: false },
    report: { type: 'string' },
    ...(Object.fromEntries(sizes.map((name) => [name, { type: 'string' }])) as Record<
      keyof Size,
      { type: 'string' }
    >),
  },
});

const standard = given.slice ? SLICE : LONG;
const size = Object.fromEntries(
  sizes.map((name) => [name, Number(given[name] ?? standard[name])]),
) as unknown as Size;

const report = new Report(given.report);
process.on('uncaughtException', (error) => {
  report.crashed(error);
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
});
/** A drill of the short run that takes longer hangs. The others still tell what they find. */
const SLICE_MINUTES = 8;

/** Runs one drill; an interrupted drill counts as failed, and so does one that does not end in the short run. */
async function runDrill(drill: Drill): Promise<void> {
  const findings = new Findings(size.patience);
  const startedAt = performance.now();
  report.began(drill.name);
  const ended = drill.run(findings, size).catch((error: unknown) => {
    findings.holds('runs to its end', [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]);
  });
  const late = Promise.withResolvers<'late'>();
  const timer = given.slice ? setTimeout(() => late.resolve('late'), SLICE_MINUTES * 60_000) : undefined;
  if ((await Promise.race([ended, late.promise])) === 'late')
    findings.holds(`ends within ${SLICE_MINUTES} minutes`, [
      `it went on after "${findings.claims.at(-1)?.what ?? 'its beginning'}"`,
    ]);
  clearTimeout(timer);
  const seconds = (performance.now() - startedAt) / 1_000;
  const reasons = report.ended(drill.name, findings, seconds);
  process.stdout.write(
    `${reasons.length === 0 ? 'ok    ' : 'FAILED'} ${drill.name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s\n`,
  );
  for (const [name, value] of Object.entries(findings.figures))
    process.stdout.write(`         ${name}: ${value}\n`);
  for (const reason of reasons) process.stdout.write(`  !!!    ${reason}\n`);
}

const unknown = asked.filter((name) => !DRILLS.some((drill) => drill.name === name));
if (unknown.length > 0) throw new Error(`no such drill: ${unknown.join(', ')}`);

async function runInTurn(drills: Iterable<Drill>): Promise<void> {
  for (const drill of drills) await runDrill(drill);
}

const chosen = DRILLS.filter(({ name, isByHand = false }) =>
  asked.length === 0 ? !isByHand : asked.includes(name),
);
// Two drills at a time take the next one from the same iterator.
const together = chosen.filter(({ pace }) => pace === 'together').values();
await Promise.all([runInTurn(together), runInTurn(together)]);
await runInTurn(chosen.filter(({ pace }) => pace !== 'together'));
process.stdout.write(`${report.passed} passed, ${report.failed} failed\n`);
// A drill that hangs would keep this process running.
process.exit(report.failed === 0 ? 0 : 1);
