import { leadsTo, readWalArchive, restorableWal } from '#tools/backup/archive.ts';
import { listBackups, pgbackrest, type Backup } from '#tools/backup/pgbackrest.ts';
import { fault, ok, type Finding } from '#tools/doctor/finding.ts';

/**
 * Reads all backups and all WAL of the repository. pgBackRest ends with exit code 0 whatever it finds, so its text is
 * read. It does not notice a WAL file that is missing in the middle, so the WAL is followed from the oldest backup on that
 * leads to the present.
 */
export async function checkRepository(): Promise<readonly Finding[]> {
  const said = (await pgbackrest('--output=text', '--verbose', 'verify')).trim();
  const backups = await listBackups();
  return [
    /^status: ok$/m.test(said)
      ? ok('repository', ': every file has the bytes that were written.')
      : fault('repository', `: pgBackRest found a fault.\n${said}`),
    await checkWal(backups),
  ];
}

async function checkWal(backups: readonly Backup[]): Promise<Finding> {
  const newest = backups.at(-1);
  if (newest === undefined) return fault('backup', ': the repository has none.');
  const archive = await readWalArchive(newest);
  const oldest = backups.find(
    (backup) => backup.database.id === newest.database.id && leadsTo(backup, archive),
  );
  if (oldest === undefined)
    return fault('backup', `: none leads to the present, which is timeline ${archive.timeline}. Make one.`);
  const { last, gap } = restorableWal(oldest, archive);
  if (last === undefined)
    return fault('WAL', `: ${oldest.archive.start} of backup ${oldest.label} is missing.`);
  return gap === undefined
    ? ok('WAL', `is without a gap from backup ${oldest.label} to ${last.at.toISOString()}.`)
    : fault(
        'WAL',
        `: ${gap.missing} is missing, so nothing can be restored between ${last.at.toISOString()} and the next backup.`,
      );
}
