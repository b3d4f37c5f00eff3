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
    Record<string, Manifest & { name?: string; version?: string; resolved?: string; integrity?: string }>
  >;
}

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
/** A package that is installed under another name, as `npm:typescript@7.0.2`. */
const ALIAS = /^npm:((?:@[\w.-]+\/)?[\w.-]+)@(.+)$/;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

const declared = (manifest: Manifest): [name: string, version: string][] =>
  KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));

/** The package that package.json asks for under a name. */
function wantedPart(name: string, written: string): { name: string; version: string } {
  const [, original = name, version = written] = ALIAS.exec(written) ?? [];
  return { name: original, version };
}

function isHeld(lock: Lock, name: string, written: string): boolean {
  const wanted = wantedPart(name, written);
  const held = lock.packages[`node_modules/${name}`];
  return held?.version === wanted.version && (held.name ?? name) === wanted.name;
}

/** Every reason why package.json and its lock could install different packages on different machines. */
export function lockProblems(manifest: Manifest, lock: Lock): string[] {
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`the lock has version ${lock.lockfileVersion}, not 3`]),
    ...declared(manifest)
      .filter(([name, version]) => !EXACT.test(wantedPart(name, version).version))
      .map(([name, version]) => `${name} is asked for as "${version}"; pin one version`),
    ...declared(manifest)
      .filter(([name, version]) => !isHeld(lock, name, version))
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
