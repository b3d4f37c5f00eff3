import type { Step } from './steps.ts';

/** What the order of steps depends on. */
export type Scheduled = Pick<Step, 'name' | 'pace' | 'needs'>;

/** The steps in order, grouped into runs that share the machine. */
export function runsOf<S extends Scheduled>(steps: readonly S[]): readonly (readonly S[])[] {
  const runs: S[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (step.pace !== 'alone' && last !== undefined && last[0]?.pace !== 'alone') last.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** Runs steps that share the machine. A step starts when a core is free for it and the step that it needs has ended. */
export async function runTogether<S extends Scheduled>(
  steps: readonly S[],
  cores: number,
  run: (step: S) => Promise<void>,
): Promise<void> {
  const waiting = [...steps];
  const running = new Map<S, Promise<void>>();
  const isOpen = (name: string | undefined) =>
    [...waiting, ...running.keys()].some((step) => step.name === name);
  const isCoreFree = () => [...running.keys()].filter(({ pace }) => pace !== 'beside').length < cores;
  const canStart = ({ pace, needs }: S) =>
    (pace === 'beside' || isCoreFree()) && (needs === undefined || !isOpen(needs));

  while (waiting.length > 0 || running.size > 0) {
    const step = waiting.find(canStart);
    if (step !== undefined) {
      waiting.splice(waiting.indexOf(step), 1);
      running.set(
        step,
        run(step).finally(() => running.delete(step)),
      );
    } else if (running.size > 0) await Promise.race(running.values());
    else throw new Error(`these steps need each other: ${waiting.map(({ name }) => name).join(', ')}`);
  }
}
