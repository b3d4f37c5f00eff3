import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import { sqlState } from '../db/pool.ts';
import {
  ADD_CHECKPOINT,
  ATTACHED_PART,
  closePart,
  countRows,
  detachPart,
  FIND_BY_KEY,
  PAUSE_SEALING,
  rowsOfSeals,
  STRETCH_OF_PART,
  type SealRow,
} from './chain.sql.ts';
import { ARCHIVE_FORMAT, verifyArchive, type ArchiveHeader, type ArchivedSeal } from './archive-file.ts';
import { sealsBetween, SNAPSHOT, verifyTrail } from './verify.ts';

/** Rows held in memory at a time; one seal has at most as many. */
const ROWS_AT_ONCE = 5_000;
/** Nobody who saves waits behind the wait for the sealer and for the partition. */
const PATIENT_TIMEOUT = '5s';
/** Every save waits while the trail is to be locked. The command gives up rather than let them wait longer. */
const LOCK_TIMEOUT = '1500ms';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** Why a partition cannot be archived now. Nothing was changed. */
export class ArchiveRefusal extends Error {}

interface Archived {
  readonly part: string;
  readonly rows: number;
  readonly checkpoint: string;
  readonly contentHash: string;
  /** How long writers of the trail may have waited. */
  readonly detachMs: number;
}

/**
 * Archives one partition of the trail. It verifies the rows, writes them and their section of the chain to a file and
 * verifies that file. Then it detaches the partition and records a checkpoint in the chain, in one transaction. The detached table
 * stays unchanged.
 */
export async function archivePart(url: string, part: string, file: string): Promise<Archived> {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new ArchiveRefusal(`${file} exists already`);
  const client = await openClient({ connectionString: url, application_name: 'bureau trail archive' });
  try {
    await client.query('set role bureau_owner');
    const { rows } = await client.query<{ unsealed: number }>(ATTACHED_PART, [part]);
    if (rows[0] === undefined) throw new ArchiveRefusal(`the trail has no partition ${part}`);
    if (rows[0].unsealed > 0)
      throw new ArchiveRefusal(`${rows[0].unsealed} rows of ${part} are not sealed yet`);
    const { faults } = await verifyTrail(url, part);
    if (faults.length > 0) throw new ArchiveRefusal(`${part} has ${faults.length} faults; verify names them`);
    const unfinished = `${file}.unfinished`;
    try {
      const header = await writeArchive(client, part, unfinished);
      const written = await verifyArchive(unfinished);
      if (written.faults.length > 0)
        throw new Error(`the archive does not verify: ${written.faults[0] ?? ''}`);
      await rename(unfinished, file);
      return await letGo(client, header, file, written.contentHash);
    } finally {
      await rm(unfinished, { force: true });
    }
  } finally {
    await client.end();
  }
}

async function letGo(
  client: pg.Client,
  header: ArchiveHeader,
  file: string,
  contentHash: string,
): Promise<Archived> {
  const { part, rows, start, end } = header;
  try {
    await client.query(`begin; set local lock_timeout = '${PATIENT_TIMEOUT}'`);
    await client.query(PAUSE_SEALING);
    // The rows are counted before the trail is locked: counting a month takes longer than writers should wait.
    await client.query(closePart(part));
    const counted = await client.query<{ rows: number }>(countRows(part));
    if (counted.rows[0]?.rows !== rows) throw new ArchiveRefusal(`${part} has been given rows meanwhile`);
    const lockedAt = performance.now();
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(detachPart(part));
    const noted = await client.query<{ seq: string }>(ADD_CHECKPOINT, [
      { kind: 'archive', part, rows, start, end, archive: contentHash },
    ]);
    await client.query('commit');
    const detachMs = performance.now() - lockedAt;
    return { part, rows, checkpoint: noted.rows[0]?.seq ?? '', contentHash, detachMs };
  } catch (error) {
    // If the connection is lost, the outcome of the commit is unknown; then this query fails, and the file stays.
    await client.query('rollback');
    await rm(file, { force: true });
    throw isLockTimeout(error) ? new ArchiveRefusal('the trail is in use; try again') : error;
  }
}

/** The worker that makes the coming months locks the same tables in another order. */
const isLockTimeout = (error: unknown): boolean =>
  [LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? '');

/** Writes and syncs the file; archive-file.ts describes its format. */
async function writeArchive(client: pg.Client, part: string, file: string): Promise<ArchiveHeader> {
  await client.query(`${SNAPSHOT}; ${FIND_BY_KEY}`);
  const { rows } = await client.query<Omit<ArchiveHeader, 'format' | 'part'>>(STRETCH_OF_PART, [part]);
  const stretch = rows[0];
  if (stretch === undefined) throw new ArchiveRefusal(`${part} has no rows`);
  const header: ArchiveHeader = { format: ARCHIVE_FORMAT, part, ...stretch };
  const handle = await open(file, 'wx', 0o600);
  try {
    const lines = archiveLines(client, header);
    await pipeline(lines, createGzip(), (bytes: AsyncIterable<Buffer>) => handle.writeFile(bytes));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await client.query('commit');
  return header;
}

async function* archiveLines(client: pg.Client, header: ArchiveHeader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  const before = String(BigInt(header.first) - 1n);
  for await (const batch of sealsBetween(client, before, header.last))
    for (const seals of inPortions(batch, header.part)) yield* portionLines(client, seals, header.part);
}

/** Seals in order, grouped so that each group has a limited number of rows of the partition. */
function* inPortions(batch: readonly SealRow[], part: string): Generator<readonly SealRow[]> {
  let portion: SealRow[] = [];
  let rows = 0;
  for (const seal of batch) {
    const more = seal.part === part ? seal.rows : 0;
    if (portion.length > 0 && rows + more > ROWS_AT_ONCE) {
      yield portion;
      [portion, rows] = [[], 0];
    }
    portion.push(seal);
    rows += more;
  }
  yield portion;
}

async function* portionLines(
  client: pg.Client,
  seals: readonly SealRow[],
  part: string,
): AsyncGenerator<string> {
  const own = seals.filter((seal) => seal.part === part).map(({ seq }) => seq);
  const { rows } = await client.query<{ seq: string; hash: string; text: string }>(rowsOfSeals(part), [own]);
  const bySeal = Map.groupBy(rows, ({ seq }) => seq);
  for (const { seq, head, digest, hash } of seals) {
    const rowsOfSeal = bySeal.get(seq) ?? [];
    const line: ArchivedSeal = {
      head,
      hash: hash.toString('hex'),
      ...(own.includes(seq)
        ? { rows: rowsOfSeal.map((row) => row.hash) }
        : { digest: digest.toString('hex') }),
    };
    yield `${JSON.stringify(line)}\n`;
    for (const row of rowsOfSeal) yield `${row.text}\n`;
  }
}
