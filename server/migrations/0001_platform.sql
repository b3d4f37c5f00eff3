-- oldest program: none
-- What every module uses: row scopes, idempotent writes, the job queue and notices of waiting work. The roles are created by
-- the provisioning step (server/platform/db/provision.ts). Every statement of a migration runs as bureau_owner.

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

-- The writer adds jobs in its own transaction without rights on the tables of the queue.
create function platform.add_job(task text, payload json, job_key text default null, max_attempts integer default null)
  returns void language sql security definer set search_path = graphile_worker, pg_temp
  as $$ select graphile_worker.add_job(task, payload, job_key => job_key, max_attempts => max_attempts) $$;
revoke all on function platform.add_job from public;
grant execute on function platform.add_job to bureau_writer;

-- Adds thousands of jobs of one task in one call.
create function platform.add_jobs(task text, payloads json[], max_attempts integer default null)
  returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload, null, null, max_attempts::smallint, null, null, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
revoke all on function platform.add_jobs from public;
grant execute on function platform.add_jobs to bureau_writer;

-- A live worker holds this advisory lock in shared mode, on a connection that ends with its process.
create function platform.worker_lock(worker text) returns bigint
  language sql immutable parallel safe
  return hashtextextended('bureau worker ' || worker, 0);

-- Returns the workers that hold jobs or queues while nobody holds their lock.
create function platform.silent_workers() returns text[]
  language sql volatile set search_path = platform, pg_temp as $$
  select coalesce(array_agg(worker), '{}') from (
    select locked_by as worker from graphile_worker._private_jobs where locked_at is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_at is not null
  ) as holder
  where not exists (
    select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint << 32) | objid::bigint) = platform.worker_lock(worker))
$$;

-- Frees the jobs of these workers if they are still silent. The interrupted attempt counts, and a job without another attempt
-- fails with a reason. Returns the number of freed jobs.
create function platform.free_jobs_of(workers text[]) returns integer
  language plpgsql set search_path = platform, pg_temp as $$
declare
  dead text[];
  freed integer;
  spent bigint[];
begin
  -- Only one caller at a time, so that a job that one caller frees and a worker tries again is not failed by another caller.
  perform pg_advisory_xact_lock(hashtextextended('platform.free_jobs_of', 0));
  dead := array(select unnest(workers) intersect select unnest(platform.silent_workers()));
  select count(*), array_agg(id) filter (where attempts >= max_attempts) into freed, spent
    from graphile_worker._private_jobs where locked_by = any (dead);
  perform graphile_worker.force_unlock_workers(dead);
  perform graphile_worker.permanently_fail_jobs(spent, 'The worker died while it did this.');
  return freed;
end $$;
revoke all on function platform.worker_lock, platform.silent_workers, platform.free_jobs_of from public;
grant execute on function platform.worker_lock, platform.silent_workers, platform.free_jobs_of to bureau_jobs;

-- The queue as its screen shows it. Payloads and the mail addresses in errors are left out, because both may name people.
create view platform.job as
  select j.id, t.identifier as task,
    case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed' else 'waiting' end as state,
    j.run_at, j.attempts::integer as attempts, j.max_attempts::integer as max_attempts,
    left(regexp_replace(j.last_error, '[^\s<>"'',;:()]+@[^\s<>"'',;:()]+', '(address)', 'g'), 500) as last_error,
    j.created_at, j.locked_at
  from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id;
grant select on platform.job to bureau_reader, bureau_writer;

-- Starts jobs again at once, except those that run. Returns the ids of the jobs that it started again.
create function platform.retry_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select id from graphile_worker.reschedule_jobs(ids, run_at => now(), attempts => 0)
$$;

-- Removes jobs that have failed, and no others. Returns the ids of the jobs that it removed.
create function platform.drop_failed_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select id from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where id = any (ids) and locked_at is null and attempts >= max_attempts for update skip locked))
$$;
revoke all on function platform.retry_jobs, platform.drop_failed_jobs from public;
grant execute on function platform.retry_jobs, platform.drop_failed_jobs to bureau_writer;

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
