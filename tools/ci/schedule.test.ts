import { describe, expect, it } from 'vitest';
import { runsOf, runTogether, type Scheduled } from './schedule.ts';

const step = (name: string, pace: Scheduled['pace'] = 'together', needs?: string): Scheduled => ({
  name,
  pace,
  ...(needs === undefined ? {} : { needs }),
});

/** Runs the steps and ends them in this order; returns what started before each end. */
async function startsOf(steps: readonly Scheduled[], ends: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const endings = new Map<string, () => void>();
  const all = runTogether(steps, 2, async ({ name }) => {
    said.push(name);
    await new Promise<void>((resolve) => endings.set(name, resolve));
  });
  for (const name of ends) {
    await new Promise((resolve) => setImmediate(resolve));
    said.push(`end of ${name}`);
    endings.get(name)?.();
  }
  await all;
  return said;
}

describe('schedule', () => {
  it('groups adjacent steps that share the machine', () => {
    const steps = [
      step('a'),
      step('b'),
      step('c', 'alone'),
      step('d'),
      step('e', 'beside'),
      step('f', 'alone'),
    ];
    const names = runsOf(steps).map((run) => run.map(({ name }) => name).join(' '));
    expect(names).toEqual(['a b', 'c', 'd e', 'f']);
  });

  it('runs one step per core, in order', async () => {
    const said = await startsOf([step('a'), step('b'), step('c')], ['b', 'a', 'c']);
    expect(said).toEqual(['a', 'b', 'end of b', 'c', 'end of a', 'end of c']);
  });

  it('runs a step that mostly waits beside those that keep the cores busy', async () => {
    const said = await startsOf([step('a'), step('b'), step('c', 'beside')], ['a', 'b', 'c']);
    expect(said.slice(0, 3)).toEqual(['a', 'b', 'c']);
  });

  it('starts a step only when the one that it needs has ended, and others meanwhile', async () => {
    const said = await startsOf(
      [step('size', 'together', 'build'), step('build'), step('c')],
      ['build', 'c', 'size'],
    );
    expect(said).toEqual(['build', 'c', 'end of build', 'size', 'end of c', 'end of size']);
  });

  it('does not wait for a step that was not chosen', async () => {
    expect(await startsOf([step('size', 'together', 'build')], ['size'])).toEqual(['size', 'end of size']);
  });

  it('fails if steps need each other', async () => {
    const circle = [step('a', 'together', 'b'), step('b', 'together', 'a')];
    await expect(startsOf(circle, [])).rejects.toThrow('need each other: a, b');
  });

  it('fails if a step cannot be run', async () => {
    const broken = runTogether([step('a')], 2, async () => {
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
  });
});
