import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Findings } from './drill.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BASE = 'localhost/bureau-drill-base';
const IMAGE = 'localhost/bureau-drill';
const OUTPUT_BYTES = 64 * 1024 * 1024;
const MEGABYTE = 1024 ** 2;
/** No image registry is needed, and no privilege that a container of CI lacks. */
const ENVIRONMENT = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' };

const run = async (program: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, args, {
    env: ENVIRONMENT,
    cwd: ROOT,
    maxBuffer: OUTPUT_BYTES,
  });
  return stdout.trim();
};

/** What an image declares of the processes that it runs. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

/** The image of ops/container/Containerfile, built here, with its files in a folder. */
export class BuiltImage {
  readonly config: ImageConfig;
  /** The root of its files. */
  readonly root: string;
  readonly #container: string;

  private constructor(config: ImageConfig, container: string, root: string) {
    this.config = config;
    this.#container = container;
    this.root = root;
  }

  static async build(findings: Findings): Promise<BuiltImage> {
    await timed(findings, 'base by debootstrap, s', makeBase);
    await timed(findings, 'image, s', buildImage);
    const { Docker, OCIv1 } = JSON.parse(await run('buildah', 'inspect', '--type', 'image', IMAGE)) as {
      readonly Docker: { readonly config: ImageConfig };
      readonly OCIv1: { readonly architecture: string };
    };
    findings.figure('architecture', OCIv1.architecture);
    const container = await run('buildah', 'from', '--pull-never', IMAGE);
    const root = await run('buildah', 'mount', container);
    const bytes = Number((await run('du', '--summarize', '--bytes', root)).split('\t')[0]);
    findings.figure('size, MB', bytes / MEGABYTE);
    return new BuiltImage(Docker.config, container, root);
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** Files below a folder of the image that match an expression of find. */
  async find(folder: string, ...expression: readonly string[]): Promise<readonly string[]> {
    const found = await run('find', join(this.root, folder), ...expression);
    return found === '' ? [] : found.split('\n');
  }

  async remove(): Promise<void> {
    await run('buildah', 'rm', this.#container);
    await run('buildah', 'rmi', IMAGE);
  }
}

async function timed(findings: Findings, name: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  if ((await work()) === 'kept') findings.figure(name, 'kept from an earlier run');
  else findings.figure(name, (performance.now() - startedAt) / 1_000);
}

/** A small Debian that stands for debian:bookworm-slim, which needs a registry. It is kept for the next run. */
async function makeBase(): Promise<'made' | 'kept'> {
  if ((await run('buildah', 'images', '--quiet', '--filter', `reference=${BASE}`)) !== '') return 'kept';
  const folder = await mkdtemp(join(tmpdir(), 'bureau-base-'));
  try {
    await run('debootstrap', '--variant=minbase', 'bookworm', folder);
    await run('chroot', folder, 'apt-get', 'clean');
    const container = await run('buildah', 'from', 'scratch');
    await run('buildah', 'copy', '--quiet', container, folder, '/');
    await run('buildah', 'commit', '--quiet', container, BASE);
    await run('buildah', 'rm', container);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 'made';
}

async function buildImage(): Promise<void> {
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  const trusted =
    authorities === undefined
      ? []
      : [
          ...['--build-arg', 'NODE_EXTRA_CA_CERTS=/run/authorities.crt'],
          ...['--volume', `${authorities}:/run/authorities.crt:ro`],
        ];
  await run(
    'buildah',
    'build',
    '--format',
    'docker',
    '--pull-never',
    '--build-arg',
    `BASE=${BASE}`,
    ...trusted,
    '--file',
    'ops/container/Containerfile',
    '--tag',
    IMAGE,
    '.',
  );
}

/** Programs that fetch, compile or install, which an intruder would look for. */
const UNWANTED = [
  'npm',
  'npx',
  'gcc',
  'cc',
  'make',
  'git',
  'curl',
  'wget',
  'python3',
  'node-gyp',
  'vite',
  'tsc',
];
const FOLDERS = ['usr/local/bin', 'usr/bin', 'usr/sbin', 'bin', 'sbin', 'opt/bureau/node_modules/.bin'];

/** The claims about what is in the image. */
export async function judgeFiles(findings: Findings, image: BuiltImage): Promise<void> {
  findings.equals('it runs as a user without a name', image.config.User, '10001:10001');
  findings.holds(
    'it has no tool to fetch, build or install with',
    UNWANTED.flatMap((name) => FOLDERS.map((folder) => `${folder}/${name}`)).filter((path) =>
      image.has(path),
    ),
  );
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const dev = Object.entries(lock.packages).filter(([path, { dev: isDev }]) => path !== '' && isDev === true);
  findings.figure('packages for development, all absent', dev.length);
  findings.holds(
    'it has no package for development',
    dev.map(([path]) => path).filter((path) => image.has(`opt/bureau/${path}`)),
  );
  findings.holds(
    'its user can change no file of the program',
    await image.find('opt/bureau', '!', '-type', 'l', '(', '!', '-user', 'root', '-o', '-perm', '/022', ')'),
  );
  findings.holds(
    'it has no tests and no settings',
    await image.find(
      'opt/bureau',
      '-not',
      '-path',
      '*/node_modules/*',
      '(',
      '-name',
      '*.test.ts',
      '-o',
      '-name',
      '*.env',
      '-o',
      '-name',
      '.npmrc',
      ')',
    ),
  );
}
