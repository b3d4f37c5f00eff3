import { statfs } from 'node:fs/promises';
import { MAIL_ERRORS } from '#domain/access/job.ts';
import { readArchiveLag, readBackupAges } from './backups.sql.ts';
import type { Config } from './config.ts';
import { systemActing, type Database } from './database.ts';
import { statement } from './db/statement.ts';
import type { Metrics, Sample } from './metrics.ts';

/** Counting stops here: what matters is that there are too many. */
const MOST_COUNTED = 1_000;

const read = statement(
  'platform.figures.read',
  { failed: 'int4', mails: 'int4', due: 'int4', unsealed: 'int4', months: 'int4' },
  `select (select count(*)::integer from (select from platform.job where state = 'failed' limit $1) as failed) as failed,
     (select count(*)::integer from
       (select from platform.job where state <> 'failed' and starts_with(last_error, $2) limit $1) as mails) as mails,
     coalesce(extract(epoch from now() - (select min(run_at) from platform.job where state = 'waiting' and run_at <= now())), 0)
       ::integer as due,
     coalesce(extract(epoch from now() - (select min(at) from platform.trail_unsealed)), 0)::integer as unsealed,
     (select months_ahead from platform.trail_parts) as months`,
);

/** Figures of the whole installation, which every web process reports alike. */
export function addInstallationFigures(metrics: Metrics, database: Database, config: Config): void {
  metrics.sampled(async () => {
    const { failed, mails, due, unsealed, months } = await database.read.one(read, [
      MOST_COUNTED,
      MAIL_ERRORS.temporary,
    ]);
    return [
      { name: 'jobs_failed', description: 'Jobs that have failed for good, at most 1,000', value: failed },
      {
        name: 'mails_waiting',
        description: 'Jobs whose mail the mail server has not taken yet, at most 1,000',
        value: mails,
      },
      { name: 'job_due_seconds', description: 'How long the oldest due job has been waiting', value: due },
      {
        name: 'seal_lag_seconds',
        description: 'Age of the oldest trail entry without a seal',
        value: unsealed,
      },
      {
        name: 'trail_months_ahead',
        description: 'Coming months for which the trail has a partition, at most 3',
        value: months,
      },
    ];
  });
  metrics.sampled(() => backupFigures(database, config.TRAIL_HEAD_STORE !== ''));
  metrics.sampled(() => archiveFigures(database));
  if (config.OBJECT_STORE === 'disk') metrics.sampled(() => diskFigures(config.OBJECT_STORE_DIR));
}

/** A backup that was never made is infinitely old, so that its absence is heard of. */
async function backupFigures(database: Database, keepsHeads: boolean): Promise<readonly Sample[]> {
  const { database: rows, documents, head, failing } = await readBackupAges(database.read);
  const samples = [
    {
      name: 'backup_age_seconds',
      description: 'Age of the last backup of the database',
      value: rows ?? Infinity,
    },
    {
      name: 'copy_age_seconds',
      description: 'Age of the last copy of the documents',
      value: documents ?? Infinity,
    },
    {
      name: 'backups_failing',
      description: 'Kinds of backup that failed when they were tried last',
      value: failing,
    },
  ];
  const headSample = {
    name: 'trail_head_age_seconds',
    description: 'Age of the last head of the trail that was noted outside of the database',
    value: head ?? Infinity,
  };
  return keepsHeads ? [...samples, headSample] : samples;
}

/** Asked on the writing role, because a standby, on which the reading role may be, archives nothing. */
async function archiveFigures(database: Database): Promise<readonly Sample[]> {
  const { is_on: isOn, late } = await database.write(systemActing('figures'), readArchiveLag);
  return [
    {
      name: 'wal_archive_lag_seconds',
      description: 'How long complete WAL has been waiting for the archive',
      value: isOn ? late : Infinity,
    },
  ];
}

async function diskFigures(folder: string): Promise<readonly Sample[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return [
    {
      name: 'store_free_bytes',
      description: 'Free bytes of the disk of the object store',
      value: bavail * bsize,
    },
    { name: 'store_size_bytes', description: 'Size of that disk', value: blocks * bsize },
  ];
}
