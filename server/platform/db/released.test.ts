import { describe, expect, it } from 'vitest';
import { withRelease } from '#tools/db/release.ts';
import { migrationFaults } from '#tools/testing/migration-rules.ts';
import { migrationOf, readMigrations } from './declarations.ts';
import { hashOf, readReleases, releaseFaults, unreleased, type Release } from './released.ts';

describe('the migrations of this program', () => {
  it('are those that were released, and newer ones', async () => {
    expect(releaseFaults(await readReleases(), await readMigrations())).toEqual([]);
  });

  /** Before the first release there is no installation that could be disturbed. */
  it('disturb nobody at work, if they are newer than the first release', async () => {
    const releases = await readReleases();
    const newer = releases.length === 0 ? [] : unreleased(releases, await readMigrations());
    expect(await migrationFaults(newer)).toEqual([]);
  });
});

const FIRST = '-- oldest program: none\ncreate table a.b (c int);';
const SECOND = '-- oldest program: 0001\nalter table a.b add column d int;';
const releases: readonly Release[] = [
  { version: '0.9.0', commit: 'c1', migrations: [{ name: '0001_first', sha256: hashOf(FIRST) }] },
  { version: '0.9.1', commit: 'c2', migrations: [{ name: '0005_second', sha256: hashOf(SECOND) }] },
];
const first = migrationOf('0001_first', FIRST);
const second = migrationOf('0005_second', SECOND);

describe('a list of releases', () => {
  it.each([
    ['nothing changed', [first, second], []],
    ['a new one with a greater number', [first, second, migrationOf('0006_third', SECOND)], []],
    [
      'a changed one',
      [first, migrationOf('0005_second', `${SECOND}\n`)],
      ['0005_second has changed since release 0.9.1'],
    ],
    ['a removed one', [second], ['0001_first of release 0.9.0 is gone']],
    [
      'a renumbered one',
      [first, migrationOf('0006_second', SECOND)],
      ['0005_second of release 0.9.1 is gone'],
    ],
    [
      'a new one that would run before a released one',
      [first, migrationOf('0004_third', SECOND), second],
      ['0004_third must have a number above 5, that of the newest released migration'],
    ],
    ['a new one that no older program suits', [first, second, migrationOf('0006_third', FIRST)], []],
    [
      'a new one that suits no released program',
      [first, second, migrationOf('0006_a', SECOND), migrationOf('0007_b', SECOND.replace('0001', '0006'))],
      ['0007_b must suit a released program, whose newest migration is 5, or none'],
    ],
    [
      'two with the same number',
      [first, second, migrationOf('0006_a', FIRST), migrationOf('0006_b', FIRST)],
      ['0006_b has the number of another migration'],
    ],
  ])('judges %s', (_, migrations, faults) => {
    expect(releaseFaults(releases, migrations)).toEqual(faults);
  });

  it('gets a release with the migrations that are new in it', () => {
    const third = migrationOf('0006_third', SECOND);
    const noted = withRelease(releases, [first, second, third], { version: '1.0.0', commit: 'c3' });
    expect(noted.slice(0, 2)).toEqual(releases);
    expect(noted[2]).toEqual({
      version: '1.0.0',
      commit: 'c3',
      migrations: [{ name: '0006_third', sha256: hashOf(SECOND) }],
    });
  });

  it.each([
    ['0.9.1', [first, second], '0.9.1 is released already'],
    ['next', [first, second], 'next is not a version'],
    ['1.0.0', [second], '0001_first of release 0.9.0 is gone'],
  ])('refuses %s', (version, migrations, why) => {
    expect(() => withRelease(releases, migrations, { version, commit: 'c3' })).toThrow(why);
  });
});
