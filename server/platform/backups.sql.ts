import type { Executor } from './database.ts';
import { statement } from './db/statement.ts';

/** Something that was kept elsewhere, or could not be. */
export interface BackupNote {
  readonly kind: 'database' | 'documents' | 'trail head';
  readonly outcome: 'made' | 'failed';
  readonly startedAt: Date;
  /** Its name where it is kept, or why it failed. */
  readonly label: string;
  readonly items?: number | undefined;
  readonly bytes?: number | undefined;
}

const MAX_LABEL_CHARS = 300;

const note = statement(
  'platform.backup.note',
  {},
  `insert into platform.backup as b (kind, outcome, started_at, label, items, bytes) values ($1, $2, $3, $4, $5, $6)
   on conflict (kind, outcome) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
     label = excluded.label, items = excluded.items, bytes = excluded.bytes
   where excluded.ended_at >= b.ended_at`,
);

/** Notes it where the figures are read. `on` may write the table: a transaction of the server, or the owner of the cluster. */
export const noteBackup = (on: Pick<Executor, 'rows'>, backup: BackupNote): Promise<unknown> =>
  on.rows(note, [
    backup.kind,
    backup.outcome,
    backup.startedAt,
    backup.label.slice(0, MAX_LABEL_CHARS),
    backup.items ?? null,
    backup.bytes ?? null,
  ]);

const age = (kind: BackupNote['kind']) =>
  `(select extract(epoch from now() - ended_at)::integer from platform.backup where kind = '${kind}' and outcome = 'made')`;

const readAges = statement(
  'platform.backup.ages',
  { database: 'int4?', documents: 'int4?', head: 'int4?', failing: 'int4' },
  `select ${age('database')} as database, ${age('documents')} as documents, ${age('trail head')} as head,
     (select count(*)::integer from platform.backup f where outcome = 'failed' and not exists
       (select from platform.backup m where m.kind = f.kind and m.outcome = 'made' and m.ended_at > f.ended_at)) as failing`,
);

/** How many seconds ago each was made, null if never, and how many kinds failed when they were tried last. */
export const readBackupAges = (on: Executor) => on.one(readAges);

/**
 * WAL is sent when a segment is complete, so all is well if only the segment that is being written is missing. The last name may
 * be that of another file (a history or the label of a backup), which says nothing of segments; a failure counts in any case.
 */
const readArchive = statement(
  'platform.backup.archive',
  { is_on: 'bool', late: 'int4' },
  `select current_setting('archive_mode') <> 'off' as is_on,
     case when last_archived_wal is null or last_failed_time > last_archived_time
       or last_archived_wal ~ '^[0-9A-F]{24}$' and div(pg_current_wal_lsn() - '0/0', segment) - 1 >
         ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * (4294967296 / segment)
           + ('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint
       then extract(epoch from now() - coalesce(last_archived_time, stats_reset))::integer else 0 end as late
   from pg_catalog.pg_stat_archiver, pg_size_bytes(current_setting('wal_segment_size')) as segment`,
);

/** Whether WAL is archived, and how many seconds ago the last of it was if complete WAL waits. Only the primary knows. */
export const readArchiveLag = (onPrimary: Executor) => onPrimary.one(readArchive);
