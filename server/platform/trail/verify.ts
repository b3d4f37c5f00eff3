import pg from 'pg';

export interface TrailReport {
  readonly seals: number;
  readonly rows: number;
  /** Rows written since the last seal; they are sealed within seconds while a worker runs. */
  readonly unsealed: number;
  /** The last hash of the chain: whoever notes it down elsewhere can prove later that nothing before it changed. */
  readonly head: string;
  readonly faults: readonly string[];
}

const SEALS_AT_ONCE = 200;
const MAX_FAULTS = 100;

/**
 * The hashes are computed by this text and not by the functions in the database, because whoever can alter the trail
 * could alter those as well.
 */
const ROW_HASH = `sha256(convert_to(jsonb_build_array(t.id, t.at, t.xid::text, t.actor, t.call, t.request,
  t.address::text, t.action, t.record, t.record_id, t.branch, t.before, t.after)::text, 'UTF8'))`;

const CHECK_CHAIN = `
  select s.seq, s.hash as stored, s.previous_hash,
    sha256(s.previous_hash || convert_to(s.row_ids::text, 'UTF8') || (
      select coalesce(string_agg(h, ''::bytea order by n), ''::bytea)
      from unnest(s.row_hashes) with ordinality as r (h, n))) as computed,
    s.from_xid::text as from_xid, s.to_xid::text as to_xid, cardinality(s.row_ids) as rows
  from platform.trail_seal s where s.seq > $1 order by s.seq limit ${SEALS_AT_ONCE}`;

const CHECK_ROWS = `
  with sealed as (
    select r.id, r.hash from platform.trail_seal s, unnest(s.row_ids, s.row_hashes) as r (id, hash)
    where s.seq between $1 and $2
  ), found as (
    select t.id, ${ROW_HASH} as hash, t.record, t.record_id from platform.trail t
    where t.xid >= $3::xid8 and t.xid < $4::xid8
  )
  select coalesce(sealed.id, found.id)::text as id, sealed.id is null as added, found.id is null as removed,
    found.record, found.record_id
  from sealed full join found on found.id = sealed.id
  where sealed.hash is distinct from found.hash order by 1 limit ${MAX_FAULTS}`;

interface SealRow {
  seq: string;
  stored: Buffer;
  computed: Buffer;
  previous_hash: Buffer;
  from_xid: string;
  to_xid: string;
  rows: number;
}

interface FaultRow {
  id: string;
  added: boolean;
  removed: boolean;
  record: string | null;
  record_id: string | null;
}

const describe = ({ id, added, removed, record, record_id }: FaultRow): string =>
  removed
    ? `trail row ${id} was removed`
    : `trail row ${id} (${record ?? '?'} ${record_id ?? '?'}) was ${added ? 'added after its time was sealed' : 'altered'}`;

/** Walks the whole chain, batch by batch, and names every row and seal that does not fit. */
export async function verifyTrail(url: string): Promise<TrailReport> {
  const client = new pg.Client({ connectionString: url, application_name: 'bureau trail verify' });
  await client.connect();
  try {
    // One snapshot, so that sealing going on meanwhile is not taken for a fault.
    await client.query(`set timezone = 'UTC'; begin isolation level repeatable read, read only`);
    const faults: string[] = [];
    let last: { seq: string; hash: Buffer; toXid: string } = { seq: '0', hash: Buffer.alloc(0), toXid: '0' };
    let seals = 0;
    let rows = 0;
    for (;;) {
      const { rows: batch } = await client.query<SealRow>(CHECK_CHAIN, [last.seq]);
      const first = batch[0];
      if (first === undefined) break;
      for (const seal of batch) {
        const follows =
          Number(seal.seq) === Number(last.seq) + 1 &&
          seal.previous_hash.equals(last.hash) &&
          seal.from_xid === last.toXid;
        if (!follows) faults.push(`seal ${seal.seq} does not follow the one before it`);
        if (!seal.stored.equals(seal.computed)) faults.push(`seal ${seal.seq} was altered`);
        last = { seq: seal.seq, hash: seal.stored, toXid: seal.to_xid };
        seals += 1;
        rows += seal.rows;
      }
      const found = await client.query<FaultRow>(CHECK_ROWS, [
        first.seq,
        last.seq,
        first.from_xid,
        last.toXid,
      ]);
      faults.push(...found.rows.map(describe));
      if (faults.length >= MAX_FAULTS) break;
    }
    const unsealed = await client.query<{ rows: number }>(
      'select count(*)::integer as rows from platform.trail where xid >= $1::xid8',
      [last.toXid],
    );
    return { seals, rows, unsealed: unsealed.rows[0]?.rows ?? 0, head: last.hash.toString('hex'), faults };
  } finally {
    await client.end();
  }
}
