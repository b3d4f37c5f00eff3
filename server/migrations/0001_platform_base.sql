-- The building's own tables: the trail and its seals, idempotent writes, the installation's mark, the job door.
-- Every statement here runs as bureau_owner; the roles themselves are made by the provisioning step.

create extension if not exists pg_trgm;

create schema platform;
grant usage on schema platform to bureau_writer, bureau_reader, bureau_jobs;

-- One row, written once: whether this database is a demo (which production refuses) or a business.
create table platform.installation (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('business', 'demo')),
  made_at timestamptz not null default now()
);
grant select on platform.installation to bureau_reader, bureau_writer;

-- Which rows the running transaction may touch: 'all', or the array of entity serials set for it.
-- With nothing set nothing is in scope, so that a forgotten scope shows no rows instead of all of them.
create function platform.in_scope(entity integer) returns boolean
  language sql stable parallel safe
  return case current_setting('bureau.scope', true)
    when 'all' then true
    else entity = any (coalesce(nullif(current_setting('bureau.scope', true), ''), '{}')::integer[])
  end;

-- Who did what, when, to which record. The actor and the call come from the transaction's own settings, so that
-- a statement that changes a record writes its trail entry without carrying them through.
create table platform.trail (
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  xid xid8 not null default pg_current_xact_id(),
  actor integer default nullif(current_setting('bureau.actor', true), '')::integer,
  call text not null default coalesce(nullif(current_setting('bureau.call', true), ''), 'direct'),
  request text default nullif(current_setting('bureau.request', true), ''),
  address inet default nullif(current_setting('bureau.address', true), '')::inet,
  action text not null,
  record text not null,
  record_id text not null,
  branch integer,
  before jsonb,
  after jsonb,
  primary key (id, at)
) partition by range (at);

do $$
begin
  for year in 2026..2035 loop
    execute format('create table platform.trail_%s partition of platform.trail for values from (%L) to (%L)',
      year, make_date(year, 1, 1), make_date(year + 1, 1, 1));
  end loop;
end $$;
create table platform.trail_other partition of platform.trail default;

create index trail_xid on platform.trail (xid, id);
create index trail_record on platform.trail (record, record_id, id);
create index trail_actor on platform.trail (actor, id);
create index trail_at on platform.trail (at, id);

grant insert on platform.trail to bureau_writer;
grant select on platform.trail to bureau_reader, bureau_jobs;

-- The chain: each seal covers every trail row of the transactions [from_xid, to_xid), holds the hash of each row
-- and is hashed together with the seal before it. A row altered, added or removed later no longer fits its seal.
create table platform.trail_seal (
  seq bigint primary key check (seq > 0),
  sealed_at timestamptz not null default now(),
  from_xid xid8 not null,
  to_xid xid8 not null,
  row_ids bigint[] not null,
  row_hashes bytea[] not null,
  previous_hash bytea not null unique,
  hash bytea not null,
  check (cardinality(row_ids) = cardinality(row_hashes))
);
grant select on platform.trail_seal to bureau_reader, bureau_jobs;

-- The hash of one row over a writing that does not depend on any session setting.
create function platform.trail_row_hash(t platform.trail) returns bytea
  language sql stable set timezone = 'UTC'
  return sha256(convert_to(jsonb_build_array(
    t.id, t.at, t.xid::text, t.actor, t.call, t.request, t.address::text, t.action, t.record, t.record_id, t.branch,
    t.before, t.after)::text, 'UTF8'));

create function platform.trail_chain_hash(previous bytea, ids bigint[], hashes bytea[]) returns bytea
  language sql immutable
  return sha256(previous || convert_to(ids::text, 'UTF8') || (select coalesce(string_agg(h, ''::bytea order by n), ''::bytea)
    from unnest(hashes) with ordinality as row_hash (h, n)));

-- Seals what can no longer change: rows of transactions older than the oldest one still running, because
-- identities are handed out before commit and so become visible out of order. Answers how many rows it sealed.
create function platform.seal_trail(max_rows integer) returns integer
  language plpgsql security definer set search_path = platform, pg_temp as $$
declare
  last platform.trail_seal;
  since xid8;
  horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
  batch_end xid8;
  ids bigint[];
  hashes bytea[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('platform.seal_trail', 0)) then
    return 0;
  end if;
  select * into last from platform.trail_seal order by seq desc limit 1;
  since := coalesce(last.to_xid, '0'::xid8);
  -- A transaction is sealed whole: a full batch ends where the transaction of its last row ends.
  select (max(batch.xid::text::bigint) + 1)::text::xid8 into batch_end
    from (select xid from platform.trail where xid >= since and xid < horizon order by xid, id limit max_rows) as batch
    having count(*) = max_rows;
  horizon := coalesce(batch_end, horizon);
  select array_agg(t.id order by t.xid, t.id), array_agg(platform.trail_row_hash(t) order by t.xid, t.id)
    into ids, hashes
    from platform.trail as t
    where t.xid >= since and t.xid < horizon;
  if ids is null then
    return 0;
  end if;
  insert into platform.trail_seal (seq, from_xid, to_xid, row_ids, row_hashes, previous_hash, hash)
  values (coalesce(last.seq, 0) + 1, since, horizon, ids, hashes,
    coalesce(last.hash, '\x'::bytea),
    platform.trail_chain_hash(coalesce(last.hash, '\x'::bytea), ids, hashes));
  return cardinality(ids);
end $$;
revoke all on function platform.seal_trail from public;
grant execute on function platform.seal_trail to bureau_jobs;

-- A write under a key: inserted first, so that the same key at the same moment waits for the first to commit.
create table platform.idempotency (
  actor integer not null,
  key text not null check (length(key) between 1 and 100),
  call text not null,
  request_hash bytea not null,
  reply text,
  etag text,
  made_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_made_at on platform.idempotency (made_at);
grant select, insert, update, delete on platform.idempotency to bureau_writer;

-- The door to the job queue: the writer adds jobs in its own transaction without rights on the queue's tables.
create function platform.add_job(task text, payload json, job_key text default null, max_attempts integer default null)
  returns void language sql security definer set search_path = graphile_worker, pg_temp
  as $$ select graphile_worker.add_job(task, payload, job_key => job_key, max_attempts => max_attempts) $$;
revoke all on function platform.add_job from public;
grant execute on function platform.add_job to bureau_writer;
