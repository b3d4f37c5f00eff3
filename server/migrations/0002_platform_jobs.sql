-- oldest program: none
-- The job queue: how jobs are added, freed when their worker died, shown and started again. The tables are those of
-- graphile-worker, which creates them in a schema of its own.

-- The writer adds jobs in its own transaction without rights on the tables of the queue.
create function platform.add_job(task text, payload json, job_key text default null, max_attempts integer default null)
  returns void language sql security definer set search_path = graphile_worker, pg_temp
  as $$ select graphile_worker.add_job(task, payload, job_key => job_key, max_attempts => max_attempts) $$;
revoke all on function platform.add_job from public;
grant execute on function platform.add_job to bureau_writer;

-- Adds thousands of jobs of one task in one call. Those with a smaller priority are taken first, and 0 is the usual one.
create function platform.add_jobs(task text, payloads json[], max_attempts integer default null, priority integer default null)
  returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload, null, null, max_attempts::smallint, null, priority::smallint, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
revoke all on function platform.add_jobs from public;
grant execute on function platform.add_jobs to bureau_writer;

-- Adds jobs that run one after the other, and after the jobs of other tasks: work that nobody waits for.
create function platform.add_jobs_in_turn(task text, payloads json[], max_attempts integer default null)
  returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload, task, null, max_attempts::smallint, null, 10::smallint, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
revoke all on function platform.add_jobs_in_turn from public;
grant execute on function platform.add_jobs_in_turn to bureau_writer;

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

-- Starts jobs again at once, except those that run. Returns the ids of the jobs that it started again. The notice tells those who
-- watch over failed jobs; the queue itself sends one when a job fails.
create function platform.retry_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select platform.note_waiting('jobs:');
  select id from graphile_worker.reschedule_jobs(ids, run_at => now(), attempts => 0)
$$;

-- Removes jobs that have failed, and no others. Returns the ids of the jobs that it removed.
create function platform.drop_failed_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select platform.note_waiting('jobs:');
  select id from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where id = any (ids) and locked_at is null and attempts >= max_attempts for update skip locked))
$$;
revoke all on function platform.retry_jobs, platform.drop_failed_jobs from public;
grant execute on function platform.retry_jobs, platform.drop_failed_jobs to bureau_writer;
