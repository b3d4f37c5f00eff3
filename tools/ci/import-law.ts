/**
 * Proves that the import rules detect violations: builds a small product that follows them, breaks every rule once, and
 * runs dependency-cruiser with the project's own rules. It must report exactly the planted violations.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LAWFUL_FILES, PLANTED_CYCLE, PLANTED_VIOLATIONS } from './planted-imports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOTS = ['domain', 'contract', 'server', 'web', 'tools'];
const PACKAGES = [
  'decimal.js',
  'zod',
  'pg',
  'fastify',
  'react',
  'vitest',
  'fast-check',
  'undeclared-package',
];

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

async function put(folder: string, path: string, text: string): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** Every import is type-only, the weakest kind: if that is detected, a normal import is too. */
const importing = (specifiers: readonly string[]): string =>
  [
    ...specifiers.map((name, at) => `import type * as part${at} from '${name}';`),
    'export const here = true;',
    '',
  ].join('\n');

async function plantTree(folder: string): Promise<void> {
  for (const name of [
    '.dependency-cruiser.cjs',
    'modules.cjs',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ])
    await cp(join(ROOT, name), join(folder, name));
  for (const name of PACKAGES) {
    await put(
      folder,
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    );
    await put(folder, `node_modules/${name}/index.js`, '');
  }
  await put(folder, 'server/modules/requets/index.ts', importing([]));
  for (const [path, specifiers] of Object.entries(LAWFUL_FILES))
    await put(folder, path, importing(specifiers));
  for (const { file, imports, rule } of PLANTED_VIOLATIONS) {
    const text = importing([imports]);
    // A package used only for its types is not needed at run time, so this rule needs a normal import.
    const plain = rule === 'product-needs-only-dependencies';
    await put(folder, file, plain ? text.replace('import type', 'import') : text);
  }
  for (const [path, text] of Object.entries(PLANTED_CYCLE.files)) await put(folder, path, text);
}

async function cruise(folder: string): Promise<Cruise> {
  const program = join(ROOT, 'node_modules/.bin/depcruise');
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...ROOTS];
  const { stdout } = await promisify(execFile)(program, options, { cwd: folder, maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout) as Cruise;
}

async function rulesOf(config: string): Promise<string[]> {
  const { default: law } = (await import(config)) as { default: { forbidden: readonly { name: string }[] } };
  return law.forbidden.map(({ name }) => name);
}

/** Violations that were expected but not reported, reported but not expected, and rules that no file here breaks. */
async function problems(folder: string): Promise<string[]> {
  const { summary } = await cruise(folder);
  const reported = new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`));
  const expected = new Set(PLANTED_VIOLATIONS.map(({ rule, file }) => `${rule}: ${file}`));
  const cycle = Object.keys(PLANTED_CYCLE.files).map((file) => `${PLANTED_CYCLE.rule}: ${file}`);
  const cycleCaught = cycle.some((line) => reported.delete(line));
  for (const line of cycle) reported.delete(line);

  const proved = new Set([...PLANTED_VIOLATIONS.map(({ rule }) => rule), PLANTED_CYCLE.rule]);
  const family = (rule: string): string => rule.replace(/-for-.*/, '');
  const provedFamilies = new Set([...proved].map(family));
  const unproved = (await rulesOf(join(folder, '.dependency-cruiser.cjs'))).filter(
    (rule) => !provedFamilies.has(family(rule)),
  );
  return [
    ...(cycleCaught ? [] : ['not caught: the planted cycle']),
    ...[...expected].filter((line) => !reported.has(line)).map((line) => `not caught: ${line}`),
    ...[...reported]
      .filter((line) => !expected.has(line))
      .map((line) => `caught though lawful, or by a second rule: ${line}`),
    ...unproved.map((rule) => `no violation is planted for the rule ${rule}`),
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'bureau-import-law-'));
try {
  await plantTree(folder);
  const found = await problems(folder);
  for (const line of found) process.stderr.write(`${line}\n`);
  process.stdout.write(
    `${PLANTED_VIOLATIONS.length + 1} violations planted among ${Object.keys(LAWFUL_FILES).length} lawful files: ` +
      `${found.length === 0 ? 'every one caught by its own rule, nothing else reported' : `${found.length} problems`}\n`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
