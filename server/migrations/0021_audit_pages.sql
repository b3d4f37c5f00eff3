-- oldest program: 0020
-- The list of discrepancies by audit, and where a branch is reached by mail.

-- A list that is narrowed to a month reads one ordered range for each audit and status.
create index discrepancy_of_audit on audit.discrepancy (audit, flag, status, on_day, line_no) where removed_at is null;

create view masters.entity_contact with (security_invoker = true) as
  select srno, id, name, active, email from masters.entity;
grant select on masters.entity_contact to bureau_reader, bureau_writer;
