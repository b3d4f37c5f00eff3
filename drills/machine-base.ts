import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '#tools/testing/daemon.ts';

const CACHE = fileURLToPath(new URL('../.cache/machines', import.meta.url));
const MAKE_MS = 30 * 60_000;
const RELEASE = 'bookworm';
/** What a server has before anything is installed on it. */
const SYSTEM = [
  ...['systemd', 'systemd-sysv', 'dbus', 'iproute2', 'iputils-ping', 'procps', 'ca-certificates'],
  ...['cron', 'openssl', 'rsyslog', 'locales', 'tzdata', 'curl'],
];

/** The packages of a base, beyond those that every Debian server has. */
export interface BasePackages {
  readonly installed?: readonly string[];
  /** They wait in the cache of apt, so that a drill which installs them does not wait for the mirror. */
  readonly downloaded?: readonly string[];
}

/** The suites of this machine's own mirror, as lines of sources.list. */
async function aptSources(): Promise<readonly string[]> {
  const format = 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)';
  const all = await runProgram('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const lines = [...new Set(all.split('\n'))].filter((line) => line.includes(` ${RELEASE}`)).sort();
  if (!lines.some((line) => line.endsWith(` ${RELEASE} main`)))
    throw new Error(`apt of this machine names no mirror of ${RELEASE}`);
  return lines;
}

const inRoot = (root: string, ...command: readonly string[]) =>
  runProgram('chroot', [root, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command], MAKE_MS);

/** The files of a Debian 12 that boots, made by debootstrap once and kept in .cache for the next run. */
export async function machineBase({ installed = [], downloaded = [] }: BasePackages = {}): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([SYSTEM, installed, downloaded]))
    .digest('hex');
  const kept = join(CACHE, key.slice(0, 16));
  if (existsSync(kept)) return kept;
  await mkdir(CACHE, { recursive: true });
  const sources = await aptSources();
  const mirror = sources.find((line) => line.endsWith(` ${RELEASE} main`))?.split(' ')[1] ?? '';
  const folder = await mkdtemp(join(CACHE, 'new-'));
  try {
    // It becomes the root of a machine, which every user of it must be able to read.
    await chmod(folder, 0o755);
    const include = `--include=${SYSTEM.join(',')}`;
    await runProgram('debootstrap', ['--variant=minbase', include, RELEASE, folder, mirror], MAKE_MS);
    await writeFile(join(folder, 'etc/apt/sources.list'), `${sources.join('\n')}\n`);
    await addPackages(folder, installed, downloaded);
    await rename(folder, kept);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return kept;
}

async function addPackages(
  folder: string,
  installed: readonly string[],
  downloaded: readonly string[],
): Promise<void> {
  const policy = join(folder, 'usr/sbin/policy-rc.d');
  // Nothing of what is installed starts in the folder: it would run on this machine.
  await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  await inRoot(folder, 'apt-get', 'update');
  await inRoot(folder, 'apt-get', '--yes', 'upgrade');
  if (installed.length > 0) await inRoot(folder, 'apt-get', '--yes', 'install', ...installed);
  await inRoot(folder, 'apt-get', 'clean');
  if (downloaded.length > 0)
    await inRoot(folder, 'apt-get', '--yes', '--download-only', 'install', ...downloaded);
  await rm(policy);
}
