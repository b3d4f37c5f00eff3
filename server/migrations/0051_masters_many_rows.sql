-- oldest program: 0043
-- Imports bring tens of thousands of rows in one transaction, so what is done for each row is done quickly.

-- As before. A statement that is written out keeps its plan; one that is put together is planned again for every row.
create or replace function masters.parent_is_active() returns trigger language plpgsql as $$
declare
  parent integer := (to_jsonb(new) ->> tg_argv[2])::integer;
  is_active boolean;
begin
  if parent is null or (tg_op = 'UPDATE' and parent = (to_jsonb(old) ->> tg_argv[2])::integer) then
    return new;
  end if;
  case tg_argv[0]
    when 'masters.country' then select active into is_active from masters.country where srno = parent;
    when 'masters.state' then select active into is_active from masters.state where srno = parent;
    when 'masters.entity' then select active into is_active from masters.entity where srno = parent;
  end case;
  if not is_active then
    raise exception using errcode = 'check_violation', constraint = tg_argv[1],
      message = format('%s is not active', tg_argv[2]);
  end if;
  return new;
end $$;

-- The holders of all employees that a statement adds are one statement.
drop trigger employee_opens_holder on masters.employee;
create or replace function notes.open_holder() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
begin
  insert into notes.holder (kind, branch, employee) select 'employee', a.branch, a.srno from added a;
  return null;
end $$;
create trigger employee_opens_holder after insert on masters.employee referencing new table as added
  for each statement execute function notes.open_holder();
