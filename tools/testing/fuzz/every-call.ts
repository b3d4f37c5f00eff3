import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTRACT } from '#contract/all.ts';
import { callName } from '#contract/define.ts';
import { SAMPLES } from '../calls/all.ts';
import { sampleOf } from '../calls/sample.ts';
import { openWorld, type World } from '../world.ts';
import { fuzzSettings, fuzzTimeout, openFuzz, type Fuzz } from './run.ts';

/**
 * Bad input never gives a 500, a stack, SQL or a path. FUZZ_RUNS and FUZZ_SEED ask for more, or for the same again. Each kind
 * of caller has a test file of its own, so that two of them run at a time.
 */
export function fuzzEveryCall(who: Parameters<Fuzz['attack']>[2]): void {
  const settings = fuzzSettings(process.env);
  let world: World;
  let fuzz: Fuzz;

  beforeAll(async () => {
    process.stdout.write(`fuzz: FUZZ_SEED=${settings.seed} FUZZ_RUNS=${settings.runs}\n`);
    world = await openWorld();
    fuzz = await openFuzz(world, settings);
  });
  afterAll(async () => {
    const ready = await fetch(`${world.url}/readyz`);
    await world.close();
    expect(ready.status).toBe(200);
  });

  test.each(CONTRACT.map(({ declared }) => [callName(declared), declared] as const))(
    '%s',
    { timeout: fuzzTimeout(settings) },
    async (_, call) => expect(await fuzz.attack(call, sampleOf(SAMPLES, call), who)).toBeNull(),
  );
}
