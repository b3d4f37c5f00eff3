import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readMigrations, type Migration } from '#server/platform/db/declarations.ts';
import {
  hashOf,
  readReleases,
  RELEASED,
  releaseFaults,
  unreleased,
  type Release,
} from '#server/platform/db/released.ts';

const ROOT = new URL('../../', import.meta.url);
const VERSION = /^\d+\.\d+\.\d+$/;

const git = async (args: readonly string[], folder = fileURLToPath(ROOT)): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: folder })).stdout.trim();

/** The list of releases with one more, or an error that says why there can be none. */
export function withRelease(
  releases: readonly Release[],
  migrations: readonly Migration[],
  { version, commit }: Pick<Release, 'version' | 'commit'>,
): readonly Release[] {
  if (!VERSION.test(version)) throw new Error(`${version} is not a version such as 0.9.0`);
  if (releases.some((release) => release.version === version))
    throw new Error(`${version} is released already`);
  const faults = releaseFaults(releases, migrations);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const added = unreleased(releases, migrations).map(({ name, text }) => ({ name, sha256: hashOf(text) }));
  return [...releases, { version, commit, migrations: added }];
}

/**
 * Notes that the commit which is checked out is a release, with its migrations. The list itself belongs to the next commit,
 * because a commit cannot name itself.
 */
export async function release(version: string): Promise<string> {
  if ((await git(['status', '--porcelain'])) !== '')
    throw new Error('Commit everything first: a release is a commit.');
  const { version: own } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as {
    version: string;
  };
  if (own !== version) throw new Error(`package.json says ${own}`);
  const commit = await git(['rev-parse', 'HEAD']);
  const releases = withRelease(await readReleases(), await readMigrations(), { version, commit });
  await writeFile(RELEASED, `${JSON.stringify(releases, null, 2)}\n`);
  return `${version} is ${commit}, with ${releases.at(-1)?.migrations.length} new migrations. Commit ${fileURLToPath(RELEASED)}.`;
}

/**
 * The commit of a release, if the history has it. Its name changes when the history is written anew, such as by a change of
 * the author. Then it is the one before the commit that put the release on the list.
 */
export async function commitOf(
  { version, commit }: Release,
  folder = fileURLToPath(ROOT),
): Promise<string | null> {
  const isThere = await git(['cat-file', '-e', `${commit}^{commit}`], folder).then(
    () => true,
    () => false,
  );
  if (isThere) return commit;
  const path = 'server/migrations/released.json';
  const listed = await git(
    ['log', '--reverse', '--format=%H', `-S"version": "${version}"`, '--', path],
    folder,
  );
  const [first = ''] = listed.split('\n', 1);
  return first === '' ? null : git(['rev-parse', '--verify', `${first}^`], folder).catch(() => null);
}
