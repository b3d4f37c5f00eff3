import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import { readConfig, type Config } from '#server/platform/config.ts';
import { openHeadStore, openStore, storePlace } from '#server/platform/files/open.ts';
import { readNotes, readVerifyingKey, restoresIn } from '#server/platform/trail/notes.ts';
import type { Backup } from '#tools/backup/pgbackrest.ts';
import { advice, fault, ok, reasonOf, type Finding } from '#tools/doctor/finding.ts';
import { brokenInvariants } from './ledger.ts';
import { trailEndOf } from './losses.ts';
import { checkPapers } from './papers.ts';
import { checkRows } from './rows.ts';
import { checkChain, checkHeads } from './trail.ts';

export interface Subject {
  /** A login that sees every row. */
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The moment to which a copy of the database was restored, or its last entry. What was noted later is not expected in it. */
  readonly restoredTo: Date | 'latest' | undefined;
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

/** The signed notes about the trail; null if they are not kept. */
async function openNotes(config: Config): Promise<Awaited<ReturnType<typeof readNotes>> | null> {
  const store = await openHeadStore(config);
  return store === null ? null : readNotes(store, await readVerifyingKey(config.TRAIL_HEAD_KEY));
}

/** Everything that can be proved of a database and its documents after a restore, or on any day. */
export async function verify({
  url,
  environment,
  restoredTo,
  backups,
}: Subject): Promise<readonly Finding[]> {
  const config = readConfig(environment);
  const client = await openClient({ connectionString: url, application_name: 'bureau verify' });
  try {
    const { findings, departed } = await checkChain(url);
    await client.query(SNAPSHOT);
    const notes = await openNotes(config);
    const moment = restoredTo === 'latest' ? new Date((await trailEndOf(client)).at) : restoredTo;
    const known = await backups().catch((error: unknown) => reasonOf(error));
    return [
      ...findings,
      ...(await checkHeads(client, notes, moment)),
      ...(await checkLedger(client)),
      ...(await checkPapers(client, await openStore(config), storePlace(config))),
      ...(typeof known === 'string'
        ? [advice('rows', `could not be compared with a backup: ${known}`)]
        : await checkRows(client, known, { moment, departed, restores: restoresIn(notes?.notes ?? []) })),
    ];
  } finally {
    await client.end();
  }
}
