/**
 * `npm run backup` makes a backup of the database and copies the documents; `npm run backup -- database` and
 * `npm run backup -- objects` do one of them. The database needs `DATABASE_URL`, a login that sees every row, and the
 * configuration of pgBackRest. The documents need the settings of the server and `BACKUP_OBJECT_STORE_DIR`. A full
 * backup is made once a week, or with `--full`.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { COUNTS_ANNOTATION, countRows } from './counts.ts';
import { becomeStoreOwner, copyMissing, openBoth } from './objects.ts';
import { listBackups, pgbackrest } from './pgbackrest.ts';

const WEEK_SECONDS = 7 * 86_400;
/** A backup of the same hour a week later is already due. */
const SLACK_SECONDS = 3_600;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function backUpDatabase(url: string, isFull: boolean): Promise<void> {
  if (url === '') throw new Error('DATABASE_URL is missing.');
  const client = new pg.Client({ connectionString: url, application_name: 'bureau backup' });
  await client.connect();
  const counts = await countRows(client).finally(() => void client.end());
  await pgbackrest('stanza-create');
  const lastFull = (await listBackups()).findLast(({ type }) => type === 'full');
  const isDue = (lastFull?.timestamp.start ?? 0) < Date.now() / 1_000 - WEEK_SECONDS + SLACK_SECONDS;
  await pgbackrest(
    `--type=${isFull || isDue ? 'full' : 'incr'}`,
    `--annotation=${COUNTS_ANNOTATION}=${JSON.stringify(counts)}`,
    'backup',
  );
  const made = (await listBackups()).at(-1);
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  say(
    `database: backup ${made?.label ?? '(unknown)'} with ${rows} rows in ${Object.keys(counts).length} tables`,
  );
}

async function copyObjects(): Promise<void> {
  await becomeStoreOwner(readConfig(process.env));
  const { store, copy } = await openBoth(process.env);
  const { copied, present } = await copyMissing(store, copy);
  say(`documents: ${copied} copied, ${present} were there`);
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
  if (what !== 'objects') await backUpDatabase(process.env['DATABASE_URL'] ?? '', values.full);
  if (what !== 'database') await copyObjects();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
