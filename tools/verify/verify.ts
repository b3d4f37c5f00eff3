import pg from 'pg';
import { readConfig } from '#server/platform/config.ts';
import { openHeadStore, openStore } from '#server/platform/files/open.ts';
import { readVerifyingKey } from '#server/platform/trail/notes.ts';
import type { Backup } from '#tools/backup/pgbackrest.ts';
import { advice, fault, ok, reasonOf, type Finding } from '#tools/doctor/finding.ts';
import { brokenInvariants } from './ledger.ts';
import { checkPapers } from './papers.ts';
import { checkRows } from './rows.ts';
import { checkChain, checkHeads } from './trail.ts';

export interface Subject {
  /** A login that sees every row. */
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The moment to which the database was restored. What was noted later is not expected in it. */
  readonly restoredTo: Date | undefined;
  readonly backups: () => Promise<readonly Backup[]>;
}

/** One snapshot for all checks, so that the work of others meanwhile is no fault. */
const SNAPSHOT = 'begin isolation level repeatable read, read only';

async function checkLedger(admin: pg.Client): Promise<readonly Finding[]> {
  const broken = await brokenInvariants(admin);
  return broken.length === 0
    ? [ok('ledger', ': every balance is the sum of its transfers, and no notes came from nowhere.')]
    : broken.map((text) => fault('ledger', `: ${text}`));
}

/** Everything that can be proved of a database and its documents after a restore, or on any day. */
export async function verify({
  url,
  environment,
  restoredTo,
  backups,
}: Subject): Promise<readonly Finding[]> {
  const config = readConfig(environment);
  const client = new pg.Client({ connectionString: url, application_name: 'bureau verify' });
  await client.connect();
  try {
    const { findings, departed } = await checkChain(url);
    await client.query(SNAPSHOT);
    const key = config.TRAIL_HEAD_KEY === '' ? null : await readVerifyingKey(config.TRAIL_HEAD_KEY);
    const known = await backups().catch((error: unknown) => reasonOf(error));
    return [
      ...findings,
      ...(await checkHeads(client, await openHeadStore(config), key, restoredTo)),
      ...(await checkLedger(client)),
      ...(await checkPapers(client, await openStore(config))),
      ...(typeof known === 'string'
        ? [advice('rows', `could not be compared with a backup: ${known}`)]
        : await checkRows(client, known, restoredTo, departed)),
    ];
  } finally {
    await client.end();
  }
}
