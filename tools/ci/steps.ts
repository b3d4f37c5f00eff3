import { resolve } from 'node:path';
import { PARTS } from '../../e2e/parts.ts';
import { failuresOfDrills, failuresOfPlaywright, failuresOfVitest, type NameFailures } from './failures.ts';
import {
  durationsOfBenches,
  durationsOfDrills,
  durationsOfPlaywright,
  durationsOfVitest,
  type ReadDurations,
} from './durations.ts';
import { type ReadReport, readCounts, readPlaywright, readVitest } from './counts.ts';

/** The folder for the output and the report of each step. */
export const KEPT = '.cache/ci';

/**
 * The steps run in the order of the table. Adjacent `together` steps share the cores, one per core at a time. A `beside`
 * step among them needs no core of its own, because it waits most of the time. An `alone` step has the machine to
 * itself, because it measures time or fills the database.
 */
type Pace = 'together' | 'beside' | 'alone';

/** One step of CI: commands run in order until one fails. */
export interface Step {
  readonly name: string;
  readonly pace: Pace;
  /** The step that must have ended before, whose result this one reads. */
  readonly needs?: string;
  readonly maxMinutes: number;
  readonly commands: readonly (readonly string[])[];
  /** The report that a test runner writes; without one the step counts as a single check. */
  readonly report?: {
    readonly path: string;
    readonly read: ReadReport;
    readonly durations: ReadDurations;
    readonly failures?: NameFailures;
  };
  readonly env?: Readonly<Record<string, string>>;
}

const reportPath = (name: string): string => `${KEPT}/${name}.json`;

const vitest = (
  name: string,
  projects: readonly string[] = [name],
): Pick<Step, 'commands' | 'report' | 'env'> => ({
  // Tests start many child processes, which begin sooner with code that another one has compiled.
  env: { NODE_COMPILE_CACHE: resolve(KEPT, 'compiled') },
  commands: [
    [
      'vitest',
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportPath(name)}`,
    ],
  ],
  report: {
    path: reportPath(name),
    read: readVitest,
    durations: durationsOfVitest,
    failures: failuresOfVitest,
  },
});

/** A database of the cluster that the tests use. */
function databaseUrl(name: string): string {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  url.pathname = name;
  return url.href;
}

/**
 * A part of the journeys (e2e/parts.ts), with its own demo business, so that the parts do not affect each other. There is
 * a part more than cores, because a journey waits for its page now and then.
 */
const journeys = (part: (typeof PARTS)[number]): Step => ({
  name: `journeys-${part}`,
  pace: 'beside',
  maxMinutes: 60,
  commands: [
    ['node', 'tools/ci/empty-database.ts'],
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
  ],
  report: {
    path: reportPath(`journeys-${part}`),
    read: readPlaywright,
    durations: durationsOfPlaywright,
    failures: failuresOfPlaywright,
  },
  env: {
    PART: String(part),
    PORT: String(18_000 + 100 * part),
    DATABASE_URL: databaseUrl(`bureau_journeys_${part}`),
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath(`journeys-${part}`),
  },
});

/** The native compiler. Knip needs TypeScript 6 beside it, and both bring a command `tsc`, so it is named by path. */
const types = (name: string, project: string): Step => ({
  name,
  pace: 'together',
  maxMinutes: 10,
  commands: [['node', 'node_modules/@typescript/native/bin/tsc', '-p', project]],
});

/** All steps of CI in one table; the longest of the shared ones first. */
export const STEPS: readonly Step[] = [
  { name: 'lint', pace: 'together', maxMinutes: 10, commands: [['oxlint']] },
  types('types', '.'),
  types('types-web', 'web'),
  { name: 'unit', pace: 'together', maxMinutes: 20, ...vitest('unit', ['unit', 'web']) },
  {
    name: 'format',
    pace: 'together',
    maxMinutes: 6,
    commands: [['oxfmt', '--check', '.']],
  },
  { name: 'unused', pace: 'together', maxMinutes: 6, commands: [['knip']] },
  {
    name: 'imports',
    pace: 'together',
    maxMinutes: 6,
    commands: [['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', '.']],
  },
  {
    name: 'imports-planted',
    pace: 'together',
    maxMinutes: 4,
    commands: [['node', 'tools/ci/import-law.ts']],
  },
  { name: 'style', pace: 'together', maxMinutes: 1, commands: [['node', 'tools/ci/style.ts']] },
  { name: 'lock', pace: 'together', maxMinutes: 1, commands: [['node', 'tools/ci/lock.ts']] },
  {
    name: 'build',
    pace: 'together',
    maxMinutes: 6,
    commands: [['npm', 'run', '--silent', 'build']],
  },
  {
    name: 'size',
    pace: 'together',
    needs: 'build',
    maxMinutes: 4,
    commands: [['node', 'tools/ci/budget.ts']],
  },
  { name: 'api', pace: 'alone', maxMinutes: 60, ...vitest('api') },
  ...PARTS.map(journeys),
  {
    name: 'benches',
    pace: 'alone',
    needs: 'build',
    maxMinutes: 20,
    commands: [['node', 'bench/brief.ts', '--report', reportPath('benches')]],
    report: { path: reportPath('benches'), read: readCounts, durations: durationsOfBenches },
  },
  {
    name: 'drills',
    pace: 'alone',
    maxMinutes: 40,
    commands: [['node', 'drills/main.ts', '--slice', '--report', reportPath('drills')]],
    report: {
      path: reportPath('drills'),
      read: readCounts,
      failures: failuresOfDrills,
      durations: durationsOfDrills,
    },
  },
];
