-- Right groups and users as master data: found by name, id, entity and group among many, kept to the caller's reach,
-- and never without someone who can let others in.

-- At most one user for an employee.
alter table access.account add check (length(employee_code) <= 50);
create unique index account_employee_unique on access.account (lower(employee_code)) where employee_code <> '';

-- Two columns that follow from others, so that one index each serves reach and search. `home_branch` is the branch in
-- whose reach a user is: the own one, or the one that controls the franchise; none for head office. `found_by` is
-- every word by which a user is looked for.
alter table access.account add home_branch integer references masters.entity, add found_by text not null default '';

-- As its owner, because what a user belongs to does not hang on what the saving role may see.
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

-- Emptying the words makes them anew.
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
update access.account set found_by = '';

create index account_by_name on access.account (name, srno);
create index account_by_user_id on access.account (user_id, srno);
create index account_by_home_branch on access.account (home_branch, name, srno);
-- Without a list of pending words: saves are few, and the planner shuns an index that has one.
create index account_search on access.account using gin (found_by gin_trgm_ops) with (fastupdate = off);
drop index access.account_by_right_group;
create index account_by_right_group on access.account (right_group, name, srno);
create index right_group_by_name on access.right_group (name, srno);
create index right_group_search on access.right_group using gin (name gin_trgm_ops);

alter table access.account enable row level security;
alter table access.account force row level security;
create policy account_owner on access.account to bureau_owner using (true);
create policy account_read on access.account for select to bureau_reader using (true);
create policy account_write on access.account to bureau_writer
  using (platform.in_scope(home_branch)) with check (platform.in_scope(home_branch));

alter table access.account_branch enable row level security;
alter table access.account_branch force row level security;
create policy account_branch_owner on access.account_branch to bureau_owner using (true);
create policy account_branch_read on access.account_branch for select to bureau_reader using (true);
create policy account_branch_write on access.account_branch to bureau_writer
  using (platform.in_scope(branch)) with check (platform.in_scope(branch));

-- Whether someone is left who can give rights and let users in. As its owner, because a caller of one branch does not
-- see the head office's users.
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
