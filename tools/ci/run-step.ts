import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { type Counts, countStep } from './counts.ts';
import { inShort, type NameFailures } from './failures.ts';
import { KEPT, type Step } from './steps.ts';

/** What became of one step. */
export interface Outcome extends Counts {
  readonly seconds: number;
  /** What to read of it: whatever did not pass at once, each with its reason; of a failure without a name, the output. */
  readonly said: string;
}

const PARTS = resolve('node_modules/.bin');

/** The process groups under way: whatever a command started ends with it, or with us. */
const groups = new Set<number>();

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group is gone already, which is what was wanted.
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
  // A process left behind would hold the output open, so it goes as soon as its command has ended.
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

/** None where there is no report to read, or not one that can be read: then the output itself is shown. */
function namedFailures(name: NameFailures | undefined, written: () => unknown): readonly string[] {
  try {
    return name?.(written()) ?? [];
  } catch {
    return [];
  }
}

/** Runs a step, keeps its output, and counts what it proved. */
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
  const unnamed = counts.failed === 0 ? '' : readFileSync(logPath, 'utf8');
  const said = failures.length > 0 ? inShort(failures) : unnamed;
  return { ...counts, seconds: (performance.now() - started) / 1000, said };
}
