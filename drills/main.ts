/**
 * `npm run drills`: faults and abuse, done to real processes. `--slice` is the short run that guards main; `--kills 1000`
 * and the like ask for more; names run those drills alone. Exit code 1 when anything did not hold.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { Findings, type Drill, type Size } from './drill.ts';
import { gracefulStop } from './graceful-stop.ts';
import { killServer } from './kill-server.ts';
import { killWorker } from './kill-worker.ts';
import { notes } from './notes.ts';
import { publication } from './publication.ts';
import { reports } from './reports.ts';
import { revocation } from './revocation.ts';
import { titleCount } from './title-count.ts';
import { twoProcesses } from './two-processes.ts';
import { webhooks } from './webhooks.ts';

const DRILLS: readonly Drill[] = [
  killServer,
  killWorker,
  twoProcesses,
  revocation,
  gracefulStop,
  publication,
  webhooks,
  notes,
  reports,
  titleCount,
];
const SLICE: Size = {
  kills: 20,
  revocations: 1,
  stops: 2,
  entities: 300,
  publications: 10,
  webhooks: 500,
  seeds: 5,
  firstSeed: 1,
  operations: 25,
  movements: 20_000,
  streams: 50,
  chains: 3,
};
const LONG: Size = {
  kills: 200,
  revocations: 50,
  stops: 20,
  entities: 6_000,
  publications: 50,
  webhooks: 10_000,
  seeds: 200,
  firstSeed: 1,
  operations: 500,
  movements: 100_000,
  streams: 500,
  chains: 20,
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

/** Runs one drill; one that breaks off has failed as a whole. */
async function runDrill(drill: Drill): Promise<{ passed: number; failed: number }> {
  const findings = new Findings();
  const startedAt = performance.now();
  await drill.run(findings, size).catch((error: unknown) => {
    findings.holds('runs to its end', [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]);
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const broken = findings.claims.filter(({ held }) => !held);
  const failed = broken.length + (findings.claims.length === 0 ? 1 : 0);
  process.stdout.write(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${drill.name.padEnd(16)} ${seconds.padStart(6)} s\n`,
  );
  for (const [name, value] of Object.entries(findings.figures))
    process.stdout.write(`         ${name}: ${value}\n`);
  for (const { what } of broken) process.stdout.write(`  !!!    ${what}\n`);
  return { passed: findings.claims.length - broken.length, failed };
}

const unknown = asked.filter((name) => !DRILLS.some((drill) => drill.name === name));
if (unknown.length > 0) throw new Error(`no such drill: ${unknown.join(', ')}`);

const total = { passed: 0, failed: 0 };
for (const drill of DRILLS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const { passed, failed } = await runDrill(drill);
  total.passed += passed;
  total.failed += failed;
}
if (given.report !== undefined) {
  await mkdir(dirname(given.report), { recursive: true });
  await writeFile(given.report, JSON.stringify(total));
}
process.stdout.write(`${JSON.stringify(total)}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
