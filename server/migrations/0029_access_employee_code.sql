-- A user is known as an employee by the employee's code. When the code changes, by screen, by sheet or by hand, the account
-- goes with it in the same transaction, whether or not it is in the reach of whoever changes it: otherwise the user would
-- lose the notes he holds and his lists without a word. The running sessions hear of it as of every change of an account.
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
