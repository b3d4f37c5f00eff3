import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MIGRATIONS, numberOf, type Migration } from './declarations.ts';

/** A migration that an installation may have run, with the hash of its file. */
export interface ReleasedMigration {
  readonly name: string;
  readonly sha256: string;
}

/** A version that was given away: its commit, and the migrations that came with it for the first time. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  readonly migrations: readonly ReleasedMigration[];
}

/** All releases, the oldest first. `npm run db -- release` adds one; nothing else changes this file. */
export const RELEASED = new URL('released.json', MIGRATIONS);

export const readReleases = async (file = RELEASED): Promise<readonly Release[]> =>
  JSON.parse(await readFile(file, 'utf8')) as Release[];

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The migrations that no release has yet. */
export function unreleased(
  releases: readonly Release[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const released = new Set(releases.flatMap((release) => release.migrations.map(({ name }) => name)));
  return migrations.filter(({ name }) => !released.has(name));
}

/**
 * Released migrations that were changed, removed or renumbered, new ones that would run before a released one, and new
 * ones that suit only programs that nobody has. A database that has run a migration never runs it again, so an edit would
 * make new databases different from old ones.
 */
export function releaseFaults(
  releases: readonly Release[],
  migrations: readonly Migration[],
): readonly string[] {
  const files = new Map(migrations.map(({ name, text }) => [name, text]));
  const released = releases.flatMap((release) => release.migrations.map((one) => ({ ...one, ...release })));
  const newest = Math.max(0, ...released.map(({ name }) => numberOf(name)));
  const numbers = migrations.map(({ name }) => numberOf(name));
  const added = released.length === 0 ? [] : unreleased(releases, migrations);
  return [
    ...released.flatMap(({ name, sha256, version }) => {
      const text = files.get(name);
      if (text === undefined) return [`${name} of release ${version} is gone`];
      return hashOf(text) === sha256 ? [] : [`${name} has changed since release ${version}`];
    }),
    ...added
      .filter(({ name }) => numberOf(name) <= newest)
      .map(({ name }) => `${name} must have a number above ${newest}, that of the newest released migration`),
    ...added
      .filter(
        ({ name, oldestProgram: oldest }) => oldest !== null && newest < oldest && oldest < numberOf(name),
      )
      .map(
        ({ name }) => `${name} must suit a released program, whose newest migration is ${newest}, or none`,
      ),
    ...migrations
      .filter((_, index) => numbers.indexOf(numbers[index] ?? 0) !== index)
      .map(({ name }) => `${name} has the number of another migration`),
  ];
}
