-- oldest program: none
-- What every module uses: row scopes, limits, idempotent writes and notices of waiting work. The roles are created by the
-- provisioning step (server/platform/db/provision.ts). Every statement of a migration runs as bureau_owner.
--
-- The files are in the order of their dependencies, and each is about one module: the platform (jobs, trail, retention, objects
-- and proposals), masters, access, rates, requests, payments, notes, audit, flash, library, uploads, budget, tasks and licences.
-- The last file erases the customers' data of requests, for which it reads most of the modules before it.

create extension if not exists pg_trgm;

create schema platform;
grant usage on schema platform to bureau_writer, bureau_reader, bureau_jobs;

-- One row, written once. It tells a demo, which production refuses, from a business.
create table platform.installation (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('business', 'demo')),
  made_at timestamptz not null default now()
);
grant select on platform.installation to bureau_reader, bureau_writer;

-- Tells whether the running transaction may touch rows of this entity. The setting is 'all' or an array of entity serials.
-- Without the setting nothing is in scope, so a forgotten scope shows no rows instead of all of them.
create function platform.in_scope(entity integer) returns boolean
  language sql stable parallel safe
  return case current_setting('bureau.scope', true)
    when 'all' then true
    else entity = any (coalesce(nullif(current_setting('bureau.scope', true), ''), '{}')::integer[])
  end;

-- Puts a table under row-level security. The owner and the reading role see every row. The writing role sees and writes the
-- rows that meet the condition; with the command 'select' it only sees them. Grants are given separately.
create function platform.protect_rows(target regclass, condition text, command text default 'all') returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  name text := (select relname from pg_class where oid = target);
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy %I on %s to bureau_owner using (true)', name || '_owner', target);
  execute format('create policy %I on %s for select to bureau_reader using (true)', name || '_read', target);
  execute format('create policy %I on %s for %s to bureau_writer using (%s)', name || '_write', target, command, condition);
  if command <> 'select' then
    execute format('alter policy %I on %s with check (%s)', name || '_write', target, condition);
  end if;
end $$;
revoke all on function platform.protect_rows from public;

-- A trigger that limits the documents of one record. Its arguments are the record's table, the column that refers to it, the
-- most documents in sight and the most in all: removed documents are kept, and so are their bytes. Two additions to the same
-- record wait for each other at its row lock, and each counts in a snapshot that is taken after the lock.
create function platform.limit_documents() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  record_srno constant integer := (to_jsonb(new) ->> tg_argv[1])::integer;
  shown integer;
  kept integer;
begin
  execute format('select from %s where srno = $1 for no key update', tg_argv[0]::regclass) using record_srno;
  execute format('select count(*) filter (where removed_at is null), count(*) from %s where %I = $1',
    tg_relid::regclass, tg_argv[1]) into shown, kept using record_srno;
  if shown >= tg_argv[2]::integer then
    raise exception using errcode = 'check_violation', constraint = tg_argv[1] || '_documents_shown',
      message = format('the %s has as many documents as it may have', tg_argv[1]);
  end if;
  if kept >= tg_argv[3]::integer then
    raise exception using errcode = 'check_violation', constraint = tg_argv[1] || '_documents_kept',
      message = format('too many documents were added to the %s', tg_argv[1]);
  end if;
  return new;
end $$;
revoke all on function platform.limit_documents from public;

-- A trigger that limits the replies to a discrepancy, before each reply that says words. Its arguments are the table of the
-- discrepancy, its key, the column of the reply that names it, the most replies and the most files. The discrepancy is locked
-- while its replies are counted.
create function platform.limit_replies() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  named constant integer := (to_jsonb(new) ->> tg_argv[2])::integer;
  replies integer;
  files integer;
begin
  execute format('select from %s where %I = $1 for no key update', tg_argv[0]::regclass, tg_argv[1]) using named;
  execute format('select count(*) filter (where words <> %L), count(hash) from %s where %I = $1',
    '', tg_relid::regclass, tg_argv[2]) into replies, files using named;
  if replies >= tg_argv[3]::integer then
    raise exception using errcode = 'check_violation', constraint = 'replies_kept', message = 'too many replies';
  end if;
  if new.hash is not null and files >= tg_argv[4]::integer then
    raise exception using errcode = 'check_violation', constraint = 'proofs_kept', message = 'too many files';
  end if;
  return new;
end $$;
revoke all on function platform.limit_replies from public;

