/** How many passed and failed; every step comes down to this. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Reads the report of a test runner. A test that did not run has failed. */
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

/** A file that failed with no failed test in it: it could not be loaded, or its own set-up broke. */
const brokeOutsideItsTests = ({ status, assertionResults }: TestFile): boolean =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed');

/** Vitest: whatever did not pass has failed: skipped and unfinished tests too, and files that did not load. */
export const readVitest: ReadReport = (report) => {
  const passed = numberAt(report, 'numPassedTests');
  const { testResults } = report as { readonly testResults: readonly TestFile[] };
  const broken = testResults.filter(brokeOutsideItsTests).length;
  return { passed, failed: numberAt(report, 'numTotalTests') - passed + broken };
};

/** Journeys of one run that may pass at the second attempt only; more of them say that something is wrong. */
export const MAX_UNSTEADY = 2;

/** Playwright: what passed at the second attempt has passed, as long as it is rare (docs/decisions/0018). */
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

/** The drills count what held and what did not. */
export const readDrills: ReadReport = (report) => ({
  passed: numberAt(report, 'passed'),
  failed: numberAt(report, 'failed'),
});

/**
 * The counts of one step. A plain check counts as one. A runner of tests counts its tests, and one failure more
 * where it ended badly without naming a failed test, left no report, or ran nothing at all.
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
