import { createHash } from 'node:crypto';
import type pg from 'pg';
import { openClient } from '#server/platform/db/client.ts';
import {
  ATTACHED_PART,
  CHECKPOINTS,
  COUNTS,
  countsOf,
  MAX_FAULTS,
  NEXT_SEALS,
  ROW_FAULTS,
  STRETCH_OF_PART,
  unknownRows,
  type Checkpoint,
  type SealRow,
} from './chain.sql.ts';
import { momentsOf } from './months.ts';

/** A partition that has left the trail, as recorded by a checkpoint of the chain. */
export interface DepartedPart {
  readonly seq: string;
  readonly part: string;
  readonly rows: number;
  /** The hash of the archive's content. */
  readonly archive: string;
}

export interface TrailReport {
  readonly seals: number;
  /** Sealed rows, without those of partitions that have left. */
  readonly rows: number;
  /** Rows written since the last seal; a running worker seals them within seconds. */
  readonly unsealed: number;
  /** The last hash of the chain. A person who records it elsewhere can later prove that nothing before it changed. */
  readonly head: string;
  readonly departed: readonly DepartedPart[];
  readonly faults: readonly string[];
}

type Fault = 'removed early' | 'removed' | 'altered' | 'dated back' | 'unknown';

interface FaultRow {
  readonly id: string;
  readonly record: string | null;
  readonly record_id: string | null;
  readonly fault: Fault;
}

const FAULT_TEXTS: Record<Fault, string> = {
  'removed early': 'was removed before it was sealed',
  removed: 'was removed',
  altered: 'was altered',
  'dated back': 'was added after its time was sealed',
  unknown: 'was added outside of the sealed order',
};

function describe({ id, record, record_id, fault }: FaultRow): string {
  const name = record === null ? '' : ` (${record} ${record_id ?? '?'})`;
  return `trail row ${id}${name} ${FAULT_TEXTS[fault]}`;
}

const NO_HASH = Buffer.alloc(0);
const LAST_POSSIBLE = String(2n ** 63n - 1n);

export const sealHash = (previous: Buffer, head: string, digest: Buffer): Buffer =>
  createHash('sha256').update(previous).update(head).update(digest).digest();

/** The seals after one and up to another, batch by batch. */
export async function* sealsBetween(
  client: pg.Client,
  after: string,
  upTo: string,
): AsyncGenerator<readonly SealRow[]> {
  let last = after;
  for (;;) {
    const { rows } = await client.query<SealRow>(NEXT_SEALS, [last, upTo]);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.seq ?? last;
  }
}

/** Faults of the links: a seal altered, removed, added or moved. */
function linkFaults(seal: SealRow, before: SealRow | undefined): string[] {
  const openSince = before === undefined ? null : before.is_drained ? before.sealed_at : before.open_since;
  const follows =
    Number(seal.seq) === Number(before?.seq ?? 0) + 1 &&
    seal.previous_hash.equals(before?.hash ?? NO_HASH) &&
    seal.open_since === openSince;
  return [
    ...(follows ? [] : [`seal ${seal.seq} does not follow the one before it`]),
    ...(seal.hash.equals(sealHash(seal.previous_hash, seal.head, seal.digest))
      ? []
      : [`seal ${seal.seq} was altered`]),
  ];
}

/** A checkpoint must account for every sealed row of the partition that it releases. */
function checkpointFaults(
  { seq, part, rows, checkpoint }: SealRow,
  rowsOfPart: Map<string, number>,
): string[] {
  if (part !== null) rowsOfPart.set(part, (rowsOfPart.get(part) ?? 0) + rows);
  if (checkpoint?.kind !== 'archive' || checkpoint.part === undefined) return [];
  const sealed = rowsOfPart.get(checkpoint.part) ?? 0;
  rowsOfPart.delete(checkpoint.part);
  return sealed === checkpoint.rows
    ? []
    : [`checkpoint ${seq} lets ${checkpoint.rows ?? 0} rows go where ${sealed} were sealed`];
}

async function departedParts(client: pg.Client): Promise<DepartedPart[]> {
  const { rows } = await client.query<{ seq: string; checkpoint: Checkpoint }>(CHECKPOINTS);
  return rows.flatMap(({ seq, checkpoint: { kind, part, rows: count = 0, archive = '' } }) =>
    kind === 'archive' && part !== undefined ? [{ seq, part, rows: count, archive }] : [],
  );
}