-- A write under a key. The row is inserted first, so that a second write under the same key waits for the first to commit.
create table platform.idempotency (
  actor integer not null,
  key text not null check (length(key) between 1 and 100),
  call text not null,
  request_hash bytea not null,
  -- Encrypted by the program.
  reply text,
  etag text,
  made_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_made_at on platform.idempotency (made_at);
grant select, insert, update, delete on platform.idempotency to bureau_writer;

-- How far the import of a master is. A user has one row for each master, which the next import takes over, so the table stays
-- small. It is written beside the transaction of the import.
create table platform.import_progress (
  account integer not null,
  record text not null check (length(record) between 1 and 40),
  phase text not null check (phase in ('reading', 'checking', 'storing')),
  rows integer not null check (rows >= 0),
  done_rows integer not null check (done_rows >= 0),
  heard_at timestamptz not null,
  primary key (account, record)
);
grant select on platform.import_progress to bureau_reader;
grant select, insert, update, delete on platform.import_progress to bureau_writer;

-- A transaction collects its notices of waiting work, and the program sends them after the commit. A transaction that itself
-- calls pg_notify holds a lock of the whole server until its commit is on disk, so writers would wait for each other's disks.
create function platform.note_waiting(notice text) returns void language plpgsql as $$
declare
  noted text[] := string_to_array(nullif(current_setting('bureau.waiting', true), ''), ',');
begin
  if notice is not null and notice <> all (coalesce(noted, '{}')) then
    perform set_config('bureau.waiting', array_to_string(noted || notice, ','), false);
  end if;
end $$;
create function platform.tell_waiting() returns void language plpgsql as $$
begin
  perform pg_notify('waiting_changed', notice)
  from unnest(string_to_array(nullif(current_setting('bureau.waiting', true), ''), ',')) as notice;
  perform set_config('bureau.waiting', '', false);
end $$;

-- When the last backup was made and the last one failed: of the database, of the documents, and of the head of the trail. Whoever
-- makes one notes it here, where the figures for Prometheus are read. A note replaces the one before it, so the table stays small; the
-- repository and the log have the history.
create table platform.backup (
  kind text not null check (kind in ('database', 'documents', 'trail head')),
  outcome text not null check (outcome in ('made', 'failed')),
  started_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- The name in the repository, the number of the seal, or why it failed.
  label text not null check (length(label) <= 300),
  -- How many rows or documents it holds, and how many bytes; null where nobody counted.
  items bigint check (items >= 0),
  bytes bigint check (bytes >= 0),
  primary key (kind, outcome)
);
grant select on platform.backup to bureau_reader;
grant select, insert, update on platform.backup to bureau_writer;

-- Changes the rows of a table that need it in batches by its integer key, each in a transaction. It never waits for a row, so it
-- cannot deadlock with a save: rows that others have locked are passed over and come again in the next pass. Rows that are added
-- meanwhile are left to a default or a trigger. Called again after an interruption, it finds what is left. A change after which a
-- row still needs it would never end, and neither would a lock that is never given up, so it fails after many passes. A migration
-- with `-- transaction: each statement` says, for example,
--   call platform.update_in_batches('requests.request', 'srno', 'note = upper(code)', 'note is null');
create procedure platform.update_in_batches(target regclass, key text, change text, needed text, batch integer default 2000)
  language plpgsql as $$
declare
  find_from text := format('select min(%I) from %s where %I between $1 and $2 and (%s)', key, target, key, needed);
  change_batch text := format('with changed as (
      update %s set %s where ctid = any (array(
        select ctid from %s where %I >= $1 and %I < $1 + $2 and (%s) for no key update skip locked))
      returning (%s) as still
    ) select count(*), coalesce(bool_or(still), false) from changed', target, change, target, key, key, needed, needed);
  first_key bigint;
  last_key bigint;
  at_key bigint;
  changed bigint;
  still boolean;
  total bigint := 0;
begin
  -- The place of a row is unique in one table only, not among partitions.
  if exists (select from pg_class where oid = target and (relkind <> 'r' or relhassubclass)) then
    raise exception '% is no plain table', target;
  end if;
  execute format('select min(%I), max(%I) from %s', key, key, target) into first_key, last_key;
  for pass in 1 .. 1000 loop
    execute find_from into at_key using first_key, last_key;
    if at_key is null then
      raise notice '% rows of % changed', total, target;
      return;
    end if;
    while at_key is not null loop
      execute change_batch into changed, still using at_key, batch;
      if still then
        raise exception 'the condition (%) holds after the change (%), which would be made again', needed, change;
      end if;
      total := total + changed;
      commit;
      execute find_from into at_key using at_key + batch, last_key;
    end loop;
    perform pg_sleep(least(0.05 * pass, 1));
  end loop;
  raise exception 'rows of % still need the change: others keep them locked', target;
end $$;
revoke all on procedure platform.update_in_batches from public;
