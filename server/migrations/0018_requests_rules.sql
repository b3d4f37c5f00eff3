-- oldest program: none
-- The triggers of requests, and what other modules may read of them.

-- Notices of waiting requests, one for each branch of which something changed.
create function requests.tell_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('requests:' || new.branch);
  if tg_op = 'UPDATE' and old.branch is distinct from new.branch then
    perform platform.note_waiting('requests:' || old.branch);
  end if;
  return null;
end $$;
-- A draft waits only for its author, so saving one sends no notice.
create trigger request_waits after insert on requests.request
  for each row when (new.submitted or new.link_requested) execute function requests.tell_waiting();
-- A delivery that is planned, done or given to another executive changes what waits for executives.
create trigger request_waiting_changed after update on requests.request
  for each row when ((old.submitted or new.submitted or old.link_requested or new.link_requested)
    and (old.branch, old.submitted, old.received, old.grand_total, old.bm_by, old.zm_by, old.cm_by, old.fm_by,
      old.link_requested, old.link_sent, old.withdrawn_at, old.status, old.delivery_executive)
    is distinct from (new.branch, new.submitted, new.received, new.grand_total, new.bm_by, new.zm_by, new.cm_by, new.fm_by,
      new.link_requested, new.link_sent, new.withdrawn_at, new.status, new.delivery_executive))
  execute function requests.tell_waiting();

create function requests.tell_settled() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('requests:' || r.branch) from requests.request r where r.srno = new.request;
  return null;
end $$;
create trigger payment_line_settled after update of settled_at on requests.payment_line
  for each row when (old.settled_at is distinct from new.settled_at) execute function requests.tell_settled();

-- Marks a request as a deal, for good: nobody takes the mark away. The row before the change counts as well, so that a request that was
-- loaded without triggers gets its mark when it changes.
create function requests.mark_deal() returns trigger language plpgsql as $$
begin
  new.dealt_at := coalesce(old.dealt_at, now());
  return new;
end $$;
revoke all on function requests.mark_deal from public;
create trigger request_dealt before insert on requests.request
  for each row when (new.dealt_at is null
    and (new.submitted_at is not null and new.received > 0 or new.bm_by is not null or new.is_out or new.is_in))
  execute function requests.mark_deal();
create trigger request_dealt_changed before update on requests.request
  for each row when (
    old.dealt_at is not null and new.dealt_at is distinct from old.dealt_at
    or old.dealt_at is null
      and (old.submitted_at is not null and old.received > 0 or old.bm_by is not null or old.is_out or old.is_in
        or new.submitted_at is not null and new.received > 0 or new.bm_by is not null or new.is_out or new.is_in))
  execute function requests.mark_deal();

-- What other modules may read of a request.
create view requests.request_ref with (security_invoker = true) as
  select srno, branch, type, handover, sales_executive, delivery_executive, status, submitted, withdrawn_at, made_on,
    grand_total, received, email, traveller_name, entity_name, mobile, remitter_bank, account_number, ifsc,
    link_requested, link_sent, link_round, bm_by is not null and zm_by is not null and cm_by is not null
    and fm_by is not null as is_approved, is_out, is_in, version
  from requests.request;
create view requests.product_line_ref with (security_invoker = true) as
  select request, line_no, product, isd, quantity, rate, amount, ibr from requests.product_line;
-- Requests by their number, with the day in India on which they were made Final, or else on which they were begun.
create view requests.day_ref with (security_invoker = true) as
  select srno, branch, type, (coalesce(submitted_at, made_at) at time zone 'Asia/Kolkata')::date as on_day
  from requests.request;
-- A stop of a delivery executive, and a link that is not paid.
create view requests.stop_ref with (security_invoker = true) as
  select srno, branch, type, handover, delivery_executive, status, withdrawn_at, grand_total, traveller_name, entity_name,
    mobile, delivery_address, kyc_address, other_details, latitude, longitude, version, changed_at,
    bm_by is not null and zm_by is not null and cm_by is not null and fm_by is not null as is_approved
  from requests.request;
create view requests.unpaid_ref with (security_invoker = true) as
  select srno, branch, made_by, link_round, type, traveller_name, entity_name, grand_total, received, version, changed_at
  from requests.request where link_sent and received < grand_total and withdrawn_at is null;
-- What a register of transactions shows of a request with all four approvals. The month of a request is the one in which it was
-- made Final, in Indian time, as for its earnings. Its lines are objects, and its ways of payment are one text.
create view requests.register_ref with (security_invoker = true) as
  select r.srno, r.branch, r.type, r.submitted_at, (r.submitted_at at time zone 'Asia/Kolkata')::date as final_on,
    r.traveller_name, r.entity_name, r.nationality, r.residency, r.id_type, r.id_number, r.pan, r.purpose, r.forex_total,
    (select jsonb_agg(jsonb_build_object('product', l.product, 'isd', l.isd, 'quantity', l.quantity::text, 'rate', l.rate::text,
        'amount', l.amount::text) order by l.line_no)
      from requests.product_line l where l.request = r.srno) as lines,
    (select string_agg(p.type, ', ' order by p.type) from (
        select distinct y.type from requests.payment_line y where y.request = r.srno) as p) as paid_by
  from requests.request r
  where r.bm_by is not null and r.zm_by is not null and r.cm_by is not null and r.fm_by is not null;
grant select on requests.request_ref, requests.product_line_ref, requests.day_ref, requests.stop_ref, requests.unpaid_ref,
  requests.register_ref to bureau_reader, bureau_writer;
