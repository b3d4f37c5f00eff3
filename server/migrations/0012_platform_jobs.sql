-- Background work in numbers, and after a worker's death.

-- Thousands of jobs of one task in one call.
create function platform.add_jobs(task text, payloads json[], max_attempts integer default null)
  returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload, null, null, max_attempts::smallint, null, null, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
revoke all on function platform.add_jobs from public;
grant execute on function platform.add_jobs to bureau_writer;

-- A live worker holds this advisory lock, shared, on a connection that dies with its process.
create function platform.worker_lock(worker text) returns bigint
  language sql immutable parallel safe
  return hashtextextended('bureau worker ' || worker, 0);

-- Workers that hold jobs or queues while nobody holds their lock.
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

-- Frees the jobs of those of these workers that are silent still; the try that broke off counts, and a job that has
-- no other left says why it failed. Answers how many jobs it freed.
create function platform.free_jobs_of(workers text[]) returns integer
  language plpgsql set search_path = platform, pg_temp as $$
declare
  dead text[];
  freed integer;
  spent bigint[];
begin
  -- One at a time, so that what one has freed and someone has tried again is not failed by the other.
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
