import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { declarationOf, migrationOf, numberOf, readMigrations, type Declaration } from './declarations.ts';

/** Migrations that declare nothing, or declare a program that is newer than they are. */
const faulty = (declarations: readonly Declaration[]): string[] =>
  declarations
    .filter(({ name, oldestProgram }) => oldestProgram === null || oldestProgram > numberOf(name))
    .map(({ name }) => name);

describe('the header of a migration', () => {
  it.each([
    ['-- oldest program: 0030\nalter table x add y int;', 30],
    ['-- What it is for.\n-- oldest program: 0027\n', 27],
    ['-- oldest program: none\ndrop table x;', 41],
    ['alter table x add y int;', null],
    ['-- the oldest program: 0030 is not a header', null],
    ['-- oldest program: thirty', null],
  ])('%j', (text, oldestProgram) => {
    expect(declarationOf('0041_masters_x', text)).toEqual({ name: '0041_masters_x', oldestProgram });
  });
});

it.each([
  ['-- oldest program: 0030\n-- transaction: each statement\nvacuum;', true],
  ['-- oldest program: 0030\nalter table x add y int;', false],
  ['-- oldest program: 0030\n-- transaction: each statement that follows\nselect 1;', false],
])('a migration says whether each statement is a transaction: %j', (text, isByStatement) => {
  expect(migrationOf('0041_masters_x', text)).toMatchObject({ text, isByStatement, oldestProgram: 30 });
});

describe('every migration', () => {
  it('declares the oldest program that can work with the database after it', async () => {
    expect(faulty(await readMigrations())).toEqual([]);
  });

  it('is reported when it does not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bureau-migrations-'));
    await writeFile(join(folder, '0040_first.sql'), '-- oldest program: none\nselect 1;');
    await writeFile(join(folder, '0041_silent.sql'), 'select 1;');
    await writeFile(join(folder, '0042_declared.sql'), '-- oldest program: 0041\nselect 1;');
    await writeFile(join(folder, '0043_ahead.sql'), '-- oldest program: 0044\nselect 1;');
    const found = await readMigrations(pathToFileURL(`${folder}/`));
    await rm(folder, { recursive: true });
    expect(faulty(found)).toEqual(['0041_silent', '0043_ahead']);
  });
});
