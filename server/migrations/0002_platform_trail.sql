-- oldest program: none
-- The trail: who did what, when, to which record. Numbers that identify a person are masked, and every row is covered by a
-- seal in a chain of hashes.

-- The settings of the transaction supply the actor, the call and the rest, so that a statement that changes a record writes
-- its trail entry without passing them through.
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
  -- The branch of the record. If the record has none, it is the branch of the actor.
  branch integer default nullif(current_setting('bureau.branch', true), '')::integer,
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

-- The trail is searched by user, record, action and branch, newest first. Each of them leads an index that ends in (at, id),
-- the order of the pages, so that no search reads the whole trail.
create index trail_at on platform.trail (at, id);
create index trail_record on platform.trail (record, record_id, at, id);
create index trail_kind on platform.trail (record, at, id);
create index trail_actor on platform.trail (actor, at, id);
create index trail_action on platform.trail (action, at, id);
create index trail_branch on platform.trail (branch, at, id);

-- The writer says what happened. The other columns have defaults that read the settings of the transaction, and the writer
-- cannot override a column on which it has no grant.
grant insert (action, record, record_id, branch, before, after) on platform.trail to bureau_writer;
grant select on platform.trail to bureau_reader, bureau_jobs;

-- Rows that are not in a seal yet. A row is added with its trail row and removed by the seal that covers it, so a transaction
-- that commits late only gets a later seal. Transaction ids cannot order the seals, because they start again in a new cluster.
create table platform.trail_unsealed (
  id bigint primary key,
  at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
grant select on platform.trail_unsealed to bureau_reader, bureau_jobs;

create function platform.queue_for_sealing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.trail_unsealed (id, at) select id, at from added on conflict do nothing;
  return null;
end $$;
create trigger trail_queue_for_sealing after insert on platform.trail
  referencing new table as added for each statement execute function platform.queue_for_sealing();

-- The hash of one row, computed from a text that does not depend on any session setting.
create function platform.trail_row_hash(t platform.trail) returns bytea
  language sql stable set timezone = 'UTC'
  return sha256(convert_to(jsonb_build_array(
    t.id, t.at, t.xid::text, t.actor, t.call, t.request, t.address::text, t.action, t.record, t.record_id, t.branch,
    t.before, t.after)::text, 'UTF8'));

-- A link of the chain: either the rows of one partition, or a checkpoint that says what happened to the trail itself. A
-- checkpoint takes the place of a partition that is archived. A link contains the hash of the link before it, so a row that is
-- altered, added or removed later no longer fits its seal.
create table platform.trail_seal (
  seq bigint primary key check (seq > 0),
  sealed_at timestamptz not null default now(),
  part text,
  -- When a seal last left nothing to seal. Every row that was written before that time is in an earlier seal, so a row
  -- here that claims to be much older was dated back.
  open_since timestamptz,
  is_drained boolean not null,
  row_ids bigint[] not null default '{}',
  row_hashes bytea[] not null default '{}',
  checkpoint jsonb,
  previous_hash bytea not null unique,
  hash bytea not null,
  check ((part is null) = (checkpoint is not null)),
  check (cardinality(row_ids) = cardinality(row_hashes))
);
create index trail_checkpoint on platform.trail_seal (seq) where checkpoint is not null;
grant select on platform.trail_seal to bureau_reader, bureau_jobs;

-- What a seal says besides the hashes of its rows, as a text that does not depend on any session setting.
create function platform.trail_seal_head(s platform.trail_seal) returns text
  language sql stable set timezone = 'UTC'
  return jsonb_build_array(s.seq, s.sealed_at, s.part, s.open_since, s.is_drained, cardinality(s.row_ids), s.checkpoint)::text;

create function platform.trail_seal_hash(s platform.trail_seal) returns bytea
  language sql stable
  return sha256(s.previous_hash || convert_to(platform.trail_seal_head(s), 'UTF8') || sha256(
    (select coalesce(string_agg(h, ''::bytea order by n), ''::bytea) from unnest(s.row_hashes) with ordinality as row_hash (h, n))));

-- Appends one link. The caller holds the lock of the chain.
create function platform.append_seal(of_part text, drained boolean, ids bigint[], hashes bytea[], says jsonb) returns bigint
  language plpgsql set search_path = platform, pg_temp as $$
declare
  last platform.trail_seal;
  link platform.trail_seal;
begin
  select * into last from platform.trail_seal order by seq desc limit 1;
  link.seq := coalesce(last.seq, 0) + 1;
  link.sealed_at := now();
  link.part := of_part;
  link.open_since := case when last.is_drained then last.sealed_at else last.open_since end;
  link.is_drained := drained;
  link.row_ids := ids;
  link.row_hashes := hashes;
  link.checkpoint := says;
  link.previous_hash := coalesce(last.hash, '\x');
  link.hash := platform.trail_seal_hash(link);
  insert into platform.trail_seal select link.*;
  return link.seq;
end $$;
revoke all on function platform.append_seal from public;

-- Seals waiting rows of one partition, at most max_rows of them. A row that was removed while it waited is sealed with an empty
-- hash, so that its absence stays visible. Returns the number of sealed rows.
create function platform.seal_trail(max_rows integer) returns integer
  language plpgsql security definer set search_path = platform, pg_temp
  -- The rows are found by their key, however few or many the planner takes them for.
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  of_part text;
  ids bigint[];
  hashes bytea[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('platform.seal_trail', 0)) then
    return 0;
  end if;
  with batch as materialized (
    select q.id, t.tableoid as part, case when t.id is null then '\x'::bytea else platform.trail_row_hash(t) end as hash
    from (select id, at from platform.trail_unsealed order by id limit max_rows) as q
      left join platform.trail as t on t.id = q.id and t.at = q.at
  ), first as (
    select part from batch where part is not null order by id limit 1
  ), taken as (
    delete from platform.trail_unsealed as u using batch as b
    where u.id = b.id and (b.part is null or b.part = (select part from first))
    returning b.id, b.hash
  )
  select (select relname from pg_class where oid = (select part from first)),
      array_agg(id order by id), array_agg(hash order by id)
    into of_part, ids, hashes
    from taken;
  if ids is null then
    return 0;
  end if;
  perform platform.append_seal(coalesce(of_part, 'removed'), not exists (select from platform.trail_unsealed), ids, hashes, null);
  return cardinality(ids);
end $$;
revoke all on function platform.seal_trail from public;
grant execute on function platform.seal_trail to bureau_jobs;

-- Records in the chain what happened to the trail itself. It waits for a seal that is being made.
create function platform.add_trail_checkpoint(says jsonb) returns bigint
  language plpgsql set search_path = platform, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('platform.seal_trail', 0));
  return platform.append_seal(null, not exists (select from platform.trail_unsealed), '{}', '{}', says);
