import type { Contender, Round } from './contenders.ts';
import { median, type Duration } from './page.ts';

/** Long enough for the compiler to have optimised everything, also on a busy machine. */
const WARM_UP_SECONDS = 5;

/** The contenders take turns, round after round, so that other load on the machine affects all of them. */
export async function compare(
  contenders: readonly Contender[],
  duration: Duration,
  warmUpSeconds = duration.isBrief ? 0 : WARM_UP_SECONDS,
): Promise<Map<string, Round[]>> {
  const rounds = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  if (warmUpSeconds > 0) for (const contender of contenders) await contender.measure(warmUpSeconds);
  for (let round = 0; round < duration.rounds; round += 1)
    for (const contender of contenders)
      rounds.get(contender.name)?.push(await contender.measure(duration.seconds));
  return rounds;
}

export const COMPARED_HEAD = [
  '| | calls/s | of bare route | of pgbench | p50 ms | p99 ms | least µs of CPU per call in the serving process |',
  '|---|---:|---:|---:|---:|---:|---:|',
];

/** A row for each contender; the first is pgbench and the second the bare route. */
export function comparedRows(rounds: Map<string, Round[]>): string[] {
  const [pgbench = Number.NaN, bare = Number.NaN] = [...rounds.values()].map((of) =>
    median(of.map(({ perSecond }) => perSecond)),
  );
  return [...rounds].map(([name, of]) => {
    const perSecond = median(of.map((round) => round.perSecond));
    const summed = (
      pick: (round: Round) => number | null,
      take: (values: number[]) => number,
      digits: number,
    ) => {
      const found = of.map(pick).filter((value) => value !== null);
      return found.length === 0 ? '–' : take(found).toFixed(digits);
    };
    const cells = [
      name,
      perSecond.toFixed(0),
      (perSecond / bare).toFixed(2),
      (perSecond / pgbench).toFixed(2),
      summed((round) => round.p50Ms, median, 1),
      summed((round) => round.p99Ms, median, 1),
      summed(
        (round) => round.cpuMicros,
        (values) => Math.min(...values),
        0,
      ),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}
