-- Money that came by a link and was not received: listed until somebody says that it has been sent back.
alter table payments.payment
  -- In the order in which we heard of them; the gateway's own ids have none.
  add column srno integer generated always as identity,
  add column returned_at timestamptz,
  add column returned_by integer,
  add column returned_by_name text,
  add column returned_reference text check (length(returned_reference) between 1 and 100),
  add constraint payment_returned_whole check (
    (returned_at is null) = (returned_reference is null) and (returned_at is null or outcome = 'to return'));
create unique index payment_srno on payments.payment (srno);
drop index payments.payment_to_return;
create index payment_to_return on payments.payment (srno) where outcome = 'to return' and returned_at is null;

-- What the first save under a reference was answered, so that the same save again gets the same answer.
alter table requests.request add column first_warnings text[] not null default '{}';
