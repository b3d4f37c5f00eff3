import { describe, expect, it } from 'vitest';
import {
  durationsOfBenches,
  durationsOfDrills,
  durationsOfPlaywright,
  durationsOfVitest,
  slowest,
} from './durations.ts';

describe('durations', () => {
  it('reads every test of vitest', () => {
    const testResults = [
      {
        name: 'server/a.api.test.ts',
        assertionResults: [{ fullName: 'saves', duration: 1_500 }, { fullName: 'is skipped' }],
      },
    ];
    expect(durationsOfVitest({ testResults })).toEqual([
      { name: 'a.api.test.ts: saves', seconds: 1.5 },
      { name: 'a.api.test.ts: is skipped', seconds: 0 },
    ]);
  });

  it('reads every journey of nested suites, with the sum of its attempts', () => {
    const specs = [
      { title: 'pays', file: 'pay.spec.ts', tests: [{ results: [{ duration: 2_000 }, { duration: 500 }] }] },
    ];
    expect(durationsOfPlaywright({ suites: [{ suites: [{ specs }] }] })).toEqual([
      { name: 'pay.spec.ts: pays', seconds: 2.5 },
    ]);
  });

  it('reads every drill and every bench', () => {
    expect(durationsOfDrills({ drills: [{ name: 'kill-server', seconds: 9 }] })).toEqual([
      { name: 'drill kill-server', seconds: 9 },
    ]);
    expect(durationsOfBenches({ benches: [{ name: 'paint', seconds: 9 }] })).toEqual([
      { name: 'bench paint', seconds: 9 },
    ]);
  });

  it('puts the slowest first', () => {
    const durations = [1, 3, 2].map((seconds) => ({ name: String(seconds), seconds }));
    expect(slowest(durations, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
  });
});
