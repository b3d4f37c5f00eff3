-- oldest program: none
-- The trail: who did what, when, to which record. It is append-only for the program, and every row is covered by a seal in a chain
-- of hashes. What a row may contain of a person is in the next file.

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

-- Takes the rows of a month that has no partition. It stays empty, because the months are made ahead of time.
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
create index trail_seal_part on platform.trail_seal (part, seq);
grant select on platform.trail_seal to bureau_reader, bureau_jobs;

-- What a seal says besides the hashes of its rows, as a text that does not depend on any session setting. The body is
-- a string: with an expression, PostgreSQL would refuse a new column with a default in the table of its argument.
create function platform.trail_seal_head(s platform.trail_seal) returns text
  language sql stable set timezone = 'UTC' set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_array(s.seq, s.sealed_at, s.part, s.open_since, s.is_drained, cardinality(s.row_ids), s.checkpoint)::text
$$;

create function platform.trail_seal_hash(s platform.trail_seal) returns bytea
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(s.previous_hash || convert_to(platform.trail_seal_head(s), 'UTF8') || sha256(
    (select coalesce(string_agg(h, ''::bytea order by n), ''::bytea) from unnest(s.row_hashes) with ordinality as row_hash (h, n))))
$$;

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

-- Every kind of record with its actions, as the seals have met them: finding the distinct values in many partitions would read
-- each of them many times.
create table platform.trail_record_action (
  record text not null,
  action text not null,
  primary key (record, action)
);
grant select on platform.trail_record_action to bureau_reader, bureau_jobs;

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
    select q.id, t.tableoid as part, t.record, t.action,
      case when t.id is null then '\x'::bytea else platform.trail_row_hash(t) end as hash
    from (select id, at from platform.trail_unsealed order by id limit max_rows) as q
      left join platform.trail as t on t.id = q.id and t.at = q.at
  ), first as (
    select part from batch where part is not null order by id limit 1
  ), taken as (
    delete from platform.trail_unsealed as u using batch as b
    where u.id = b.id and (b.part is null or b.part = (select part from first))
    returning b.id, b.hash
  ), kinds as (
    insert into platform.trail_record_action (record, action)
    select distinct record, action from batch where record is not null on conflict do nothing
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

-- Makes the partitions of the months between two days, each a month of India, and returns how many it made. It leaves out a month
-- whose table exists, also if it was detached, and one that has rows in the default partition already: they are sealed there.
-- Attaching lets the writers go on, unlike "create table ... partition of". It waits for readers of the default partition.
create function platform.make_trail_months(first_day date, last_day date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  month timestamp;
  starts timestamptz;
  ends timestamptz;
  name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('platform.make_trail_months', 0));
  for month in
    select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month')
  loop
    name := 'trail_' || to_char(month, 'YYYY_MM');
    starts := month at time zone 'Asia/Kolkata';
    ends := (month + interval '1 month') at time zone 'Asia/Kolkata';
    continue when to_regclass('platform.' || name) is not null
      or exists (select from platform.trail_other where at >= starts and at < ends);
    execute format('create table platform.%I (like platform.trail including defaults)', name);
    execute format('alter table platform.trail attach partition platform.%I for values from (%L) to (%L)', name, starts, ends);
    made := made + 1;
  end loop;
  return made;
end $$;
revoke all on function platform.make_trail_months from public;

-- Makes the partitions of this month and of the next three. The worker runs it every hour, "npm run db -- migrate" each time.
create function platform.prepare_trail() returns integer
  language sql security definer set search_path = pg_catalog, pg_temp
  return platform.make_trail_months((now() at time zone 'Asia/Kolkata')::date,
    ((now() at time zone 'Asia/Kolkata') + interval '3 months')::date);
revoke all on function platform.prepare_trail from public;
grant execute on function platform.prepare_trail to bureau_jobs;

-- How far the partitions reach, and whether an entry had to go into the default partition.
create view platform.trail_parts as
  select (
      select count(*)::integer
      from generate_series(1, 3) as ahead
      where to_regclass('platform.trail_' || to_char((now() at time zone 'Asia/Kolkata') + make_interval(months => ahead), 'YYYY_MM'))
        is not null
    ) as months_ahead,
    exists (select from platform.trail_other) as has_others;
grant select on platform.trail_parts to bureau_reader, bureau_jobs;

select platform.prepare_trail();
