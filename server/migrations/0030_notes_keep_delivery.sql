-- Only a vault and who delivers are offered as holders of notes, so that notes in the hands of anybody else could not be
-- moved from any screen. Who has notes, or some on their way, goes on delivering, and nobody is given any who does not.
create or replace function notes.receiver_works(receiver integer, at_branch integer) returns void
  language plpgsql security definer set search_path = notes, pg_temp as $$
declare
  found_as record;
begin
  select e.active, e.branch, e.kind = 'V' or e.delivery as receives into found_as
    from notes.holder h join masters.employee e on e.srno = h.employee
    where h.srno = receiver for share of e;
  if found_as.branch <> at_branch then
    raise exception using errcode = 'check_violation', constraint = 'transfer_within_branch',
      message = 'a transfer stays within its branch';
  end if;
  if not found_as.active then
    raise exception using errcode = 'check_violation', constraint = 'receiver_works',
      message = 'the receiver no longer works';
  end if;
  if not found_as.receives then
    raise exception using errcode = 'check_violation', constraint = 'receiver_delivers',
      message = 'the receiver no longer delivers';
  end if;
end $$;

create or replace function notes.keep_holder() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
begin
  if new.branch = old.branch and new.kind = old.kind and (new.active or not old.active)
    and (new.delivery or not old.delivery) then
    return new;
  end if;
  if exists (select from notes.holder h join notes.balance b on b.holder = h.srno
      where h.employee = new.srno and b.quantity <> 0)
    or exists (select from notes.holder h join notes.movement m on m.to_holder = h.srno
      where h.employee = new.srno and m.state = 'transit')
    or exists (select from notes.holder h join notes.movement m on m.from_holder = h.srno
      where h.employee = new.srno and m.state in ('transit', 'rejected')) then
    raise exception using errcode = 'check_violation', constraint = 'employee_holds_notes',
      message = 'the employee holds notes';
  end if;
  update notes.holder set branch = new.branch where employee = new.srno and branch <> new.branch;
  return new;
end $$;
drop trigger employee_keeps_holder on masters.employee;
create trigger employee_keeps_holder before update of active, branch, kind, delivery on masters.employee
  for each row execute function notes.keep_holder();
