import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { type Counts, countStep } from './counts.ts';
import type { ReadDurations, TestDuration } from './durations.ts';
import { IN_THE_OUTPUT, inShort, outsideTests, type NameFailures } from './failures.ts';
import { KEPT, type Step } from './steps.ts';

/** The result of one step. */
export interface Outcome extends Counts {
  readonly seconds: number;
  /**
   * The output to show: everything that did not pass on the first attempt, each with its reason; for a failure that no
   * test has, what the test runner said of it; for a plain check its output.
   */
  readonly said: string;
  readonly durations: readonly TestDuration[];
}

const PARTS = resolve('node_modules/.bin');

/** The running process groups. Everything that a command started ends with the command, or with CI. */
const groups = new Set<number>();

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
  groups.delete(group);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const group of groups) killGroup(group);
    process.exit(1);
  });

async function succeeds(
  command: readonly string[],
  step: Step,
  log: NodeJS.WritableStream,
): Promise<boolean> {
  const [program = '', ...options] = command;
  log.write(`$ ${command.join(' ')}\n`);
  const path = [dirname(process.execPath), PARTS, process.env['PATH']].join(delimiter);
  const child = spawn(program, options, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: '1', NO_COLOR: '1', PATH: path, ...step.env },
  });
  const group = child.pid;
  if (group !== undefined) groups.add(group);
  const endGroup = (): void => {
    if (group !== undefined) killGroup(group);
  };
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  // A leftover process would keep the output open, so it is ended as soon as its command has ended.
  child.once('exit', endGroup);
  const timer = setTimeout(() => {
    log.write(`stopped after ${step.maxMinutes} minutes\n`);
    endGroup();
  }, step.maxMinutes * 60_000);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch (error) {
    log.write(`${String(error)}\n`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8')) as unknown;

/** Empty if there is no readable report: then the output itself is shown. */
function namedFailures(name: NameFailures | undefined, written: () => unknown): readonly string[] {
  try {
    return name?.(written()) ?? [];
  } catch {
    return [];
  }
}

/** Empty if the report is not readable; the failure of the step is counted elsewhere. */
function testDurations(read: ReadDurations | undefined, written: () => unknown): readonly TestDuration[] {
  try {
    return read?.(written()) ?? [];
  } catch {
    return [];
  }
}

function unnamed({ report }: Step, logPath: string): string {
  const output = readFileSync(logPath, 'utf8');
  return report === undefined ? output : outsideTests(output);
}

/** Runs a step, stores its output, and counts its checks. */
export async function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  const logPath = `${KEPT}/${step.name}.log`;
  const log = createWriteStream(logPath);
  const { report } = step;
  if (report !== undefined) rmSync(report.path, { force: true });

  let well = true;
  for (const command of step.commands) well &&= await succeeds(command, step, log);
  log.end();
  await once(log, 'finish');

  const written = (): unknown => (report === undefined ? undefined : readJson(report.path));
  const counts = countStep(well, report && (() => report.read(written())));
  const failures = namedFailures(report?.failures, written);
  const isExplained = failures.length > 0 && !failures.some((failure) => failure.includes(IN_THE_OUTPUT));
  const output = counts.failed === 0 || isExplained ? [] : [unnamed(step, logPath)];
  const said = [...(failures.length === 0 ? [] : [inShort(failures)]), ...output].join('\n');
  const durations = testDurations(report?.durations, written);
  return { ...counts, seconds: (performance.now() - started) / 1000, said, durations };
}
