-- oldest program: none
-- What approved requests have earned.

-- The margin of a request: what was charged above the inter-bank rate of its day, or paid below it. A line without such a rate
-- has no known margin and counts as zero.
create function requests.margin(of_request integer, of_type text) returns numeric
  language sql stable parallel safe
  return (select case when of_type in ('PP', 'PB') then -1 else 1 end
      * coalesce(round(sum((l.rate - l.ibr) * l.quantity), 2), 0)
    from requests.product_line l where l.request = of_request);

create function requests.lacks_rate(of_request integer) returns boolean
  language sql stable parallel safe
  return exists (select from requests.product_line l where l.request = of_request and l.ibr is null);

-- The first day of the month, in Indian time, in which a request was made Final.
create function requests.month_of(submitted_at timestamptz) returns date
  language sql immutable parallel safe
  return date_trunc('month', submitted_at at time zone 'Asia/Kolkata')::date;

-- The sums by branch, executive and month, so that a dashboard does not read ten million requests.
create table requests.earned (
  branch integer not null references masters.entity,
  sales_executive integer references masters.employee,
  month date not null check (extract(day from month) = 1),
  amount numeric(17, 2) not null,
  requests integer not null,
  -- How many of these requests have a line without an inter-bank rate.
  without_rate integer not null,
  constraint earned_once unique nulls not distinct (branch, sales_executive, month)
);
create index earned_by_month on requests.earned (month, branch);
select platform.protect_rows('requests.earned', 'platform.in_scope(branch)');
grant select on requests.earned to bureau_reader;
grant select, insert, update on requests.earned to bureau_writer;

-- The last of the four approvals adds a request to its sum, and an unlock subtracts it. Both lock the row of the request, and
-- its lines cannot change while it is submitted, so both see the same margin.
create function requests.keep_earned() returns trigger language plpgsql as $$
declare
  is_approved boolean := num_nulls(new.bm_by, new.zm_by, new.cm_by, new.fm_by) = 0;
  counted requests.request := old;
  times integer := -1;
begin
  if is_approved then
    counted := new;
    times := 1;
  end if;
  insert into requests.earned as e (branch, sales_executive, month, amount, requests, without_rate)
  values (counted.branch, counted.sales_executive, requests.month_of(counted.submitted_at),
    times * requests.margin(counted.srno, counted.type), times, times * requests.lacks_rate(counted.srno)::integer)
  on conflict (branch, sales_executive, month) do update set amount = e.amount + excluded.amount,
    requests = e.requests + excluded.requests, without_rate = e.without_rate + excluded.without_rate;
  return null;
end $$;
create trigger request_earned after update of bm_by, zm_by, cm_by, fm_by on requests.request for each row
  when ((num_nulls(old.bm_by, old.zm_by, old.cm_by, old.fm_by) = 0)
    <> (num_nulls(new.bm_by, new.zm_by, new.cm_by, new.fm_by) = 0))
  execute function requests.keep_earned();

-- Computes the same sums from the requests themselves, for requests that were loaded in bulk.
create function requests.compute_earned() returns void language plpgsql as $$
begin
  lock table requests.request, requests.earned in share row exclusive mode;
  delete from requests.earned;
  insert into requests.earned (branch, sales_executive, month, amount, requests, without_rate)
  select r.branch, r.sales_executive, requests.month_of(r.submitted_at),
    sum(case when r.type in ('PP', 'PB') then -l.margin else l.margin end), count(*), count(*) filter (where l.lacks)
  from requests.request r join (
    select request, coalesce(round(sum((rate - ibr) * quantity), 2), 0) as margin, bool_or(ibr is null) as lacks
    from requests.product_line group by request) as l on l.request = r.srno
  where num_nulls(r.bm_by, r.zm_by, r.cm_by, r.fm_by) = 0
  group by 1, 2, 3;
end $$;
revoke all on function requests.compute_earned from public;

-- The requests behind a sum, and the sums, for other modules.
create index request_earnings on requests.request (branch, submitted_at, srno)
  where bm_by is not null and zm_by is not null and cm_by is not null and fm_by is not null;
create view requests.earning_ref with (security_invoker = true) as
  select srno as request, branch, sales_executive, type, submitted_at, forex_total, requests.margin(srno, type) as amount,
    requests.lacks_rate(srno) as lacks_rate
  from requests.request
  where bm_by is not null and zm_by is not null and cm_by is not null and fm_by is not null;
create view requests.earned_ref with (security_invoker = true) as
  select branch, sales_executive, month, amount, requests, without_rate from requests.earned;
grant select on requests.earning_ref, requests.earned_ref to bureau_reader, bureau_writer;
