-- oldest program: 0026
-- A customer is found by the beginning of the name, and a payment link knows when the payer first opened it.

-- A user of some branches searches branch by branch; a user of all branches searches all names at once. Neither reads the
-- requests that the user may not see.
create index request_by_customer on requests.request
  ((lower(coalesce(nullif(traveller_name, ''), entity_name)) collate "C"), srno) where withdrawn_at is null;
create index request_by_branch_customer on requests.request
  (branch, (lower(coalesce(nullif(traveller_name, ''), entity_name)) collate "C"), srno) where withdrawn_at is null;

-- When a person first opened the address of the link. Empty until then.
alter table payments.link_order add column opened_at timestamptz;
