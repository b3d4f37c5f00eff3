import { type ReadReport, readDrills, readPlaywright, readVitest } from './counts.ts';

/** Where each step leaves its output and its report. */
export const KEPT = '.cache/ci';

/**
 * `together` steps share the cores, as many at a time as there are; `alone` steps follow one by one in the order
 * of the table, because they measure time, drive a browser or fill the database.
 */
type Pace = 'together' | 'alone';

/** One step of the guard: commands run in order until one fails. */
export interface Step {
  readonly name: string;
  readonly pace: Pace;
  readonly maxMinutes: number;
  readonly commands: readonly (readonly string[])[];
  /** The report that a test runner leaves; without one the step counts as a single check. */
  readonly report?: { readonly path: string; readonly read: ReadReport };
  readonly env?: Readonly<Record<string, string>>;
}

const reportPath = (name: string): string => `${KEPT}/${name}.json`;

const vitest = (project: string): Pick<Step, 'commands' | 'report'> => ({
  commands: [
    ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'].concat(
      `--outputFile.json=${reportPath(project)}`,
    ),
  ],
  report: { path: reportPath(project), read: readVitest },
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
  {
    name: 'journeys',
    pace: 'alone',
    maxMinutes: 20,
    commands: [['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']],
    report: { path: reportPath('journeys'), read: readPlaywright },
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath('journeys') },
  },
  {
    name: 'drills',
    pace: 'alone',
    maxMinutes: 20,
    commands: [['node', 'drills/main.ts', '--slice', '--report', reportPath('drills')]],
    report: { path: reportPath('drills'), read: readDrills },
  },
];
