/** How long one test took. */
export interface TestDuration {
  readonly name: string;
  readonly seconds: number;
}

/** Reads the durations of all tests from the report of a test runner. */
export type ReadDurations = (report: unknown) => readonly TestDuration[];

const MS = 1_000;

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number }[];
  }[];
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const durationsOfVitest: ReadDurations = (report) =>
  (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      name: `${fileName(name)}: ${fullName}`,
      seconds: duration / MS,
    })),
  );

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

/** Playwright nests suites; every attempt of a journey counts. */
export const durationsOfPlaywright: ReadDurations = (report) => {
  const { suites = [], specs = [] } = report as PlaywrightSuite;
  const own = specs.map(({ title, file, tests }) => ({
    name: `${file}: ${title}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / MS,
  }));
  return [...own, ...suites.flatMap(durationsOfPlaywright)];
};

export const durationsOfDrills: ReadDurations = (report) =>
  (report as { readonly drills: readonly TestDuration[] }).drills.map(({ name, seconds }) => ({
    name: `drill ${name}`,
    seconds,
  }));

export const durationsOfBenches: ReadDurations = (report) =>
  (report as { readonly benches: readonly TestDuration[] }).benches.map(({ name, seconds }) => ({
    name: `bench ${name}`,
    seconds,
  }));

export const slowest = (durations: readonly TestDuration[], count: number): readonly TestDuration[] =>
  durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
