import type { Database, Listener } from '../database.ts';
import { READINESS_TIMEOUT_MS } from '../limits.ts';
import { migrationNames, numberOf } from './declarations.ts';
import { statement } from './statement.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Migrations of this program that have not run, and unknown migrations that do not declare this program compatible. */
const compareMigrations = statement(
  'platform.migration.compare',
  { missing: 'text[]', unsuitable: 'text[]' },
  `select array(select unnest($1::text[]) except select name from migrations.migration order by 1) as missing,
     array(select m.name::text from migrations.migration m left join migrations.declaration d on d.name = m.name
       where m.name <> all ($1::text[]) and (d.oldest_program is null or d.oldest_program > $2)
       order by m.id) as unsuitable`,
);

/** The faults that keep this process from answering calls: the database, its schema, or the notification listener. */
export function readiness(
  database: Database,
  listener: Pick<Listener, 'isTrusted'>,
): () => Promise<string[]> {
  const known = migrationNames();

  async function check(): Promise<string[]> {
    const [faults, listenerFaults] = await Promise.all([databaseFaults(), waitForListener(listener)]);
    return [...faults, ...listenerFaults];
  }

  async function databaseFaults(): Promise<string[]> {
    try {
      const names = await known;
      const newest = Math.max(...names.map(numberOf));
      const { missing, unsuitable } = await database.read.one(compareMigrations, [names, newest]);
      return [
        ...(missing.length === 0 ? [] : [`the database lacks ${missing.join(', ')}`]),
        ...(unsuitable.length === 0 ? [] : [`this program is too old for ${unsuitable.join(', ')}`]),
      ];
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return [SILENT];
      return ['the database is not one that this program can read'];
    }
  }

  /** Concurrent callers share one check, so that a hanging database gets one query. */
  let underWay: Promise<string[]> | null = null;
  return () => {
    underWay ??= check().finally(() => (underWay = null));
    return Promise.race([underWay, tooLate()]);
  };
}

const SILENT = 'the database does not answer';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

const tooLate = async (): Promise<string[]> => {
  await pause(READINESS_TIMEOUT_MS);
  return [SILENT];
};

const LINE_GRACE_MS = 1_000;

/** Without the listener calls are still answered. Each of them then asks the database for its session. */
async function waitForListener(listener: Pick<Listener, 'isTrusted'>): Promise<string[]> {
  if (listener.isTrusted()) return [];
  await pause(LINE_GRACE_MS);
  return listener.isTrusted() ? [] : ['the notification listener is down'];
}
