-- Right groups and users as master data: found by name, id, entity and group among many, kept to the caller's reach,
-- and never without someone who can let others in.

-- At most one user for an employee.
alter table access.account add check (length(employee_code) <= 50);
create unique index account_employee_unique on access.account (lower(employee_code)) where employee_code <> '';

create index account_by_name on access.account (name, srno);
create index account_by_user_id on access.account (user_id, srno);
create index account_search on access.account using gin ((name || ' ' || user_id) gin_trgm_ops);
-- The users of an entity or a group are found among these, in the order of the list.
drop index access.account_by_entity;
create index account_by_entity on access.account (entity, name, srno);
drop index access.account_by_right_group;
create index account_by_right_group on access.account (right_group, name, srno);
create index right_group_by_name on access.right_group (name, srno);
create index right_group_search on access.right_group using gin (name gin_trgm_ops);

-- A user belongs to the reach of the branch of their entity: the branch itself, or the one that controls a franchise.
-- As its owner, so that the answer does not hang on which entities the asking role may see.
create function access.entity_in_scope(entity integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return platform.in_scope(entity)
    or exists (select from masters.entity_ref e where e.srno = entity and platform.in_scope(e.controlling_branch));
revoke all on function access.entity_in_scope from public;
grant execute on function access.entity_in_scope to bureau_writer;

alter table access.account enable row level security;
alter table access.account force row level security;
create policy account_owner on access.account to bureau_owner using (true);
create policy account_read on access.account for select to bureau_reader using (true);
create policy account_write on access.account to bureau_writer
  using (access.entity_in_scope(entity)) with check (access.entity_in_scope(entity));

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
