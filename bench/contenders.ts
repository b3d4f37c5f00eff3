import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ASK = fileURLToPath(new URL('ask.lua', import.meta.url));
const BARE = fileURLToPath(new URL('bare.ts', import.meta.url));

/** One round of one contender. */
export interface Round {
  readonly perSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** Time of the processor that the serving process took for one call. */
  readonly cpuMicros: number | null;
}

/** Something that answers the same question, measured for some seconds. */
export interface Contender {
  readonly name: string;
  readonly measure: (seconds: number) => Promise<Round>;
}

/** Calls that wait at once: enough to keep every connection busy. */
const MANY_WAITING = 20;

interface HttpContender {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
  readonly greatestSrno: number;
  readonly waitingCalls?: number;
}

/** A process asked over HTTP by wrk; any answer but a good one stops the comparison. */
export const overHttp = ({
  name,
  url,
  pid,
  method,
  path,
  body,
  greatestSrno,
  waitingCalls = MANY_WAITING,
}: HttpContender): Contender => ({
  name,
  async measure(seconds) {
    const before = await cpuMicros(pid);
    const options = ['-t1', `-c${waitingCalls}`, `-d${seconds}s`, '-s', ASK, url, '--', method, path, body];
    const { stdout } = await run('wrk', [...options, String(greatestSrno)], {
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
      cpuMicros: ((await cpuMicros(pid)) - before) / wrk.requests,
    };
  },
});

interface PgbenchContender {
  readonly name: string;
  readonly url: string;
  readonly connections: number;
  readonly statement: string;
  /** A pgbench expression for $1. */
  readonly value: string;
  readonly folder: string;
}

/** The bare statement by pgbench, prepared by name as the product does it. */
export async function byPgbench({
  name,
  url,
  connections,
  statement,
  value,
  folder,
}: PgbenchContender): Promise<Contender> {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.sql`);
  await writeFile(file, `\\set value ${value}\n${forPgbench(statement)};\n`);
  return {
    name,
    async measure(seconds) {
      const options = [
        '-n',
        '-M',
        'prepared',
        '-f',
        file,
        '-T',
        String(seconds),
        '-c',
        String(connections),
        '-j',
        '1',
      ];
      const { stdout } = await run('pgbench', [...options, url], { timeout: seconds * 1_000 + 20_000 });
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

/** pgbench takes any `:word` for a variable, also inside a text, so colons in texts are written as escapes. */
const forPgbench = (statement: string): string =>
  statement
    .replaceAll(/'[^']*'/g, (literal) =>
      literal.includes(':') ? `E${literal.replaceAll(':', '\\x3a')}` : literal,
    )
    .replaceAll('$1', ':value');

export async function startBare(
  settings: Readonly<Record<string, string>>,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [BARE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...settings },
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

/** Ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK_MICROS = 10_000;

async function cpuMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}
