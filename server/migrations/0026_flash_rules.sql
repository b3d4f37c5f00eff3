-- oldest program: none
-- The rules of a flash audit as triggers: what a closed one refuses, the counted values, limits, and for whom an audit or a discrepancy
-- waits.

-- Refuses to change anything of a closed audit. It locks the audits in shared mode to the end of the transaction, so that an audit
-- is not closed between this check and the commit. The one who closes locks the row exclusively: they wait for whoever writes now,
-- and later writers wait for them and then see the closed audit.
create function flash.refuse_closed(audits integer[]) returns void
  language plpgsql security definer set search_path = flash, pg_temp as $$
declare
  found_status text;
begin
  for found_status in select a.status from flash.audit a where a.srno = any (audits) order by a.srno for share loop
    if found_status = 'C' then
      raise exception using errcode = 'check_violation', constraint = 'flash_closed', message = 'the flash audit is closed';
    end if;
  end loop;
end $$;
revoke all on function flash.refuse_closed from public;

create function flash.check_open() returns trigger
  language plpgsql security definer set search_path = flash, pg_temp as $$
begin
  perform flash.refuse_closed(array(select distinct t.audit from touched t));
  return null;
end $$;

do $$
declare
  content regclass;
  name text;
begin
  foreach content in array '{flash.currency, flash.denomination, flash.transaction, flash.response}'::regclass[] loop
    name := (select relname from pg_class where oid = content);
    execute format('create trigger %I after insert on %s referencing new table as touched
      for each statement execute function flash.check_open()', name || '_added', content);
    execute format('create trigger %I after update on %s referencing new table as touched
      for each statement execute function flash.check_open()', name || '_changed', content);
    execute format('create trigger %I after delete on %s referencing old table as touched
      for each statement execute function flash.check_open()', name || '_deleted', content);
  end loop;
end $$;

-- A closed audit stays as it is.
create function flash.keep_closed() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'flash_closed', message = 'the flash audit is closed';
end $$;
create trigger audit_stays_closed before update on flash.audit
  for each row when (old.status = 'C') execute function flash.keep_closed();

-- Keeps the counted value of a currency equal to the sum of its denominations.
create function flash.keep_count() returns trigger
  language plpgsql security definer set search_path = flash, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update flash.currency c set actual = c.actual + t.value, faces = c.faces + t.n
    from (select currency, sum(total) as value, count(*)::integer as n from added group by currency) as t where c.srno = t.currency;
  elsif tg_op = 'DELETE' then
    update flash.currency c set actual = c.actual - t.value, faces = c.faces - t.n
    from (select currency, sum(total) as value, count(*)::integer as n from gone group by currency) as t where c.srno = t.currency;
  else
    update flash.currency c set actual = c.actual + t.value
    from (select currency, sum(value) as value from (
        select currency, total as value from added union all select currency, -total from gone) as moved
      group by currency) as t where c.srno = t.currency;
  end if;
  return null;
end $$;
create trigger count_added after insert on flash.denomination referencing new table as added
  for each statement execute function flash.keep_count();
create trigger count_changed after update on flash.denomination referencing new table as added old table as gone
  for each statement execute function flash.keep_count();
create trigger count_deleted after delete on flash.denomination referencing old table as gone
  for each statement execute function flash.keep_count();

-- Limits the transactions of an audit, removed ones included. Whoever adds one has locked the audit.
create function flash.limit_transactions() returns trigger
  language plpgsql security definer set search_path = flash, pg_temp as $$
begin
  perform from flash.audit a where a.srno = new.audit for no key update;
  if (select count(*) from flash.transaction t where t.audit = new.audit) >= 500 then
    raise exception using errcode = 'check_violation', constraint = 'flash_transactions', message = 'too many transactions';
  end if;
  return new;
end $$;
create trigger transaction_limited before insert on flash.transaction
  for each row execute function flash.limit_transactions();

create trigger response_of_currency_limited before insert on flash.response
  for each row when (new.words <> '' and new.currency is not null)
  execute function platform.limit_replies('flash.currency', 'srno', 'currency', 100, 20);
create trigger response_of_transaction_limited before insert on flash.response
  for each row when (new.words <> '' and new.transaction is not null)
  execute function platform.limit_replies('flash.transaction', 'srno', 'transaction', 100, 20);

-- Notices of audits that are not closed and of discrepancies that wait, one for each branch.
create function flash.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('flash:' || new.branch);
  return null;
end $$;
create trigger audit_waits after insert on flash.audit
  for each row execute function flash.tell_waiting();
create trigger audit_waiting_changed after update on flash.audit
  for each row when (old.status <> new.status) execute function flash.tell_waiting();
create trigger currency_waits after update on flash.currency
  for each row when ((old.status, old.answer_status, old.is_open) is distinct from (new.status, new.answer_status, new.is_open))
  execute function flash.tell_waiting();
create trigger transaction_waits after insert on flash.transaction
  for each row when (new.status = 'D') execute function flash.tell_waiting();
create trigger transaction_waiting_changed after update on flash.transaction
  for each row when ((old.status, old.answer_status, old.is_open, old.removed_at)
    is distinct from (new.status, new.answer_status, new.is_open, new.removed_at))
  execute function flash.tell_waiting();
revoke all on function flash.check_open, flash.keep_closed, flash.keep_count, flash.limit_transactions, flash.tell_waiting
  from public;
