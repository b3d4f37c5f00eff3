import { describe, expect, it } from 'vitest';
import { countStep, MAX_UNSTEADY, readCounts, readPlaywright, readVitest } from './counts.ts';

describe('counting', () => {
  it('counts a plain check as one', () => {
    expect(countStep(true, undefined)).toEqual({ passed: 1, failed: 0 });
    expect(countStep(false, undefined)).toEqual({ passed: 0, failed: 1 });
  });

  it('counts a skipped or unfinished test of vitest as failed', () => {
    const report = { numTotalTests: 9, numPassedTests: 6, numFailedTests: 1, testResults: [] };
    expect(readVitest(report)).toEqual({ passed: 6, failed: 3 });
  });

  it('counts a test file that did not load as failed, in addition to failures in other files', () => {
    const testResults = [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ];
    expect(readVitest({ numTotalTests: 2, numPassedTests: 1, testResults })).toEqual({
      passed: 1,
      failed: 2,
    });
  });

  it('counts a skipped journey as failed, and one that needed two attempts only if there are many', () => {
    const stats = { expected: 5, unexpected: 1, flaky: MAX_UNSTEADY, skipped: 2 };
    expect(readPlaywright({ stats })).toEqual({ passed: 5 + MAX_UNSTEADY, failed: 3 });
    const shaky = { ...stats, flaky: MAX_UNSTEADY + 1 };
    expect(readPlaywright({ stats: shaky })).toEqual({ passed: 5, failed: 3 + MAX_UNSTEADY + 1 });
  });

  it('counts the passed checks of the drills', () => {
    expect(readCounts({ passed: 40, failed: 1 })).toEqual({ passed: 40, failed: 1 });
    expect(countStep(true, () => readCounts({}))).toEqual({ passed: 0, failed: 1 });
  });

  it('adds a failure if the runner failed without naming a test', () => {
    expect(countStep(false, () => ({ passed: 6, failed: 0 }))).toEqual({ passed: 6, failed: 1 });
    expect(countStep(false, () => ({ passed: 6, failed: 2 }))).toEqual({ passed: 6, failed: 2 });
  });

  it('counts a run without tests as failed', () => {
    expect(countStep(true, () => ({ passed: 0, failed: 0 }))).toEqual({ passed: 0, failed: 1 });
  });

  it.each([[{}], [null], [{ stats: { expected: '5' } }]])(
    'counts an unreadable report %j as failed',
    (report) => {
      expect(countStep(true, () => readVitest(report))).toEqual({ passed: 0, failed: 1 });
      expect(countStep(true, () => readPlaywright(report))).toEqual({ passed: 0, failed: 1 });
    },
  );
});
