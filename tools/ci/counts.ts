/** The number of passed and failed checks; the result of every step. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Reads the report of a test runner. A test that did not run counts as failed. */
export type ReadReport = (report: unknown) => Counts;

function numberAt(report: unknown, ...keys: readonly string[]): number {
  let value = report;
  for (const key of keys) value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
  if (typeof value !== 'number') throw new Error(`the report has no number at ${keys.join('.')}`);
  return value;
}

interface TestFile {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

/** A file that failed without a failed test: it could not be loaded, or its set-up failed. */
const brokeOutsideItsTests = ({ status, assertionResults }: TestFile): boolean =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed');

/**
 * Vitest: everything that did not pass counts as failed, including skipped and unfinished tests and files that did not
 * load.
 */
export const readVitest: ReadReport = (report) => {
  const passed = numberAt(report, 'numPassedTests');
  const { testResults } = report as { readonly testResults: readonly TestFile[] };
  const broken = testResults.filter(brokeOutsideItsTests).length;
  return { passed, failed: numberAt(report, 'numTotalTests') - passed + broken };
};

/** The number of journeys in one run that may pass only on the second attempt. More of them indicate a real problem. */
export const MAX_UNSTEADY = 2;

/**
 * Playwright: a journey that passed on the second attempt counts as passed, as long as this is rare
 * (docs/decisions/0018).
 */
export const readPlaywright: ReadReport = (report) => {
  const unsteady = numberAt(report, 'stats', 'flaky');
  const isRare = unsteady <= MAX_UNSTEADY;
  return {
    passed: numberAt(report, 'stats', 'expected') + (isRare ? unsteady : 0),
    failed:
      numberAt(report, 'stats', 'unexpected') +
      numberAt(report, 'stats', 'skipped') +
      (isRare ? 0 : unsteady),
  };
};

/** The drills count their passed and failed checks, the benches themselves. */
export const readCounts: ReadReport = (report) => ({
  passed: numberAt(report, 'passed'),
  failed: numberAt(report, 'failed'),
});

/**
 * The counts of one step. A plain check counts as one. A test runner counts its tests, and one more failure if it
 * failed without naming a failed test, left no report, or ran no tests.
 */
export function countStep(exitedWell: boolean, readReport: (() => Counts) | undefined): Counts {
  if (readReport === undefined) return exitedWell ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const counts = readReport();
    const unexplained = counts.failed === 0 && (!exitedWell || counts.passed === 0);
    return unexplained ? { ...counts, failed: 1 } : counts;
  } catch {
    return { passed: 0, failed: 1 };
  }
}
