-- oldest program: none
-- The functions and triggers of access: notices of changes, derived columns, and what the rules of granting ask about.

-- Every process keeps sessions and rights in memory. These notices make it forget what has changed. The database itself sends
-- them, so that a change by hand takes effect like a change by the program.
create function access.tell_changed() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  perform pg_notify('access_changed', case tg_table_name
    when 'session' then 'session:' || encode((to_jsonb(changed) ->> 'id_hash')::bytea, 'hex')
    when 'account' then 'account:' || (to_jsonb(changed) ->> 'srno')
    when 'account_branch' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'password' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'totp' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'passkey' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'group_right' then 'group:' || (to_jsonb(changed) ->> 'right_group')
    when 'right_group' then 'group:' || (to_jsonb(changed) ->> 'srno')
    else 'everything' end);
  return null;
end $$;

create trigger session_ended after update of ended_at, expires_at, account, second_factor_at, reauthenticated_at, step_up_at
    or delete
  on access.session for each row execute function access.tell_changed();
create trigger account_changed after update of user_id, name, entity, right_group, employee_code, active, enabled,
  must_change_password or delete on access.account for each row execute function access.tell_changed();
create trigger account_branch_changed after insert or update or delete on access.account_branch
  for each row execute function access.tell_changed();
create trigger password_changed after update or delete on access.password
  for each row execute function access.tell_changed();
create trigger totp_changed after insert or update of secret or delete on access.totp
  for each row execute function access.tell_changed();
create trigger passkey_changed after insert or delete on access.passkey
  for each row execute function access.tell_changed();
create trigger group_right_changed after insert or update or delete on access.group_right
  for each row execute function access.tell_changed();
create trigger right_group_factor_changed after update of needs_second_factor on access.right_group
  for each row when (old.needs_second_factor <> new.needs_second_factor) execute function access.tell_changed();
-- A save that changes nothing of what the processes remember of an entity sends no notice.
create trigger entity_changed after update of type, id, name, active, controlling_branch on masters.entity
  for each row when ((old.type, old.id, old.name, old.active, old.controlling_branch)
    is distinct from (new.type, new.id, new.name, new.active, new.controlling_branch))
  execute function access.tell_changed();
create trigger entity_removed after delete on masters.entity
  for each row execute function access.tell_changed();

-- Fills the derived columns of a user. It runs as its owner, because they must not depend on what the saving role may see.
create function access.describe_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.home_branch := (select case e.type when 'B' then e.srno when 'F' then e.controlling_branch end
    from masters.entity_ref e where e.srno = new.entity);
  new.found_by := concat_ws(' ', new.name, new.user_id,
    (select e.id || ' ' || e.name from masters.entity_ref e where e.srno = new.entity),
    (select g.name from access.right_group g where g.srno = new.right_group));
  return new;
end $$;
create trigger account_described before insert or update of name, user_id, entity, right_group, found_by
  on access.account for each row execute function access.describe_account();

-- Clears the derived words, and the trigger above fills them again.
create function access.describe_again() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'entity' then
    update access.account set found_by = '' where entity = new.srno;
  else
    update access.account set found_by = '' where right_group = new.srno;
  end if;
  return null;
end $$;
create trigger entity_described after update of id, type, name, controlling_branch on masters.entity
  for each row execute function access.describe_again();
create trigger right_group_described after update of name on access.right_group
  for each row when (old.name <> new.name) execute function access.describe_again();

-- The code of an employee connects a user with the employee. When the code changes, on a screen, by an import or by hand, the
-- user gets the new code in the same transaction, even if the user is out of the caller's scope. Otherwise the user would lose
-- access to the notes they hold. The running sessions hear of it as of every change of a user.
create function access.follow_employee() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  by_account integer := nullif(current_setting('bureau.actor', true), '')::integer;
begin
  with before as (
    select * from access.account
    where employee_code <> '' and lower(employee_code) = lower(old.code) and employee_code <> new.code for update
  ), changed as (
    update access.account a set employee_code = new.code, version = a.version + 1, changed_by = by_account,
      changed_by_name = coalesce((select b.name from access.account b where b.srno = by_account), ''), changed_at = now()
    from before where a.srno = before.srno returning a.*
  )
  insert into platform.trail (action, record, record_id, branch, before, after)
  select 'edit', 'account', changed.srno::text, changed.home_branch, to_jsonb(before) - 'found_by',
    to_jsonb(changed) - 'found_by'
  from before join changed on changed.srno = before.srno;
  return null;
