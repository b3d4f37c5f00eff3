import type pg from 'pg';
import { advice, fault, ok, type Finding } from '#tools/doctor/finding.ts';
import { COUNTS_ANNOTATION, countRows, keptTables, readCounts } from '#tools/backup/counts.ts';
import type { Backup } from '#tools/backup/pgbackrest.ts';

/** The newest backup that was complete at a moment and carries its row counts. */
const lastBefore = (backups: readonly Backup[], moment: Date | undefined): Backup | undefined =>
  backups.findLast(
    ({ timestamp, annotation }) =>
      annotation?.[COUNTS_ANNOTATION] !== undefined &&
      (moment === undefined || timestamp.stop * 1_000 <= moment.getTime()),
  );

/** Compares each table from which the server cannot delete with its rows at the last backup before the moment. */
export async function checkRows(
  admin: pg.Client,
  backups: readonly Backup[],
  moment: Date | undefined,
  departed: readonly string[],
): Promise<readonly Finding[]> {
  const backup = lastBefore(backups, moment);
  if (backup === undefined) return [advice('rows', ': no backup before this moment has row counts.')];
  const recorded = readCounts(backup.annotation?.[COUNTS_ANNOTATION] ?? '{}');
  const counted = await countRows(admin);
  const kept = new Set(await keptTables(admin));
  const compared = Object.entries(recorded).filter(
    ([table]) => !departed.includes(table) && (kept.has(table) || counted[table] === undefined),
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
