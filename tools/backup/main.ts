/**
 * `npm run backup` makes a backup of the database and copies the documents; `npm run backup -- database` and
 * `npm run backup -- objects` do one of them. The database needs `DATABASE_URL`, a login that sees every row, and the
 * configuration of pgBackRest. The documents need the settings of the server and `BACKUP_OBJECT_STORE_DIR`. A full
 * backup is made once a week, or with `--full`. Both note in the database that they were made, or why not. `--env-file`
 * names another file than /etc/bureau/bureau.env.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/db/client.ts';
import { storePlace } from '#server/platform/files/open.ts';
import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';
import { COUNTS_ANNOTATION, countRows } from './counts.ts';
import { runAndNote } from './note.ts';
import { becomeStoreOwner, copyMissing, copySettings, openBoth } from './objects.ts';
import { listBackups, pgbackrest } from './pgbackrest.ts';

const WEEK_SECONDS = 7 * 86_400;
/** A backup of the same hour a week later is already due. */
const SLACK_SECONDS = 3_600;

const say = (line: string) => process.stdout.write(`${line}\n`);

const connect = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString: url, application_name: 'bureau backup' }, work);

/** The timer runs on every machine of a cluster, because any of them can become the primary. */
async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return rows[0]?.standby === true;
}

async function backUpDatabase(
  url: string,
  isFull: boolean,
): Promise<{
  readonly label: string;
  readonly items: number;
  readonly bytes: number;
  readonly tables: number;
}> {
  const counts = await connect(url, countRows);
  await pgbackrest('stanza-create');
  const lastFull = (await listBackups()).findLast(({ type }) => type === 'full');
  const isDue = (lastFull?.timestamp.start ?? 0) < Date.now() / 1_000 - WEEK_SECONDS + SLACK_SECONDS;
  await pgbackrest(
    `--type=${isFull || isDue ? 'full' : 'incr'}`,
    `--annotation=${COUNTS_ANNOTATION}=${JSON.stringify(counts)}`,
    'backup',
  );
  const made = (await listBackups()).at(-1);
  if (made === undefined) throw new Error('pgBackRest made a backup and lists none.');
  return {
    label: made.label,
    items: Object.values(counts).reduce((sum, count) => sum + count, 0),
    bytes: made.info.size,
    tables: Object.keys(counts).length,
  };
}

async function runDatabase(isFull: boolean): Promise<void> {
  const url = process.env['DATABASE_URL'] ?? '';
  if (url === '') throw new Error('DATABASE_URL is missing.');
  if (await connect(url, isStandby)) {
    say('database: this machine is a standby, so nothing was done; the primary makes the backup');
    return;
  }
  const { label, items, tables } = await runAndNote('database', url, () => backUpDatabase(url, isFull));
  say(`database: backup ${label} with ${items} rows in ${tables} tables`);
}

async function copyObjects(): Promise<void> {
  const config = readConfig(process.env);
  const { label } = await runAndNote('documents', config.DATABASE_WRITE_URL, async () => {
    await becomeStoreOwner(config);
    const { store, copy } = await openBoth(process.env);
    const { copied, present } = await copyMissing(store, copy);
    const places = `from ${storePlace(config)} to ${storePlace(copySettings(process.env))}`;
    return { label: `${copied} copied ${places}, ${present} were there`, items: copied + present };
  });
  say(`documents: ${label}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { full: { type: 'boolean', default: false } },
  });
  const [what] = positionals;
  if (positionals.length > 1 || (what !== undefined && what !== 'database' && what !== 'objects'))
    throw new Error('usage: npm run backup [-- database | objects] [--full]');
  // The documents come last: a row is committed after its document is stored, so the copy has what the backup names.
  if (what !== 'objects') await runDatabase(values.full);
  if (what !== 'database') await copyObjects();
}

loadSettings(SETTINGS_FILES.settings);
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
