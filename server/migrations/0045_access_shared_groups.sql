-- oldest program: 0044
-- A user belongs to a branch even if they may see none. Whoever changes a right group from another branch changes it for them.

-- Tells whether a user of a group belongs to a branch, or sees one, that is not among the caller's own.
create or replace function access.is_used_beyond(of_group integer, own_reach text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp
  return exists (
    select from access.account a join masters.entity_ref e on e.srno = a.entity
    where a.right_group = of_group and (e.type = 'A'
      or e.type = 'F' and not exists (
        select from masters.entity_ref b where b.srno = e.controlling_branch and b.id = any (own_reach))
      or e.type = 'B' and (e.id <> all (own_reach) or exists (
        select from access.account_branch r join masters.entity_ref b on b.srno = r.branch
        where r.account = a.srno and r.allowed and b.id <> all (own_reach)))));

-- The form of a group says why it cannot be changed.
grant execute on function access.is_used_beyond to bureau_reader;
