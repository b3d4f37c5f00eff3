-- oldest program: 0021
-- What home needs to show each user their own work: requests of a maker that are open, stops of a delivery executive, and the
-- turnover of a day.

-- The own drafts of a maker, those that an approver has unlocked, and the links that their customers have not paid.
create index request_drafts_of_maker on requests.request (made_by, srno) where not submitted and withdrawn_at is null;
create index request_unlocked_of_maker on requests.request (made_by, srno)
  where not submitted and submitted_at is not null and withdrawn_at is null;
create index request_unpaid_of_maker on requests.request (made_by, srno)
  where link_sent and received < grand_total and withdrawn_at is null;

-- The turnover of a day, by branch and for callers who see all branches, is read from these indexes alone.
create index request_final_by_branch on requests.request (branch, submitted_at) include (type, forex_total, srno)
  where submitted;
create index request_final on requests.request (submitted_at) include (type, forex_total, srno) where submitted;

-- A delivery that is planned, done or given to another executive changes what waits for executives.
drop trigger request_waiting_changed on requests.request;
create trigger request_waiting_changed after update on requests.request
  for each row when ((old.submitted or new.submitted or old.link_requested or new.link_requested)
    and (old.branch, old.submitted, old.received, old.grand_total, old.bm_by, old.zm_by, old.cm_by, old.fm_by,
      old.link_requested, old.link_sent, old.withdrawn_at, old.status, old.delivery_executive)
    is distinct from (new.branch, new.submitted, new.received, new.grand_total, new.bm_by, new.zm_by, new.cm_by, new.fm_by,
      new.link_requested, new.link_sent, new.withdrawn_at, new.status, new.delivery_executive))
  execute function requests.tell_waiting();

-- A stop of a delivery executive, and a link that is not paid, for other modules.
create view requests.stop_ref with (security_invoker = true) as
  select srno, branch, type, handover, delivery_executive, status, withdrawn_at, grand_total, traveller_name, entity_name,
    mobile, delivery_address, kyc_address, other_details, latitude, longitude, version, changed_at,
    bm_by is not null and zm_by is not null and cm_by is not null and fm_by is not null as is_approved
  from requests.request;
create view requests.unpaid_ref with (security_invoker = true) as
  select srno, branch, made_by, link_round, type, traveller_name, entity_name, grand_total, received, version, changed_at
  from requests.request where link_sent and received < grand_total and withdrawn_at is null;
grant select on requests.stop_ref, requests.unpaid_ref to bureau_reader, bureau_writer;
