import { readdir } from 'node:fs/promises';
import type { Database } from '../database.ts';
import type { Line } from '../database.ts';
import { statement } from './statement.ts';

const lastMigration = statement(
  'platform.migration.last',
  { name: 'text' },
  'select name::text as name from migrations.migration order by id desc limit 1',
);

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** What keeps this process from answering calls: the database, its shape, or the notification line. */
export function readiness(database: Database, line: Pick<Line, 'isTrusted'>): () => Promise<string[]> {
  const newest = readdir(MIGRATIONS).then((files) => files.sort().at(-1)?.replace('.sql', ''));
  return async () => {
    try {
      const { name } = await database.read.one(lastMigration);
      const faults = name === (await newest) ? [] : ['the database has other migrations than this program'];
      // Without the line calls are still answered, each asking the database for its session.
      return line.isTrusted() ? faults : [...faults, ...(await waitForLine(line))];
    } catch {
      return ['the database does not answer'];
    }
  };
}

const LINE_GRACE_MS = 1_000;

async function waitForLine(line: Pick<Line, 'isTrusted'>): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, LINE_GRACE_MS));
  return line.isTrusted() ? [] : ['the notification line is down'];
}