end $$;
create trigger employee_code_followed after update of code on masters.employee
  for each row when (old.code <> new.code) execute function access.follow_employee();

-- Tells whether somebody can still give rights and admit users. It runs as its owner, because a caller of one branch does not
-- see the users of the head office.
create function access.has_administrator() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (
    select from access.account a
    join masters.entity_ref e on e.srno = a.entity
    where a.active and a.enabled and e.active and e.type = 'A'
      and (select count(*) from access.group_right g
        where g.right_group = a.right_group and g.right_key in ('RIGHT', 'USER') and g.may_edit) = 2);
revoke all on function access.has_administrator from public;
grant execute on function access.has_administrator to bureau_writer;

-- Nobody can grant more than they have. The rules are in domain/access/grants.ts; the next three functions give them the facts.
-- They run as their owner, because a caller of one branch neither sees all branches of a user nor, perhaps, their own record.

-- The branches that a user can see, or null for a user of the head office. Inactive branches count too, because they may become
-- active again.
create function access.reach_of(of_account integer, of_entity integer) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select case e.type
      when 'A' then null
      when 'F' then array(select b.id from masters.entity_ref b where b.srno = e.controlling_branch)
      else array(select b.id from access.account_branch r join masters.entity_ref b on b.srno = r.branch
        where r.account = of_account and r.allowed order by b.id) end
    from masters.entity_ref e where e.srno = of_entity);

create function access.assignments(accounts integer[])
  returns table (account integer, right_group integer, rights jsonb, entity text, reach text[], employee_code text,
    branches jsonb, may_sign_in boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select a.srno, a.right_group,
      coalesce((select jsonb_object_agg(g.right_key,
          jsonb_build_object('query', g.may_query, 'add', g.may_add, 'edit', g.may_edit))
        from access.group_right g where g.right_group = a.right_group), '{}'),
      e.id, access.reach_of(a.srno, a.entity), a.employee_code,
      coalesce((select jsonb_object_agg(b.id, r.allowed)
        from access.account_branch r join masters.entity_ref b on b.srno = r.branch where r.account = a.srno), '{}'),
      a.active and a.enabled and e.active
    from access.account a join masters.entity_ref e on e.srno = a.entity
    where a.srno = any (accounts);
  end;

-- Tells whether a user of a group belongs to a branch, or sees one, that is not among the caller's own. A user belongs to a branch even
-- if they may see none. Whoever changes a right group from another branch changes it for them, and the form of the group says so.
create function access.is_used_beyond(of_group integer, own_reach text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (
    select from access.account a join masters.entity_ref e on e.srno = a.entity
    where a.right_group = of_group and (e.type = 'A'
      or e.type = 'F' and not exists (
        select from masters.entity_ref b where b.srno = e.controlling_branch and b.id = any (own_reach))
      or e.type = 'B' and (e.id <> all (own_reach) or exists (
        select from access.account_branch r join masters.entity_ref b on b.srno = r.branch
        where r.account = a.srno and r.allowed and b.id <> all (own_reach)))));

create function access.email_hold() returns interval language sql immutable return interval '24 hours';

-- Until when password mails to this address of a user are held back, or null if they are not.
create function access.mail_held_until(of_account integer, address text) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return (select c.changed_at + access.email_hold() from access.email_change c
    where c.account = of_account and c.trusted <> address and c.changed_at > now() - access.email_hold());

-- Records every change of an e-mail address and mails it to the old address. If mails to the old address are still held back,
-- the last trusted address is told too.
create function access.note_email_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last_trusted text;
begin
  insert into access.email_change as c (account, trusted, changed_at) values (new.srno, old.email, now())
    on conflict (account) do update set changed_at = excluded.changed_at,
      trusted = case when c.changed_at > now() - access.email_hold() then c.trusted else excluded.trusted end
    returning trusted into last_trusted;
  perform platform.add_job('access:emailchanged',
      json_build_object('account', new.srno, 'email', told.address, 'by', new.changed_by_name, 'at', now()),
      'access:emailchanged:' || new.srno || ':' || encode(sha256(convert_to(told.address, 'UTF8')), 'hex'))
    from (select old.email union select last_trusted) as told (address)
    where told.address not in ('', new.email);
  return null;
end $$;
create trigger account_email_changed after update of email on access.account
  for each row when (old.email <> new.email) execute function access.note_email_change();

revoke all on function access.reach_of, access.assignments, access.is_used_beyond, access.mail_held_until,
  access.note_email_change from public;
grant execute on function access.reach_of, access.assignments, access.is_used_beyond, access.mail_held_until
  to bureau_reader, bureau_writer;
