-- oldest program: 0032
-- Notices of the work of treasury, auditors and administrators, and proofs of delivery on the hand-over slip.

-- Whether the rates of today are published.
create function rates.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('rates:');
  return null;
end $$;
create trigger ibr_list_waits after insert or update on rates.ibr_list
  for each row execute function rates.tell_waiting();
revoke all on function rates.tell_waiting from public;

-- Audits that are not closed.
create trigger audit_waits after insert on audit.audit
  for each row execute function audit.tell_waiting();
create trigger audit_waiting_changed after update on audit.audit
  for each row when (old.status <> new.status) execute function audit.tell_waiting();
create trigger audit_waits after insert on flash.audit
  for each row execute function flash.tell_waiting();
create trigger audit_waiting_changed after update on flash.audit
  for each row when (old.status <> new.status) execute function flash.tell_waiting();

-- Failed jobs. The queue itself sends a notice when a job fails.
create or replace function platform.retry_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select platform.note_waiting('jobs:');
  select id from graphile_worker.reschedule_jobs(ids, run_at => now(), attempts => 0)
$$;
create or replace function platform.drop_failed_jobs(ids bigint[]) returns setof bigint
  language sql security definer set search_path = platform, pg_temp as $$
  select platform.note_waiting('jobs:');
  select id from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where id = any (ids) and locked_at is null and attempts >= max_attempts for update skip locked))
$$;

-- The proofs of deliveries, for the hand-over slip. The kind is PROOF_KIND of domain/requests/documents.ts.
create view requests.proof_ref with (security_invoker = true) as
  select srno, request, kind, file_name, remark, uploaded_at from requests.document where kind = 15 and removed_at is null;
grant select on requests.proof_ref to bureau_reader, bureau_writer;
