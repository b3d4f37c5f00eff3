import { withClient } from '#server/platform/db/client.ts';
import { noteBackup, type BackupNote } from '#server/platform/backups.sql.ts';
import type { Statement } from '#server/platform/db/statement.ts';

type BackupResult = Pick<BackupNote, 'label' | 'items' | 'bytes'>;

async function note(url: string, backup: BackupNote): Promise<void> {
  await withClient({ connectionString: url, application_name: 'bureau backup' }, async (client) => {
    const rows = async <Row>({ text }: Statement<Row>, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[];
    await noteBackup({ rows }, backup);
  });
}

/**
 * Makes a backup and notes in the database that it was made, or why not. A backup that cannot be noted counts as failed, because
 * nobody would see that it is there.
 */
export async function runAndNote<T extends BackupResult>(
  kind: BackupNote['kind'],
  url: string,
  make: () => Promise<T>,
): Promise<T> {
  const startedAt = new Date();
  const made = await make().catch(async (error: unknown) => {
    const label = error instanceof Error ? error.message : String(error);
    // If the database is away as well, the first error is the one to report.
    await note(url, { kind, outcome: 'failed', startedAt, label }).catch(() => {});
    throw error;
  });
  await note(url, { kind, outcome: 'made', startedAt, ...made });
  return made;
}
