-- oldest program: 0019
-- What the registers of an audit need besides their tables: how notes came to a branch and left it, an order in which a register
-- is read page by page, and a limit of what a user can upload to one audit.

-- What a branch got from its customers and from the outside, and what it gave them, as the branch sees it: a positive quantity came
-- in, and the balance is what all of the branch together holds against this holder.
create view notes.branch_flow with (security_invoker = true) as
  select h.branch, p.holder, h.kind as against, p.id, p.at, p.kind, p.product, p.isd, -p.quantity as quantity,
    -p.balance as balance, p.request
  from notes.holder h join notes.posting p on p.holder = h.srno where h.kind in ('customer', 'outside');
-- The currencies that a branch ever had. The balance of each at a time is found by index in notes.branch_flow.
create view notes.branch_currency with (security_invoker = true) as
  select h.branch, b.holder, b.product, b.isd
  from notes.holder h join notes.balance b on b.holder = h.srno where h.kind in ('customer', 'outside');
grant select on notes.branch_flow, notes.branch_currency to bureau_reader, bureau_writer;

drop index audit.transaction_by_document;
create index transaction_by_document on audit.transaction (document, line_no);

-- A fetched register has no bytes to limit, and fetching is long: it must not keep others from marking transactions meanwhile.
create trigger document_limit before insert on audit.document
  for each row when (new.origin = 'upload') execute function platform.limit_documents('audit.audit', 'audit', 50, 200);
