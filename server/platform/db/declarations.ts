import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** The folder with the migrations of this program. */
export const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** The programs that can work with the database after a migration, as the migration declares them. */
export interface Declaration {
  readonly name: string;
  /**
   * The number of the newest migration that the oldest such program knows; the migration's own number if no older
   * program can work with it. Null if the file does not declare it: then no older program is considered compatible.
   */
  readonly oldestProgram: number | null;
}

/** A migration of this program, as its file has it. */
export interface Migration extends Declaration {
  readonly text: string;
  /** Whether each statement is a transaction of its own, instead of the whole migration. */
  readonly isByStatement: boolean;
}

/**
 * A separate line in the file, such as `-- oldest program: 0030`, or `-- oldest program: none` if no older program can.
 */
const HEADER = /^-- oldest program: (\d{4}|none)$/m;

const BY_STATEMENT = /^-- transaction: each statement$/m;

export const numberOf = (name: string): number => Number(name.slice(0, 4));

export function declarationOf(name: string, text: string): Declaration {
  const said = HEADER.exec(text)?.[1];
  const oldestProgram = said === undefined ? null : said === 'none' ? numberOf(name) : Number(said);
  return { name, oldestProgram };
}

/** The names of all migrations of this program, in order. */
export async function migrationNames(folder = MIGRATIONS): Promise<readonly string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();
}

export const migrationOf = (name: string, text: string): Migration => ({
  ...declarationOf(name, text),
  text,
  isByStatement: BY_STATEMENT.test(text),
});

export const readMigrations = async (folder = MIGRATIONS): Promise<readonly Migration[]> =>
  Promise.all(
    (await migrationNames(folder)).map(async (name) =>
      migrationOf(name, await readFile(new URL(`${name}.sql`, folder), 'utf8')),
    ),
  );

/**
 * Stores the declarations of the migrations. This happens before they run: a program that sees a new migration must
 * find its declaration, or it would briefly report that it is not ready.
 */
export async function storeDeclarations(
  client: pg.Client,
  declarations: readonly Declaration[],
): Promise<void> {
  const declared = declarations.filter(({ oldestProgram }) => oldestProgram !== null);
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('bureau declarations', 0))`);
  await client.query(
    `create schema if not exists migrations;
     create table if not exists migrations.declaration (name text primary key, oldest_program integer not null)`,
  );
  await client.query(
    `insert into migrations.declaration (name, oldest_program)
     select * from unnest($1::text[], $2::integer[])
     on conflict (name) do update set oldest_program = excluded.oldest_program`,
    [declared.map(({ name }) => name), declared.map(({ oldestProgram }) => oldestProgram)],
  );
  await client.query('commit');
}