/** One snapshot, so that concurrent sealing does not count as a fault. */
export const SNAPSHOT = `set timezone = 'UTC'; begin isolation level repeatable read, read only`;

/** The seals to walk: all of them, or from the one before the first to the last of a partition. */
async function stretchOf(client: pg.Client, part: string | null): Promise<{ after: string; upTo: string }> {
  if (part === null) return { after: '0', upTo: LAST_POSSIBLE };
  const { rows } = await client.query<{ first: string; last: string }>(STRETCH_OF_PART, [part]);
  const { first = '1', last = '0' } = rows[0] ?? {};
  return { after: String(BigInt(first) - 2n), upTo: last };
}

class Walk {
  readonly faults: string[] = [];
  seals = 0;
  rows = 0;
  removed = 0;
  last: SealRow | undefined;
  readonly #client: pg.Client;
  readonly #departed: readonly DepartedPart[];
  readonly #leftAt: ReadonlyMap<string, number>;
  readonly #rowsOfPart = new Map<string, number>();
  readonly #part: string | null;

  constructor(client: pg.Client, departed: readonly DepartedPart[], part: string | null) {
    this.#client = client;
    this.#departed = departed;
    this.#leftAt = new Map(departed.map((each) => [each.part, Number(each.seq)]));
    this.#part = part;
  }

  #hasLeft = ({ part, seq }: SealRow): boolean =>
    part !== null && (this.#leftAt.get(part) ?? 0) > Number(seq);

  async take(batch: readonly SealRow[]): Promise<void> {
    for (const seal of batch) {
      if (this.#part !== null && this.last === undefined && seal.part !== this.#part) {
        // The seal before the section of a partition is only what the first one must follow.
        this.last = seal;
        continue;
      }
      this.faults.push(...linkFaults(seal, this.last));
      if (this.#part === null) this.faults.push(...checkpointFaults(seal, this.#rowsOfPart));
      this.last = seal;
      this.seals += 1;
      if (!this.#hasLeft(seal) && (this.#part === null || seal.part === this.#part)) this.rows += seal.rows;
    }
    const found = await this.#client.query<FaultRow>(ROW_FAULTS, [
      batch[0]?.seq,
      batch.at(-1)?.seq,
      this.#departed.map(({ part }) => part),
      this.#departed.map(({ seq }) => seq),
      ...momentsOf(
        this.#part === null
          ? new Set(batch.filter((seal) => !this.#hasLeft(seal)).map(({ part }) => part))
          : [this.#part],
      ),
      this.#part,
    ]);
    this.faults.push(...found.rows.map(describe));
    this.removed += found.rows.filter(({ fault }) => fault.startsWith('removed')).length;
  }
}

/**
 * Walks the chain, batch by batch, and names every row and seal that does not match: of the whole trail, or of one
 * partition that is attached to it.
 */
export async function verifyTrail(url: string, part: string | null = null): Promise<TrailReport> {
  const client = await openClient({ connectionString: url, application_name: 'bureau trail verify' });
  try {
    await client.query(SNAPSHOT);
    if (part !== null && (await client.query(ATTACHED_PART, [part])).rows.length === 0)
      throw new Error(`the trail has no partition ${part}`);
    const departed = await departedParts(client);
    const walk = new Walk(client, departed, part);
    const { after, upTo } = await stretchOf(client, part);
    for await (const batch of sealsBetween(client, after, upTo)) {
      await walk.take(batch);
      if (walk.faults.length >= MAX_FAULTS) break;
    }
    const counts = await client.query<{ rows: string; unsealed: number; waiting: string }>(
      part === null ? COUNTS : countsOf(part),
    );
    const { rows: present = '0', unsealed = 0, waiting = '0' } = counts.rows[0] ?? {};
    const { faults, seals, rows, removed, last } = walk;
    if (faults.length < MAX_FAULTS && Number(present) !== rows - removed + Number(waiting))
      faults.push(...(await client.query<FaultRow>(unknownRows(part ?? 'trail'))).rows.map(describe));
    return { seals, rows, unsealed, head: last?.hash.toString('hex') ?? '', departed, faults };
  } finally {
    await client.end();
  }
}
