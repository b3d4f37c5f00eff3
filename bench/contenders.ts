import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CONNECTION_OPTIONS } from '#server/platform/db/connection.ts';
import { programPath } from '#tools/testing/apt.ts';
import { REF, SRNO, type Step } from '#tools/testing/record.ts';
import { pgbenchScript, type Range } from './steps.ts';

const run = promisify(execFile);
const ASK = fileURLToPath(new URL('ask.lua', import.meta.url));
const BARE = fileURLToPath(new URL('bare.ts', import.meta.url));

/** One round of one contender. */
export interface Round {
  readonly perSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** Processor time of the serving process for one call. */
  readonly cpuMicros: number | null;
}

/** A server or program that answers the same question, measured for some seconds. */
export interface Contender {
  readonly name: string;
  readonly measure: (seconds: number) => Promise<Round>;
}

/** Concurrent calls: enough to keep every connection busy. */
const MANY_WAITING = 20;

interface HttpContender {
  readonly name: string;
  readonly url: string;
  /** Unknown if it is not our own process. */
  readonly pid?: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  readonly range: Range;
  readonly waitingCalls?: number;
  readonly contentType?: string;
  readonly authorization?: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** A process called over HTTP by wrk; any failed answer stops the comparison. */
export const overHttp = (given: HttpContender): Contender => ({
  name: given.name,
  async measure(seconds) {
    if (seconds === 0) return callOnce(given);
    const { name, url, pid, method, path, body, range } = given;
    const before = pid === undefined ? 0 : await cpuMicros(pid);
    const load = ['-t1', `-c${given.waitingCalls ?? MANY_WAITING}`, `-d${seconds}s`, '--timeout', '20s'];
    const asked = [method, path, body, String(range.first), String(range.last)];
    const order = range.isInTurn === true ? 'in turn' : 'random';
    const how = [order, given.contentType ?? FORM, given.authorization ?? ''];
    const { stdout } = await run(programPath('wrk'), [...load, '-s', ASK, url, '--', ...asked, ...how], {
      timeout: seconds * 1_000 + 20_000,
    });
    const last = stdout.trim().split('\n').at(-1) ?? '';
    const wrk = JSON.parse(last) as Record<'requests' | 'microseconds' | 'failed' | 'p50' | 'p99', number>;
    if (wrk.failed > 0 || wrk.requests === 0)
      throw new Error(`${name}: ${wrk.failed} of ${wrk.requests} calls failed`);
    return {
      perSecond: wrk.requests / (wrk.microseconds / 1e6),
      p50Ms: wrk.p50 / 1_000,
      p99Ms: wrk.p99 / 1_000,
      cpuMicros: pid === undefined ? null : ((await cpuMicros(pid)) - before) / wrk.requests,
    };
  },
});

/** The first call of the range, which wrk cannot make alone. */
async function callOnce(given: HttpContender): Promise<Round> {
  const { name, url, method, path, body, range } = given;
  const filled = (text: string) =>
    text.replaceAll(SRNO, String(range.first)).replaceAll(REF, `bench-0-${Date.now()}-0`);
  const startedAt = performance.now();
  const { status } = await fetch(url + filled(path), {
    method,
    headers: { 'content-type': given.contentType ?? FORM, authorization: given.authorization ?? '' },
    ...(body === '' ? {} : { body: filled(body) }),
  });
  if (status !== 200) throw new Error(`${name}: the answer is ${status}`);
  const ms = performance.now() - startedAt;
  return { perSecond: 1_000 / ms, p50Ms: ms, p99Ms: ms, cpuMicros: null };
}

interface PgbenchContender {
  readonly name: string;
  readonly url: string;
  readonly connections: number;
  readonly steps: readonly Step[];
  readonly range: Range;
  readonly folder: string;
}

/** Only the statements, run by pgbench and prepared by name like in the product. */
export async function byPgbench(given: PgbenchContender): Promise<Contender> {
  const { name, url, connections, folder } = given;
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.sql`);
  const { text, variables } = await pgbenchScript(url, given.steps, given.range, connections);
  await writeFile(file, text);
  return {
    name,
    async measure(seconds) {
      const options = ['-n', '-M', 'prepared', '-f', file, '-T', String(seconds), '-c', String(connections)];
      const defined = Object.entries(variables).flatMap(([variable, value]) => [
        '-D',
        `${variable}=${value}`,
      ]);
      const { stdout } = await run(programPath('pgbench'), [...options, '-j', '1', ...defined, url], {
        timeout: seconds * 1_000 + 20_000,
        env: { ...process.env, PGOPTIONS: CONNECTION_OPTIONS },
      });
      const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
      if (!(tps > 0) || failed > 0) throw new Error(`${name}: ${stdout}`);
      return {
        perSecond: tps,
        p50Ms: Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]),
        p99Ms: null,
        cpuMicros: null,
      };
    },
  };
}

/** Serves each of these with a route that only runs its steps. */
export async function startBare(
  settings: Readonly<Record<string, string>>,
  routes: Readonly<Record<string, readonly Step[]>>,
  folder: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const file = join(folder, 'routes.json');
  await writeFile(file, JSON.stringify(routes));
  const child = spawn(process.execPath, [BARE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...settings, ROUTES: file },
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const lines = createInterface({ input: child.stdout });
  const [url] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the bare server did not start'))),
  ])) as [string];
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      process.removeListener('exit', killWithUs);
    },
  };
}

/** Ticks of /proc are hundredths of a second on every Linux that Node supports. */
const TICK_MICROS = 10_000;

async function cpuMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}
