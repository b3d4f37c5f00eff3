-- oldest program: none
-- The rules of an audit as triggers: what a closed audit refuses, the tally of its transactions, limits, and for whom an audit or a
-- discrepancy waits.

-- Refuses to change what belongs to a closed audit. It locks the audits in shared mode to the end of the transaction, so that an
-- audit is not closed between this check and the commit. The one who closes locks the row exclusively: they wait for whoever
-- writes now, and later writers wait for them and then see the closed audit.
create function audit.refuse_closed(audits integer[]) returns void
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  found_status text;
begin
  for found_status in select a.status from audit.audit a where a.srno = any (audits) order by a.srno for share loop
    if found_status = 'C' then
      raise exception using errcode = 'check_violation', constraint = 'audit_closed', message = 'the audit is closed';
    end if;
  end loop;
end $$;
revoke all on function audit.refuse_closed from public;

create function audit.check_open() returns trigger
  language plpgsql security definer set search_path = audit, pg_temp as $$
begin
  perform audit.refuse_closed(array(select distinct t.audit from touched t));
  return null;
end $$;

do $$
declare
  content regclass;
  name text;
begin
  foreach content in array '{audit.answer, audit.count_row, audit.mis_row, audit.summary_row, audit.document, audit.transaction,
    audit.kept_mark}'::regclass[] loop
    name := (select relname from pg_class where oid = content);
    execute format('create trigger %I after insert on %s referencing new table as touched
      for each statement execute function audit.check_open()', name || '_added', content);
    execute format('create trigger %I after update on %s referencing new table as touched
      for each statement execute function audit.check_open()', name || '_changed', content);
    execute format('create trigger %I after delete on %s referencing old table as touched
      for each statement execute function audit.check_open()', name || '_deleted', content);
  end loop;
end $$;

-- The status of a discrepancy is not content of the audit: the branch answers a closed audit too.
create function audit.check_discrepancy() returns trigger
  language plpgsql security definer set search_path = audit, pg_temp as $$
begin
  perform audit.refuse_closed(array[new.audit]);
  return null;
end $$;
create trigger discrepancy_added after insert on audit.discrepancy
  for each row execute function audit.check_discrepancy();
create trigger discrepancy_changed after update on audit.discrepancy
  for each row when ((old.flag, old.type, old.type_sub, old.tran_no, old.tran_date, old.purpose, old.party_type, old.master_type,
      old.master_document, old.party_name, old.words, old.on_day, old.removed_at)
    is distinct from (new.flag, new.type, new.type_sub, new.tran_no, new.tran_date, new.purpose, new.party_type, new.master_type,
      new.master_document, new.party_name, new.words, new.on_day, new.removed_at))
  execute function audit.check_discrepancy();

-- A closed audit stays as it is: nothing of its header changes any more.
create function audit.keep_closed() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'audit_closed', message = 'the audit is closed';
end $$;
create trigger audit_stays_closed before update on audit.audit
  for each row when (old.status = 'C') execute function audit.keep_closed();

-- Keeps the tally. Its rows are changed in the order of their key, so that two who mark at once wait and never block each other.
create function audit.keep_tally() returns trigger
  language plpgsql security definer set search_path = audit, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into audit.tally as t (audit, branch, type, party_type, purpose, status, n)
    select audit, min(branch), type, party_type, purpose, status, count(*) from added
    group by audit, type, party_type, purpose, status order by 1, 3, 4, 5, 6
    on conflict (audit, type, party_type, purpose, status) do update set n = t.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into audit.tally as t (audit, branch, type, party_type, purpose, status, n)
    select audit, min(branch), type, party_type, purpose, status, -count(*) from gone
    group by audit, type, party_type, purpose, status order by 1, 3, 4, 5, 6
    on conflict (audit, type, party_type, purpose, status) do update set n = t.n + excluded.n;
  else
    insert into audit.tally as t (audit, branch, type, party_type, purpose, status, n)
    select audit, min(branch), type, party_type, purpose, status, sum(one) from (
      select audit, branch, type, party_type, purpose, status, 1 as one from added
      union all
      select audit, branch, type, party_type, purpose, status, -1 from gone) as moved
    group by audit, type, party_type, purpose, status having sum(one) <> 0 order by 1, 3, 4, 5, 6
    on conflict (audit, type, party_type, purpose, status) do update set n = t.n + excluded.n;
  end if;
  return null;
end $$;
create trigger tally_added after insert on audit.transaction referencing new table as added
  for each statement execute function audit.keep_tally();
create trigger tally_changed after update on audit.transaction referencing new table as added old table as gone
  for each statement execute function audit.keep_tally();
create trigger tally_deleted after delete on audit.transaction referencing old table as gone
  for each statement execute function audit.keep_tally();

-- A fetched register has no bytes to limit, and fetching is long: it must not keep others from marking transactions meanwhile.
create trigger document_limit before insert on audit.document
  for each row when (new.origin = 'upload') execute function platform.limit_documents('audit.audit', 'audit', 50, 200);

-- The most replies to a discrepancy, and files among them.
create trigger reply_limited before insert on audit.reply
  for each row when (new.words <> '')
  execute function platform.limit_replies('audit.discrepancy', 'line_no', 'discrepancy', 100, 20);

-- Limits the discrepancies of an audit. Whoever marks a transaction shares the lock of the audit, so the count has a lock of its own: a
-- stronger one on the audit would let two who mark at once wait for each other for ever. It counts once for each statement.
create function audit.limit_discrepancies() returns trigger
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  named integer;
begin
  for named in select distinct audit from added order by audit loop
    perform pg_advisory_xact_lock(hashtext('discrepancies of an audit'), named);
    if (select count(*) from (select from audit.discrepancy d where d.audit = named limit 10001) as found) > 10000 then
      raise exception using errcode = 'check_violation', constraint = 'audit_discrepancies', message = 'too many discrepancies';
    end if;
  end loop;
  return null;
end $$;
revoke all on function audit.limit_discrepancies from public;
create trigger discrepancy_limited after insert on audit.discrepancy referencing new table as added
  for each statement execute function audit.limit_discrepancies();

-- Notices of audits that are not closed and of discrepancies that wait, one for each branch.
create function audit.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('audit:' || new.branch);
  return null;
end $$;
create trigger audit_waits after insert on audit.audit
  for each row execute function audit.tell_waiting();
create trigger audit_waiting_changed after update on audit.audit
  for each row when (old.status <> new.status) execute function audit.tell_waiting();
create trigger discrepancy_waits after insert on audit.discrepancy
  for each row execute function audit.tell_waiting();
create trigger discrepancy_waiting_changed after update on audit.discrepancy
  for each row when (old.status <> new.status or (old.removed_at is null) <> (new.removed_at is null))
  execute function audit.tell_waiting();
revoke all on function audit.check_open, audit.check_discrepancy, audit.keep_closed, audit.keep_tally, audit.tell_waiting
  from public;
