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

-- The queue as its screen shows it: never a payload, and no mail address out of an error, because both may name people.
create view platform.job as
  select j.id, t.identifier as task,
    case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed' else 'waiting' end as state,
    j.run_at, j.attempts::integer as attempts, j.max_attempts::integer as max_attempts,
    left(regexp_replace(j.last_error, '[^\s<>"'',;:()]+@[^\s<>"'',;:()]+', '(address)', 'g'), 500) as last_error,
    j.created_at, j.locked_at
  from graphile_worker._private_jobs as j join graphile_worker._private_tasks as t on t.id = j.task_id;
grant select on platform.job to bureau_reader, bureau_writer;

-- Lets jobs begin anew, now; one that runs is left alone. Answers those that it took.
create function platform.retry_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select id from graphile_worker.reschedule_jobs(ids, run_at => now(), attempts => 0)
$$;

-- Removes jobs that have failed, and no others. Answers those that it took.
create function platform.drop_failed_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select id from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where id = any (ids) and locked_at is null and attempts >= max_attempts for update skip locked))
$$;
revoke all on function platform.retry_jobs, platform.drop_failed_jobs from public;
grant execute on function platform.retry_jobs, platform.drop_failed_jobs to bureau_writer;

-- The right for its screen. Whoever may do everything may do this too.
insert into access.right_key (key, description, parent, level, position) values ('JOBS', 'Jobs', 'MASTER', 2, 46);
insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
  select g.srno, 'JOBS', true, true, true from access.right_group as g
  where not exists (
    select from access.right_key as k where k.key <> 'JOBS' and not exists (
      select from access.group_right as r
      where r.right_group = g.srno and r.right_key = k.key and r.may_query and r.may_add and r.may_edit));
