import type pg from 'pg';
import { isGivenUp, type RestoreNote } from '#server/platform/trail/notes.ts';
import { advice, fault, ok, type Finding } from '#tools/doctor/finding.ts';
import { COUNTS_ANNOTATION, countRows, keptTables, readCounts } from '#tools/backup/counts.ts';
import type { Backup } from '#tools/backup/pgbackrest.ts';

interface Expectation {
  /** The moment to which a copy of the database was restored. */
  readonly moment: Date | undefined;
  /** The tables that have left with their archive. */
  readonly departed: readonly string[];
  /** A backup of a time that a restore gave up has rows that the database need not have. */
  readonly restores: readonly RestoreNote[];
}

/** The newest backup that carries its row counts and of which the database must have all rows. */
const lastToCompare = (backups: readonly Backup[], { moment, restores }: Expectation): Backup | undefined =>
  backups.findLast(
    ({ timestamp, annotation }) =>
      annotation?.[COUNTS_ANNOTATION] !== undefined &&
      (moment === undefined || timestamp.stop * 1_000 <= moment.getTime()) &&
      !isGivenUp(restores, new Date(timestamp.stop * 1_000).toISOString()),
  );

/** Compares each table from which the server cannot delete with its rows at the last backup before the moment. */
export async function checkRows(
  admin: pg.Client,
  backups: readonly Backup[],
  expected: Expectation,
): Promise<readonly Finding[]> {
  const backup = lastToCompare(backups, expected);
  if (backup === undefined) return [advice('rows', ': no backup before this moment has row counts.')];
  const recorded = readCounts(backup.annotation?.[COUNTS_ANNOTATION] ?? '{}');
  const counted = await countRows(admin);
  const kept = new Set(await keptTables(admin));
  const compared = Object.entries(recorded).filter(
    ([table]) => !expected.departed.includes(table) && (kept.has(table) || counted[table] === undefined),
  );
  const short = compared.filter(([table, rows]) => (counted[table] ?? -1) < rows);
  if (short.length === 0)
    return [ok('rows', `: ${compared.length} tables have at least the rows of backup ${backup.label}.`)];
  return short.map(([table, rows]) =>
    counted[table] === undefined
      ? fault('rows', `: ${table} is missing; backup ${backup.label} has ${rows} rows of it.`)
      : fault('rows', `: ${table} has ${counted[table]} rows; backup ${backup.label} has ${rows}.`),
  );
}
