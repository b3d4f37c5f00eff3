-- oldest program: none
-- The rules of the ledger as triggers: how a transfer counts, who may receive notes, who may move them, and what an employee
-- who holds notes cannot become.

-- Locks the employee until the end of the transaction, so that nobody leaves while notes are on their way to them. A receiver is
-- a vault or an employee who delivers, because the screens offer no other holders and could not move the notes on.
create function notes.receiver_works(receiver integer, at_branch integer) returns void
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
revoke all on function notes.receiver_works from public;

-- Makes a transfer count: it takes its time, changes both balances and stores them. A balance below zero or a receiver who may
-- not receive ends the transaction.
create function notes.post_transfer() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
begin
  update notes.book set last_at = greatest(clock_timestamp(), last_at + interval '1 microsecond')
    where branch = new.branch returning last_at into new.at;
  perform notes.receiver_works(new.to_holder, new.branch);
  if (select count(*) from notes.holder
      where srno in (new.from_holder, new.to_holder) and branch = new.branch) <> 2 then
    raise exception using errcode = 'check_violation', constraint = 'transfer_within_branch',
      message = 'a transfer stays within its branch';
  end if;
  update notes.balance set quantity = quantity - new.quantity
    where holder = new.from_holder and product = new.product and isd = new.isd returning quantity into new.from_after;
  if not found then
    insert into notes.balance (holder, kind, product, isd, quantity)
      select srno, kind, new.product, new.isd, -new.quantity from notes.holder where srno = new.from_holder
      returning quantity into new.from_after;
  end if;
  insert into notes.balance as had (holder, kind, product, isd, quantity)
    select srno, kind, new.product, new.isd, new.quantity from notes.holder where srno = new.to_holder
    on conflict (holder, product, isd) do update set quantity = had.quantity + excluded.quantity
    returning quantity into new.to_after;
  return new;
end $$;
create trigger transfer_posts before insert on notes.transfer for each row execute function notes.post_transfer();

create function notes.check_receiver() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
begin
  perform notes.receiver_works(new.to_holder, new.branch);
  return new;
end $$;
create trigger movement_receiver before insert on notes.movement for each row execute function notes.check_receiver();

-- Each entity and each employee has holders from the beginning.
create function notes.open_book() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
begin
  insert into notes.book (branch) values (new.srno);
  insert into notes.holder (kind, branch)
    select kind, new.srno from unnest(array['transit', 'customer', 'outside']) as kind;
  return null;
end $$;
create trigger entity_opens_book after insert on masters.entity for each row execute function notes.open_book();

-- The holders of all employees that a statement adds are one statement, because an import adds thousands.
create function notes.open_holder() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
begin
  insert into notes.holder (kind, branch, employee) select 'employee', a.branch, a.srno from added a;
  return null;
end $$;
create trigger employee_opens_holder after insert on masters.employee referencing new table as added
  for each statement execute function notes.open_holder();

-- An employee who holds notes, or has notes on the way to or from them, stays active, in their branch, of their kind and
-- delivering.
create function notes.keep_holder() returns trigger
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
create trigger employee_keeps_holder before update of active, branch, kind, delivery on masters.employee
  for each row execute function notes.keep_holder();

-- Sends a notice of waiting notes to every process.
create function notes.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('notes:' || new.branch);
  return null;
end $$;
create trigger movement_waits after insert or update of state on notes.movement
  for each row execute function notes.tell_waiting();

-- Nobody alone brings notes of another executive into their own hands (domain/notes/custody.ts). The program asks the rule first
-- and refuses in its words. The two triggers below enforce it whatever the program does.

-- Checks a hand-over before it is stored. The mover is the user for whom the transaction acts. Outside of a call there is no
-- user, and nothing is checked.
create function notes.check_custody() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
declare
  mover integer := nullif(current_setting('bureau.actor', true), '')::integer;
  own integer;
  keeps_vaults boolean;
  from_vault boolean;
begin
  if mover is null then
    return new;
  end if;
  new.made_by := mover;
  select h.srno, coalesce(g.may_edit, false) into own, keeps_vaults
    from access.account a
    left join access.group_right g on g.right_group = a.right_group and g.right_key = 'VAULTSTOCK'
    left join masters.employee e on lower(e.code) = lower(a.employee_code) and e.kind = 'P'
    left join notes.holder h on h.employee = e.srno
    where a.srno = mover;
  select e.kind = 'V' into from_vault from notes.holder h join masters.employee e on e.srno = h.employee
    where h.srno = new.from_holder;
  if from_vault then
    if new.four_eyes and new.to_holder = own then
      raise exception using errcode = 'check_violation', constraint = 'custody_draw',
        message = 'with four eyes nobody draws notes from a vault alone';
    end if;
  elsif new.from_holder is distinct from own then
    if new.to_holder = own then
      raise exception using errcode = 'check_violation', constraint = 'custody_to_oneself',
        message = 'nobody sends notes of another executive to themselves';
    end if;
    if not keeps_vaults then
      raise exception using errcode = 'check_violation', constraint = 'custody_of_another',
        message = 'notes are sent by their holder or by whoever edits the stock';
    end if;
  end if;
  return new;
end $$;
create trigger slip_custody before insert on notes.slip for each row execute function notes.check_custody();

-- A movement has the two holders of its slip. A user who moved notes of another executive into a vault and accepted them there
-- cannot draw them next, because that would be the forbidden move in two steps.
create function notes.check_movement() returns trigger
  language plpgsql security definer set search_path = notes, pg_temp as $$
declare
  handed notes.slip;
begin
  select * into handed from notes.slip where srno = new.slip;
  if (handed.from_holder, handed.to_holder, handed.branch)
      is distinct from (new.from_holder, new.to_holder, new.branch) then
    raise exception using errcode = 'check_violation', constraint = 'movement_of_slip',
      message = 'a movement is from and to the holders of its slip';
  end if;
  if exists (
    select from access.account a
    join masters.employee e on lower(e.code) = lower(a.employee_code) and e.kind = 'P'
    join notes.holder own on own.employee = e.srno and own.srno = new.to_holder
    cross join lateral (
      select m.from_holder, m.to_holder, m.decided_by, s.made_by
      from notes.movement m join notes.slip s on s.srno = m.slip
      where m.request = new.request and m.line_no = new.line_no and m.state = 'accepted'
      order by m.srno desc limit 1) as earlier
    join notes.holder f on f.srno = earlier.from_holder
    join masters.employee giver on giver.srno = f.employee and giver.kind = 'P' and giver.srno <> e.srno
    where a.srno = handed.made_by and earlier.to_holder = new.from_holder
      and earlier.made_by = a.srno and earlier.decided_by = a.srno) then
    raise exception using errcode = 'check_violation', constraint = 'custody_draw_after_taking',
      message = 'nobody draws notes that they alone took from another executive';
  end if;
  return new;
end $$;
create trigger movement_custody before insert on notes.movement for each row execute function notes.check_movement();
