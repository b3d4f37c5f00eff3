import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { format } from 'oxfmt';

/** How long a bench measures: rounds in which the contenders take turns, and seconds of each turn. */
export interface Duration {
  readonly rounds: number;
  /** A turn of 0 seconds is a single call. */
  readonly seconds: number;
  /** CI runs every bench on a small database and without warming up, to see that it still works. The figures mean nothing. */
  readonly isBrief: boolean;
}

const SCALE_PAGE = new URL('../docs/scale.md', import.meta.url);

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

const machine = (): string =>
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}`;
const load = (): string =>
  `the load average was ${loadavg()[0]?.toFixed(1) ?? '?'} (above ${availableParallelism()} others were at work too)`;

/** Where and when the measurement was made, and the other load on the machine. */
export const measuredHere = (): string => `${machine()}; ${load()}.`;

/** The same for measurements by wrk in rounds. */
export const measuredOn = ({ rounds, seconds }: Duration): string =>
  `${machine()}; PostgreSQL, the server and wrk share the machine. Medians of ${rounds} rounds of ${seconds} s, ` +
  `the contenders taking turns; ${load()}.`;

/** Writes a table into its generated part of docs/scale.md. */
export async function writeTable(bench: string, table: string): Promise<void> {
  const page = between(await readFile(SCALE_PAGE, 'utf8'), bench, table);
  const { code } = await format('scale.md', page);
  await writeFile(SCALE_PAGE, code);
}

function between(page: string, bench: string, text: string): string {
  const [begin, end] = [`<!-- bench ${bench} begins -->`, `<!-- bench ${bench} ends -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/scale.md has no generated part for ${bench}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}
