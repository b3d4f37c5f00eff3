import { stripVTControlCharacters } from 'node:util';

/**
 * The failures in the runner's own report, each with a name and a reason, so that the output of CI shows only what
 * matters and not the thousands of lines around it. The whole output is stored in a file.
 */
export type NameFailures = (report: unknown) => readonly string[];

const MAX_LINES = 12;

function told(name: string, reasons: readonly string[]): string {
  const lines = stripVTControlCharacters(reasons.join('\n')).split('\n');
  const kept = lines.slice(0, MAX_LINES);
  const more = lines.length > kept.length ? [`… and ${lines.length - kept.length} lines more`] : [];
  return [name, ...[...kept, ...more].map((line) => `  ${line}`)].join('\n');
}

/** All names come before the first reason, so that a reader who sees only the beginning knows what failed. */
export function inShort(failures: readonly string[]): string {
  const names = failures.map((failure) => failure.split('\n', 1)[0] ?? '');
  return [...(names.length > 1 ? names : []), ...failures].join('\n');
}

const LAST_LINES = 40;
/** The headings that Vitest puts before errors that belong to no test, after thousands of lines about its tests. */
const OUTSIDE = /Unhandled Errors|Failed Suites/;

/** What a test runner said of a failure that none of its tests has: errors that nothing caught, or its last words. */
export function outsideTests(output: string): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const from = lines.findIndex((line) => OUTSIDE.test(line));
  return (from < 0 ? lines.slice(-LAST_LINES) : lines.slice(from)).join('\n');
}

interface VitestFile {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[];
  }[];
}

/** The reason of a group of tests whose set-up failed. The report does not have it, the output does. */
export const IN_THE_OUTPUT = 'the set-up of a group failed';

/** Vitest: the tests that did not pass, and why a file failed outside of them, such as in its set-up. */
export const failuresOfVitest: NameFailures = (report) =>
  (report as { readonly testResults: readonly VitestFile[] }).testResults.flatMap((file) => {
    const { name, status: outcome, message = '', assertionResults } = file;
    const notPassed = assertionResults.filter(({ status }) => status !== 'passed');
    const hasFailed = notPassed.some(({ status }) => status === 'failed');
    if (outcome === 'failed' && !hasFailed) {
      const notRun = notPassed.length === 0 ? name : `${name}: ${notPassed.length} tests did not run`;
      return [told(notRun, [message === '' ? IN_THE_OUTPUT : message])];
    }
    return [
      ...(message === '' ? [] : [told(name, [message])]),
      ...notPassed.map(({ fullName, status, failureMessages }) =>
        told(`${name}: ${fullName} (${status})`, failureMessages ?? []),
      ),
    ];
  });

interface PlaywrightSuite {
  readonly file?: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

function failuresOfSuite({ suites = [], specs = [] }: PlaywrightSuite): readonly string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) =>
        told(
          `${file}: ${title} (${status})`,
          results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
        ),
      ),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** Playwright: every unexpected result, at any depth of nested suites. */
export const failuresOfPlaywright: NameFailures = (report) => {
  const { suites = [], errors = [] } = report as PlaywrightSuite & {
    readonly errors?: readonly { readonly message?: string }[];
  };
  return [
    ...errors.map(({ message }) => told('outside the journeys', [message ?? ''])),
    ...suites.flatMap(failuresOfSuite),
  ];
};

interface DrillReport {
  readonly failures: readonly { readonly name: string; readonly reasons: readonly string[] }[];
  readonly running: readonly string[];
}

/** Drills: each that failed, and those that were running when the step was stopped. */
export const failuresOfDrills: NameFailures = (report) => {
  const { failures, running } = report as DrillReport;
  return [
    ...running.map((name) => `drill ${name} (still running)`),
    ...failures.map(({ name, reasons }) => told(`drill ${name}`, reasons)),
  ];
};
