import { describe, expect, it } from 'vitest';
import {
  failuresOfDrills,
  failuresOfPlaywright,
  failuresOfVitest,
  inShort,
  outsideTests,
} from './failures.ts';

describe('failures', () => {
  it('names the failed tests of vitest with their reasons, and files that did not load', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'passed', assertionResults: [{ fullName: 'holds', status: 'passed' }] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'holds', status: 'passed' },
          {
            fullName: 'adds up',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected\u001b[39m 2, found 3'],
          },
          { fullName: 'is left out', status: 'skipped' },
        ],
      },
      { name: 'c.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
    ];
    expect(failuresOfVitest({ testResults })).toEqual([
      'b.test.ts: adds up (failed)\n  expected 2, found 3',
      'b.test.ts: is left out (skipped)\n  ',
      'c.test.ts\n  cannot be loaded',
    ]);
  });

  it('says of a file whose set-up failed why, and that its tests did not run', () => {
    const skipped = ['adds up', 'is right'].map((fullName) => ({ fullName, status: 'skipped' }));
    const testResults = [
      { name: 'a.test.ts', status: 'failed', message: 'the stage did not open', assertionResults: skipped },
      { name: 'b.test.ts', status: 'failed', message: '', assertionResults: skipped },
    ];
    expect(failuresOfVitest({ testResults })).toEqual([
      'a.test.ts: 2 tests did not run\n  the stage did not open',
      'b.test.ts: 2 tests did not run\n  the set-up of a group failed',
    ]);
  });

  it('names the unexpected journeys at any depth, and errors outside of them', () => {
    const journey = (title: string, status: string, message: string): object => ({
      title,
      file: 'desk.spec.ts',
      tests: [{ status, results: [{ errors: [{ message }] }] }],
    });
    const suites = [
      {
        specs: [journey('opens', 'expected', '')],
        suites: [{ specs: [journey('saves', 'unexpected', 'no button')] }],
      },
    ];
    expect(failuresOfPlaywright({ suites, errors: [{ message: 'the port is taken' }] })).toEqual([
      'outside the journeys\n  the port is taken',
      'desk.spec.ts: saves (unexpected)\n  no button',
    ]);
  });

  it('shortens a long reason', () => {
    const failureMessages = [Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')];
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [{ fullName: 'x', status: 'failed', failureMessages }],
      },
    ];
    const [told = ''] = failuresOfVitest({ testResults });
    expect(told.split('\n')).toHaveLength(14);
    expect(told).toMatch(/… and 38 lines more$/);
  });

  it('lists all names before the first reason', () => {
    expect(inShort(['a\n  because', 'b\n  why'])).toBe('a\nb\na\n  because\nb\n  why');
    expect(inShort(['a\n  because'])).toBe('a\n  because');
  });

  it('shows errors that no test has, and not the thousands of lines before them', () => {
    const tests = Array.from({ length: 9_000 }, (_, line) => ` ✓ test ${line}`);
    const uncaught = [
      '\u001b[31m⎯⎯⎯ Unhandled Errors ⎯⎯⎯\u001b[39m',
      'Vitest caught 1 unhandled error during the test run.',
      'Error: Connection terminated unexpectedly',
    ];
    expect(outsideTests([...tests, ...uncaught, ''].join('\n'))).toBe(
      ['⎯⎯⎯ Unhandled Errors ⎯⎯⎯', ...uncaught.slice(1)].join('\n'),
    );
    expect(outsideTests([...tests, 'out of memory'].join('\n')).split('\n')).toEqual([
      ...tests.slice(-39),
      'out of memory',
    ]);
  });

  it('names the drills that failed, and those that were running when the step was stopped', () => {
    const failures = [{ name: 'papers', reasons: ['each is whole: 1 × against', 'runs to its end'] }];
    expect(failuresOfDrills({ failures, running: ['publication'] })).toEqual([
      'drill publication (still running)',
      'drill papers\n  each is whole: 1 × against\n  runs to its end',
    ]);
  });
});
