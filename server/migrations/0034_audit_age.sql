-- oldest program: 0033
-- transaction: each statement
-- Discrepancies by how long they wait: since the day in India on which each was raised or went back to the branch. Their lists are in
-- this order, and are narrowed by the day of the transaction within an index.
create index concurrently discrepancy_by_age on audit.discrepancy
  (flag, status, ((pending_since at time zone 'Asia/Kolkata')::date), line_no, on_day) where removed_at is null;
create index concurrently discrepancy_by_branch_and_age on audit.discrepancy
  (branch, flag, status, ((pending_since at time zone 'Asia/Kolkata')::date), line_no, on_day) where removed_at is null;
create index concurrently discrepancy_of_audit_by_age on audit.discrepancy
  (audit, flag, status, ((pending_since at time zone 'Asia/Kolkata')::date), line_no, on_day) where removed_at is null;
