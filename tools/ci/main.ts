/**
 * CI: runs every step of the table, shows the failures, and ends with one line of counts. Step names as arguments run
 * only those steps: `npm run ci -- lint types`.
 */
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { slowest, type TestDuration } from './durations.ts';
import { type Outcome, runStep } from './run-step.ts';
import { runsOf, runTogether } from './schedule.ts';
import { KEPT, type Step, STEPS } from './steps.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `no such step: ${unknown.join(', ')}; there are ${STEPS.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

const SLOWEST_SHOWN = 10;
const total = { passed: 0, failed: 0 };
const durations: TestDuration[] = [];

function show(step: Step, { passed, failed, seconds, said, durations: ofStep }: Outcome): void {
  durations.push(...ofStep);
  total.passed += passed;
  total.failed += failed;
  const verdict = failed === 0 ? 'ok    ' : 'FAILED';
  const counts = step.report === undefined ? '' : `  ${passed} passed, ${failed} failed`;
  process.stdout.write(`${verdict} ${step.name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${counts}\n`);
  if (said !== '') process.stdout.write(`${said.replace(/^/gm, '  | ')}\n`);
}

mkdirSync(KEPT, { recursive: true });
const started = performance.now();
const chosen = STEPS.filter(({ name }) => asked.length === 0 || asked.includes(name));

for (const run of runsOf(chosen))
  await runTogether(run, availableParallelism(), async (step) => show(step, await runStep(step)));

for (const { name, seconds } of slowest(durations, SLOWEST_SHOWN))
  process.stdout.write(`slow   ${seconds.toFixed(1).padStart(6)} s  ${name}\n`);
process.stdout.write(
  `${((performance.now() - started) / 1000).toFixed(1)} s in all, output kept in ${KEPT}/\n`,
);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
