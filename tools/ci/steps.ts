import { failuresOfPlaywright, failuresOfVitest, type NameFailures } from './failures.ts';
import { type ReadReport, readDrills, readPlaywright, readVitest } from './counts.ts';

/** Where each step leaves its output and its report. */
export const KEPT = '.cache/ci';

/**
 * In the order of the table. `together` steps that stand next to each other share the cores, as many at a time as there are;
 * an `alone` step has the machine to itself, because it measures time or fills the database.
 */
type Pace = 'together' | 'alone';

/** One step of the guard: commands run in order until one fails. */
export interface Step {
  readonly name: string;
  readonly pace: Pace;
  readonly maxMinutes: number;
  readonly commands: readonly (readonly string[])[];
  /** The report that a test runner leaves; without one the step counts as a single check. */
  readonly report?: { readonly path: string; readonly read: ReadReport; readonly failures?: NameFailures };
  readonly env?: Readonly<Record<string, string>>;
}

const reportPath = (name: string): string => `${KEPT}/${name}.json`;

const vitest = (project: string): Pick<Step, 'commands' | 'report'> => ({
  commands: [
    ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'].concat(
      `--outputFile.json=${reportPath(project)}`,
    ),
  ],
  report: { path: reportPath(project), read: readVitest, failures: failuresOfVitest },
});

const SHARDS = 2;

/** A part of the journeys, through a demo business of its own, so that the parts do not meet. */
const journeys = (shard: number): Step => ({
  name: `journeys-${shard}`,
  pace: 'together',
  maxMinutes: 40,
  commands: [
    ['node', 'tools/ci/empty-database.ts'],
    [
      'playwright',
      'test',
      '--config',
      'e2e/playwright.config.ts',
      `--shard=${shard}/${SHARDS}`,
      '--reporter=list,json',
    ],
  ],
  report: { path: reportPath(`journeys-${shard}`), read: readPlaywright, failures: failuresOfPlaywright },
  env: {
    PORT: String(18_000 + 100 * shard),
    DATABASE_URL: `postgres://postgres@127.0.0.1:5432/bureau_journeys_${shard}`,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath(`journeys-${shard}`),
  },
});

/** Everything that guards main, in one table; the longest of the shared ones first. */
export const STEPS: readonly Step[] = [
  { name: 'lint', pace: 'together', maxMinutes: 5, commands: [['eslint', '.', '--max-warnings=0']] },
  { name: 'types', pace: 'together', maxMinutes: 5, commands: [['tsc', '-p', '.']] },
  { name: 'types-web', pace: 'together', maxMinutes: 5, commands: [['tsc', '-p', 'web']] },
  {
    name: 'format',
    pace: 'together',
    maxMinutes: 3,
    commands: [['prettier', '--check', '--log-level=warn', '.']],
  },
  { name: 'unused', pace: 'together', maxMinutes: 3, commands: [['knip']] },
  {
    name: 'imports',
    pace: 'together',
    maxMinutes: 3,
    commands: [['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', '.']],
  },
  {
    name: 'imports-planted',
    pace: 'together',
    maxMinutes: 2,
    commands: [['node', 'tools/ci/import-law.ts']],
  },
  { name: 'style', pace: 'together', maxMinutes: 1, commands: [['node', 'tools/ci/style.ts']] },
  { name: 'lock', pace: 'together', maxMinutes: 1, commands: [['node', 'tools/ci/lock.ts']] },
  {
    name: 'build',
    pace: 'together',
    maxMinutes: 3,
    commands: [['npm', 'run', '--silent', 'build']],
  },
  {
    name: 'size',
    pace: 'alone',
    maxMinutes: 2,
    commands: [['node', 'tools/ci/budget.ts']],
  },
  { name: 'unit', pace: 'alone', maxMinutes: 5, ...vitest('unit') },
  { name: 'api', pace: 'alone', maxMinutes: 15, ...vitest('api') },
  journeys(1),
  journeys(2),
  {
    name: 'drills',
    pace: 'alone',
    maxMinutes: 20,
    commands: [['node', 'drills/main.ts', '--slice', '--report', reportPath('drills')]],
    report: { path: reportPath('drills'), read: readDrills },
  },
];
