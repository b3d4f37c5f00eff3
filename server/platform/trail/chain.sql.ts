/**
 * The hashes of the trail as SQL text. A check computes them with this text and not with the functions in the database,
 * because an attacker who can alter the trail could alter those as well. The session's time zone is UTC.
 */

/** A trail row `t` as it is hashed; an archive contains exactly this text. */
export const ROW_TEXT = `jsonb_build_array(t.id, t.at, t.xid::text, t.actor, t.call, t.request,
  t.address::text, t.action, t.record, t.record_id, t.branch, t.before, t.after)::text`;

const ROW_HASH = `sha256(convert_to(${ROW_TEXT}, 'UTF8'))`;

/** The content of a seal `s` without the hashes of its rows. */
const SEAL_HEAD = `jsonb_build_array(s.seq, s.sealed_at, s.part, s.open_since, s.is_drained,
  cardinality(s.row_ids), s.checkpoint)::text`;

const ROWS_DIGEST = `sha256((select coalesce(string_agg(h, ''::bytea order by n), ''::bytea)
  from unnest(s.row_hashes) with ordinality as r (h, n)))`;

const SEALS_AT_ONCE = 200;
export const MAX_FAULTS = 100;

/** The longest assumed transaction. Rows of a longer one would look backdated. */
const LONGEST_TRANSACTION = `interval '1 hour'`;

export interface SealRow {
  readonly seq: string;
  readonly part: string | null;
  readonly rows: number;
  readonly checkpoint: Checkpoint | null;
  readonly head: string;
  readonly digest: Buffer;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  /** As recorded. The check compares it with the value that follows from the previous seal. */
  readonly open_since: string | null;
  readonly is_drained: boolean;
  readonly sealed_at: string;
}

/** An event of the trail itself. */
export interface Checkpoint {
  readonly kind: string;
  readonly part?: string;
  readonly rows?: number;
  readonly archive?: string;
}

/** The seals after $1, up to $2, a batch at a time. */
export const NEXT_SEALS = `
  select s.seq::text, s.part, cardinality(s.row_ids) as rows, s.checkpoint, ${SEAL_HEAD} as head, ${ROWS_DIGEST} as digest,
    s.previous_hash, s.hash, s.open_since::text, s.is_drained, s.sealed_at::text
  from platform.trail_seal s where s.seq > $1 and s.seq <= $2 order by s.seq limit ${SEALS_AT_ONCE}`;

export const CHECKPOINTS = `
  select seq::text, checkpoint from platform.trail_seal where checkpoint is not null order by seq`;

/**
 * Rows that do not match their seals $1 to $2, without those of partitions ($3) that left at a later checkpoint ($4). If
 * a partition is named ($7), only its seals count. The moments $5 and $6 exclude the partitions that hold none of the rows.
 */
export const ROW_FAULTS = `
  with sealed as materialized (
    select r.id, r.hash, s.open_since
    from platform.trail_seal s cross join lateral unnest(s.row_ids, s.row_hashes) as r (id, hash)
    where s.seq between $1 and $2 and ($7::text is null or s.part = $7)
      and not exists (select from unnest($3::text[], $4::bigint[]) as gone (part, seq) where gone.part = s.part and gone.seq > s.seq)
  ), found as (
    select t.id, t.at, ${ROW_HASH} as hash, t.record, t.record_id from platform.trail t
    where t.id between (select min(id) from sealed) and (select max(id) from sealed)
      and t.at >= $5::timestamptz and t.at < $6::timestamptz
  )
  select sealed.id::text, found.record, found.record_id,
    case when sealed.hash = '' then 'removed early' when found.id is null then 'removed'
      when found.hash <> sealed.hash then 'altered' else 'dated back' end as fault
  from sealed left join found on found.id = sealed.id
  where sealed.hash is distinct from found.hash or found.at < sealed.open_since - ${LONGEST_TRANSACTION}
  order by sealed.id limit ${MAX_FAULTS}`;

/** The number of rows, and the number that are not sealed yet. */
export const COUNTS = `
  select (select count(*) from platform.trail)::text as rows,
    (select count(*) from platform.trail_unsealed)::integer as unsealed,
    (select count(*) from platform.trail_unsealed u where exists (
      select from platform.trail t where t.id = u.id and t.at = u.at))::text as waiting`;

/** The same of one partition, whose name must come from ATTACHED_PART. */
export const countsOf = (part: string): string => `
  select (select count(*) from platform.${part})::text as rows, waiting.unsealed, waiting.unsealed::text as waiting
  from (select count(*)::integer as unsealed from platform.trail_unsealed u
    where exists (select from platform.${part} t where t.id = u.id and t.at = u.at)) as waiting`;

/** Rows that neither have a seal nor wait for one: they were inserted without the trail's trigger. */
export const unknownRows = (part = 'trail'): string => `
  select t.id::text, t.record, t.record_id, 'unknown' as fault from platform.${part} t
  where not exists (select from platform.trail_unsealed u where u.id = t.id)
    and not exists (select from (select unnest(s.row_ids) as id from platform.trail_seal s
      ${part === 'trail' ? '' : `where s.part = '${part}'`}) sealed where sealed.id = t.id)
  order by t.id limit ${MAX_FAULTS}`;

/** The section of the chain with the rows of a partition: its ends, their hashes, and the number of rows. */
export const STRETCH_OF_PART = `
  select own.first::text, own.last::text, own.rows, encode(a.previous_hash, 'hex') as start, encode(b.hash, 'hex') as end
  from (select min(seq) as first, max(seq) as last, sum(cardinality(row_ids))::integer as rows
      from platform.trail_seal where part = $1) own
    join platform.trail_seal a on a.seq = own.first join platform.trail_seal b on b.seq = own.last`;

/** A partition currently attached to the trail, with the number of its rows that are not sealed yet. */
export const ATTACHED_PART = `
  select c.relname::text as part, (
      select count(*)::integer from platform.trail_unsealed u join platform.trail t on t.id = u.id and t.at = u.at
      where t.tableoid = c.oid) as unsealed
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'platform.trail'::regclass and c.relname = $1`;

/** The rows of some seals of a partition in hash order, each found by its key. The name must come from ATTACHED_PART. */
export const FIND_BY_KEY = 'set local enable_hashjoin = off; set local enable_mergejoin = off';
export const rowsOfSeals = (part: string): string => `
  select s.seq::text, encode(r.hash, 'hex') as hash, ${ROW_TEXT} as text
  from platform.trail_seal s cross join lateral unnest(s.row_ids, s.row_hashes) with ordinality as r (id, hash, n)
    join platform.${part} t on t.id = r.id
  where s.seq = any ($1::bigint[]) order by s.seq, r.n`;

/** Sealing pauses while a partition leaves: a seal that waited for the trail would hold the chain that the checkpoint waits for. */
export const PAUSE_SEALING = `select pg_advisory_xact_lock(hashtextextended('platform.seal_trail', 0))`;
/** Nobody adds rows to the partition from here on. Readers, and writers of the other partitions, go on. */
export const closePart = (part: string): string => `lock table platform.${part} in share mode`;
/** The name must come from ATTACHED_PART. */
export const detachPart = (part: string): string =>
  `alter table platform.trail detach partition platform.${part}`;
export const countRows = (part: string): string => `select count(*)::integer as rows from platform.${part}`;

export const ADD_CHECKPOINT = 'select platform.add_trail_checkpoint($1)::text as seq';