end $$;
revoke all on function platform.add_trail_checkpoint from public;

-- The pads of HMAC-SHA-256 (RFC 2104). Nobody has a grant on this table: only the trigger below, which runs as the owner,
-- reads it. The key is here and not in a setting of the server, because the server would have to send it with every
-- transaction, where logs and pg_stat_activity would show it.
create table platform.trail_key (
  only_row boolean primary key default true check (only_row),
  inner_pad bytea not null check (length(inner_pad) = 64),
  outer_pad bytea not null check (length(outer_pad) = 64)
);
do $$
declare
  -- Two random UUIDs hold 244 random bits.
  key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    || decode(repeat('00', 32), 'hex');
  inner_pad bytea := key;
  outer_pad bytea := key;
begin
  for n in 0..63 loop
    inner_pad := set_byte(inner_pad, n, get_byte(key, n) # 54);
    outer_pad := set_byte(outer_pad, n, get_byte(key, n) # 92);
  end loop;
  insert into platform.trail_key (inner_pad, outer_pad) values (inner_pad, outer_pad);
end $$;

-- A record as the trail stores it. A number keeps its last four characters, or fewer if it is short, and a hash that proves
-- equality. Numbers are masked by the names of their columns. A PAN is also masked inside any other text, such as a remark or
-- the name of a file.
create function platform.mask_record(record jsonb, key platform.trail_key) returns jsonb language plpgsql stable as $$
declare
  pan constant text := '[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]([0-9]{3}[A-Z])';
  name text;
  number text;
  masks jsonb := '{}';
  as_text text;
begin
  foreach name in array '{pan,id_number,account_number,gstin}'::text[] loop
    number := record ->> name;
    if number <> '' then
      masks := masks || jsonb_build_object(name, jsonb_build_object(
        'ends', right(number, least(4, length(number) / 2)),
        'hmac', encode(sha256(key.outer_pad || sha256(key.inner_pad || convert_to(number, 'UTF8'))), 'hex')));
    end if;
  end loop;
  if masks <> '{}' then
    record := record || masks;
  end if;
  as_text := record::text;
  return case when as_text ~ pan then regexp_replace(as_text, pan, 'XXXXXX\1', 'g')::jsonb else record end;
end $$;
revoke all on function platform.mask_record from public;

-- Masks whatever a statement writes, so that no statement can forget to do so.
create function platform.mask_trail() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key platform.trail_key;
begin
  select * into key from platform.trail_key;
  new.before := platform.mask_record(new.before, key);
  new.after := platform.mask_record(new.after, key);
  return new;
end $$;
revoke all on function platform.mask_trail from public;
create trigger trail_mask before insert on platform.trail for each row execute function platform.mask_trail();
