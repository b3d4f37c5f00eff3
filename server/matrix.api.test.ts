import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT } from '#contract/all.ts';
import { callName } from '#contract/define.ts';
import { SAMPLES } from '#tools/testing/calls/all.ts';
import { openMatrix, type Matrix } from '#tools/testing/matrix/run.ts';
import { wholeNumbersInTrail } from '#tools/testing/whole-numbers.ts';
import { openPaidWorld, type PaidWorld } from '#tools/testing/payments.ts';

const calls = CONTRACT.map(({ declared }) => declared);

describe('every call answers every kind of caller as it declares', () => {
  let world: PaidWorld;
  let matrix: Matrix;
  const checked = new Map<string, number>();
  const startedAt = performance.now();

  beforeAll(async () => {
    // A gateway is needed, because a payment link that cannot be created is refused.
    world = await openPaidWorld({ ROLE: 'web' });
    matrix = await openMatrix(
      { url: world.url, database: world.database.admin, store: world.store },
      calls,
      SAMPLES,
    );
  });
  afterAll(() => world.close());

  test.each(calls.map((call) => [callName(call), call] as const))('%s', async (name, call) => {
    const { cells, problems } = await matrix.check(call);
    checked.set(name, cells);
    expect(problems).toEqual([]);
  });

  test('and none of them left a complete PAN, ID or account number in the trail', async () => {
    expect(await wholeNumbersInTrail(world.database.admin)).toEqual([]);
  });

  test('and none was omitted', () => {
    const cells = [...checked.values()].reduce((sum, each) => sum + each, 0);
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stdout.write(`matrix: ${calls.length} calls, ${cells} cells, ${seconds.toFixed(1)} s\n`);
    expect([...checked.keys()].sort()).toEqual(calls.map(callName).sort());
    for (const call of calls)
      expect(checked.get(callName(call))).toBeGreaterThan(call.session === 'none' ? 0 : 100);
  });
});
