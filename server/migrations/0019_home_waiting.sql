-- What waits for people: every process is told when a queue may have changed, and counts are read from indexes that hold
-- what waits and nothing else.

-- Notices of what waits are noted by the transaction and sent after it. A transaction that itself sends one holds a lock of the
-- whole server until its commit is on disk, so that writers would wait for each other's disks.
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

-- One notice for each branch of which something changed.
create function requests.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('requests:' || new.branch);
  if tg_op = 'UPDATE' and old.branch is distinct from new.branch then
    perform platform.note_waiting('requests:' || old.branch);
  end if;
  return null;
end $$;
-- Drafts wait for nobody but who writes them, so that saving one tells nothing.
create trigger request_waits after insert on requests.request
  for each row when (new.submitted or new.link_requested) execute function requests.tell_waiting();
create trigger request_waiting_changed after update on requests.request
  for each row when ((old.submitted or new.submitted or old.link_requested or new.link_requested)
    and (old.branch, old.submitted, old.received, old.grand_total, old.bm_by, old.zm_by, old.cm_by, old.fm_by,
      old.link_requested, old.link_sent, old.withdrawn_at)
    is distinct from (new.branch, new.submitted, new.received, new.grand_total, new.bm_by, new.zm_by, new.cm_by, new.fm_by,
      new.link_requested, new.link_sent, new.withdrawn_at))
  execute function requests.tell_waiting();

create function requests.tell_settled() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('requests:' || r.branch) from requests.request r where r.srno = new.request;
  return null;
end $$;
create trigger payment_line_settled after update of settled_at on requests.payment_line
  for each row when (old.settled_at is distinct from new.settled_at) execute function requests.tell_settled();

-- The index of the list holds links that are sent and not paid as well, which may be many.
create index request_link_to_send on requests.request (branch, srno)
  where link_requested and not link_sent and received < grand_total and withdrawn_at is null;
create index request_all_link_to_send on requests.request (srno)
  where link_requested and not link_sent and received < grand_total and withdrawn_at is null;

-- Licences by the day on which they lapse.
create index entity_by_licence_end on masters.entity (licence_to, srno) where active and licence_to is not null;
create view masters.entity_licence with (security_invoker = true) as
  select srno, type, id, name, controlling_branch, licence_to from masters.entity
  where active and licence_to is not null;
grant select on masters.entity_licence to bureau_reader, bureau_writer;
