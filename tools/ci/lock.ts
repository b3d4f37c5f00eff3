/** Checks that the lock file pins every package exactly, by content and not by its source. */
import { readFileSync } from 'node:fs';

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
}

interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<
    Record<string, Manifest & { version?: string; resolved?: string; integrity?: string }>
  >;
}

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

const declared = (manifest: Manifest): [name: string, version: string][] =>
  KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));

/** Every reason why package.json and its lock could install different packages on different machines. */
export function lockProblems(manifest: Manifest, lock: Lock): string[] {
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`the lock has version ${lock.lockfileVersion}, not 3`]),
    ...declared(manifest)
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${name} is asked for as "${version}"; pin one version`),
    ...declared(manifest)
      .filter(([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version)
      .map(([name, version]) => `${name} ${version} is not what the lock holds`),
    ...installed
      .filter(([, { resolved }]) => resolved !== undefined)
      .map(([path]) => `${path} names the place it was fetched from; leave that to the installation`),
    ...installed
      .filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)
      .map(([path]) => `${path} is not pinned by its sha512`),
  ];
}

function main(): void {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const lock = read('package-lock.json') as Lock;
  const problems = lockProblems(read('package.json') as Manifest, lock);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${Object.keys(lock.packages).length - 1} packages, ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}

if (import.meta.main) main();
