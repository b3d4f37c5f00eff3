/** `npm run notices -- FILE` writes the notices of all packages that the product contains: on the server, and built into its pages. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closureOf, noticesOf, type Packages, problemsOf, renderNotices } from './notices.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;

/** Packages that the pages and their styles import. */
function importedByWeb(): readonly string[] {
  const files = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => /\.(?:tsx?|css)$/.test(file) && !/^testing\/|\.test\.tsx?$/.test(file));
  const names = code.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, 'web', file), 'utf8').matchAll(
        /(?:from |import |import\()'(@[\w-]+\/[\w.-]+|[a-z][\w.-]*)/g,
      ),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)];
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Use: npm run notices -- FILE');
const { packages } = readJson<{ readonly packages: Packages }>('package-lock.json');
const { dependencies, optionalDependencies } = readJson<{
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}>('package.json');
// Flags are copied into the pages by the build, without an import.
const named = [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...importedByWeb(),
  'flag-icons',
];
const notices = noticesOf(ROOT, packages, closureOf(packages, named));
const problems = problemsOf(notices);
if (problems.length > 0) throw new Error(problems.join('\n'));
writeFileSync(file, renderNotices(notices));
process.stdout.write(`${notices.length} packages in ${file}\n`);
