-- oldest program: none
-- Erasing what is stored about the customer of a request, by age or because the person asks for it; holds that keep it; and what is
-- stored about a person. The row of a request stays without its customer's data.

-- A hold keeps the requests that it has matched once. Taking the number out of a request does not free it.
create table platform.held_request (
  hold integer not null references platform.hold,
  request integer not null references requests.request,
  held_at timestamptz not null default now(),
  -- When the number or address of the hold was first taken out of the request.
  left_at timestamptz,
  primary key (hold, request)
);
create index held_request_by_request on platform.held_request (request);
create index held_request_left on platform.held_request (hold, request) where left_at is not null;
grant select on platform.held_request to bureau_reader;

-- The requests of a person, by one number or address. An Aadhaar number is stored by its end only and names nobody.
create function platform.requests_of_person(kind text, value text) returns setof requests.request
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.* from requests.request r where kind = 'pan' and r.pan = value and r.pan <> ''
  union all
  select r.* from requests.request r
    where kind = 'idnumber' and lower(r.id_number) = value and r.id_number <> '' and r.id_type not in ('7', '8')
  union all
  select r.* from requests.request r where kind = 'mobile' and r.mobile = value and r.mobile <> ''
  union all
  select r.* from requests.request r where kind = 'email' and lower(r.email) = value and r.email <> ''
$$;

-- The holds whose number or address is in the request now.
create function requests.holds_of(r requests.request) returns setof integer
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select h.srno from platform.hold h
  where h.ended_at is null
    and (h.kind, h.value) in (('pan', r.pan), ('idnumber', lower(r.id_number)), ('mobile', r.mobile), ('email', lower(r.email)))
$$;

-- A hold takes what matches it when it is set. The requests are taken in the order of their numbers, in which others lock them too.
create function platform.take_held() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.held_request (hold, request)
    select new.srno, r.srno from platform.requests_of_person(new.kind, new.value) r order by r.srno;
  return null;
end $$;
create trigger hold_takes after insert on platform.hold
  for each row when (new.ended_at is null) execute function platform.take_held();

-- A request that comes to match a hold is kept from then on. The row before the change counts as well, because a hold that was set at the
-- same moment as the request did not see it. Whoever set the hold is told by mail, once for each request: the activity of the request
-- and the trail of its branch are silent, because nobody there may learn of an investigation.
create function requests.keep_held() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  told text;
begin
  if tg_op = 'UPDATE' then
    with gone as (
      insert into platform.held_request as k (hold, request, left_at)
      select o.hold, new.srno, now() from requests.holds_of(old) as o (hold)
      where o.hold not in (select n.hold from requests.holds_of(new) as n (hold))
      on conflict (hold, request) do update set left_at = excluded.left_at where k.left_at is null
      returning k.hold
    ), jobs as (
      select json_build_object('hold', gone.hold, 'request', new.srno, 'by', new.changed_by_name, 'at', now()) as payload from gone
    )
    select platform.add_jobs('access:holdleft', array_agg(payload)) into told from jobs having count(*) > 0;
  end if;
  insert into platform.held_request (hold, request)
    select n.hold, new.srno from requests.holds_of(new) as n (hold) on conflict do nothing;
  return null;
end $$;
create trigger request_held after insert on requests.request
  for each row when (new.pan <> '' or new.id_number <> '' or new.mobile <> '' or new.email <> '')
  execute function requests.keep_held();
create trigger request_held_changed after update on requests.request
  for each row when ((old.pan, old.id_number, old.mobile, old.email) is distinct from (new.pan, new.id_number, new.mobile, new.email))
  execute function requests.keep_held();

-- The bodies below are strings: PostgreSQL refuses a new column with a default if a function whose body is an expression has a row
-- of the table as its argument.

-- Whether money or notes have moved, or an approval or a paper says that they may have. A draft that was never submitted only says
-- how the customer means to pay. A request that was a deal once stays one, whatever becomes of it.
create function requests.is_deal(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select r.dealt_at is not null or (r.submitted_at is not null and r.received > 0) or r.bm_by is not null or r.is_out or r.is_in
    or exists (select from requests.paper p where p.request = r.srno)
    or exists (select from payments.payment p where p.request = r.srno and p.outcome is not null)
    or exists (select from notes.movement m where m.request = r.srno)
$$;

-- Whether somebody still works on it: it is submitted, or a payment link may still be paid.
create function requests.is_open(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select r.submitted or exists (select from payments.link_order o
    where o.request = r.srno and (o.state in ('new', 'open', 'replaced') or o.ask_until is not null))
$$;

-- A request is held by a hold that has matched it and has not ended, or that matches it now.
create function requests.is_held(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from platform.held_request k join platform.hold h on h.srno = k.hold
      where k.request = r.srno and h.ended_at is null)
    or exists (select from requests.holds_of(r))
$$;

-- The same by number, for documents.
create function platform.is_held(of_request integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select requests.is_held(r) from requests.request r where r.srno = of_request
$$;
revoke all on function platform.is_held from public;
grant execute on function platform.is_held to bureau_writer;

-- The first day on which the data of a deal may go.
create function requests.kept_until(r requests.request) returns date
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select (r.changed_at at time zone 'Asia/Kolkata')::date
    + (select f.days from platform.retention_in_force f where f.subject = 'deals')
$$;

-- Why the data of a request stays: `erased` already, `held`, a `deal` that is not old enough, `open`; or `free` to go.
create function requests.standing(r requests.request) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when r.erased_at is not null then 'erased' when requests.is_held(r) then 'held'
    when requests.is_deal(r) then
      case when requests.kept_until(r) <= (now() at time zone 'Asia/Kolkata')::date then 'free' else 'deal' end
    when requests.is_open(r) then 'open' else 'free' end
$$;

-- Erases the customers' data of those requests that are free to go and in the scope of the transaction, and returns them. The rows of
-- ledgers stay without it. It leaves a trail entry for each request, so that no caller can forget it.
create function platform.erase_requests(srnos integer[]) returns table (srno integer, branch integer, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  chosen integer[];
begin
  perform from requests.request r where r.srno = any (srnos) and platform.in_scope(r.branch) order by r.srno for update;
  chosen := array(select r.srno from requests.request r
    where r.srno = any (srnos) and platform.in_scope(r.branch) and requests.standing(r) = 'free');
  insert into platform.trail (action, record, record_id, branch)
    select 'erase', 'request', r.srno::text, r.branch from requests.request r where r.srno = any (chosen) order by r.srno;
  delete from requests.document d where d.request = any (chosen);
  update requests.activity a set remark = 'Erased.' where a.request = any (chosen);
  update requests.paper p set data = jsonb_build_object('erased', true, 'letterhead', p.data -> 'letterhead')
    where p.request = any (chosen);
  update requests.payment_line l set reference = '', settled_note = case when l.settled_note is not null then '' end
    where l.request = any (chosen);
  delete from payments.event e using payments.link_order o where o.request = any (chosen) and e.order_id = o.order_id;
  update payments.payment p set bank_reference = '', why = '',
      returned_reference = case when p.returned_reference is not null then 'Erased' end
    where p.request = any (chosen);
  update payments.link_order o set link_url = '', gateway_id = '', last_answer = '',
      content_hash = sha256(uuid_send(gen_random_uuid())), token_hash = sha256(uuid_send(gen_random_uuid()))
    where o.request = any (chosen);
  delete from platform.person_key k where k.request = any (chosen);
  return query update requests.request r set ref_no = 'erased ' || r.srno, first_hash = sha256(uuid_send(gen_random_uuid())),
      entity_name = '', traveller_name = '', id_type = '', id_number = '', kyc_address = '', delivery_address = '',
      mobile = '', email = '', other_details = '', pan = '', nationality = '', destination = '', travel_date = null,
      date_of_birth = null, latitude = null, longitude = null, remitter_bank = '', account_number = '', ifsc = '',
      link_requested = r.link_requested and r.submitted, first_warnings = '{}', warnings = '{}',
      sent_back_reason = case when r.sent_back_reason is not null then 'Erased.' end,
      withdrawn_at = case when r.submitted then null else coalesce(r.withdrawn_at, now()) end,
      erased_at = now(), version = r.version + 1
    where r.srno = any (chosen) returning r.srno, r.branch, r.changed_at;
end $$;

-- Erases the customers' data of at most `most` old requests: `deals`, `drafts` or `withdrawn`.
create function platform.erase_old_requests(of_subject text, days integer, most integer)
  returns table (srno integer, branch integer, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  cut constant timestamptz := now() - make_interval(days => days);
begin
  return query select e.* from platform.erase_requests(case of_subject
    when 'deals' then array(select r.srno from requests.request r
      where r.made_on < (cut at time zone 'Asia/Kolkata')::date and r.erased_at is null and r.changed_at < cut and requests.is_deal(r)
        and requests.standing(r) = 'free' order by r.made_on, r.srno limit most)
    when 'drafts' then array(select r.srno from requests.request r
      where not r.submitted and r.withdrawn_at is null and r.changed_at < cut and not requests.is_deal(r)
        and requests.standing(r) = 'free' order by r.srno limit most)
    when 'withdrawn' then array(select r.srno from requests.request r
      where r.withdrawn_at < cut and r.erased_at is null and not requests.is_deal(r)
        and requests.standing(r) = 'free' order by r.withdrawn_at limit most)
    end) e;
end $$;

-- What is found of a person, as the screen shows it.
create function platform.find_person(kind text, value text, most integer)
  returns table (srno integer, made_on date, name text, branch integer, type text, standing text, kept_until date)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.srno, r.made_on, coalesce(nullif(r.traveller_name, ''), r.entity_name), r.branch, r.type, requests.standing(r),
    case when requests.is_deal(r) then requests.kept_until(r) end
  from platform.requests_of_person(kind, value) r order by r.srno desc limit most
$$;

-- Everything that is stored about a person, as one object.
create function platform.export_person(kind text, value text, most integer) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'requests', coalesce((select jsonb_agg(
      to_jsonb(r) - 'first_hash' || jsonb_build_object(
        'standing', requests.standing(r),
        'products', (select coalesce(jsonb_agg(to_jsonb(l) order by l.line_no), '[]') from requests.product_line l where l.request = r.srno),
        'payments', (select coalesce(jsonb_agg(to_jsonb(l) order by l.line_no), '[]') from requests.payment_line l where l.request = r.srno),
        'activity', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from requests.activity a where a.request = r.srno),
        'documents', (select coalesce(jsonb_agg(to_jsonb(d) order by d.srno), '[]') from requests.document d where d.request = r.srno),
        'papers', (select coalesce(jsonb_agg(to_jsonb(p) order by p.made_at), '[]') from requests.paper p where p.request = r.srno),
        'links', (select coalesce(jsonb_agg(to_jsonb(o) - 'content_hash' - 'token_hash' order by o.made_at), '[]')
          from payments.link_order o where o.request = r.srno),
        'gateway_payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.srno), '[]') from payments.payment p where p.request = r.srno),
        'notifications', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'body', encode(e.body, 'base64')) order by e.id), '[]')
          from payments.event e join payments.link_order o on o.order_id = e.order_id where o.request = r.srno),
        'trail', (select coalesce(jsonb_agg(jsonb_build_object('at', t.at, 'action', t.action, 'before', platform.open_person(t.before),
            'after', platform.open_person(t.after))
            order by t.at, t.id), '[]')
          from platform.trail t where t.record = 'request' and t.record_id = r.srno::text)
      ) order by r.srno) from (
        select * from platform.requests_of_person(kind, value) f order by f.srno desc limit most) as r), '[]'),
    'lrs_transactions', coalesce((select jsonb_agg(to_jsonb(l) order by l.on_day) from (
        select * from uploads.lrs_row u where kind = 'pan' and u.pan = value limit most) as l), '[]'),
    'audited_transactions', coalesce((select jsonb_agg(to_jsonb(t) order by t.tran_date) from (
        select * from audit.transaction a where (kind = 'pan' and a.pan = value)
          or (kind = 'idnumber' and lower(a.id_number) = value) limit most) as t), '[]'))
$$;

revoke all on function requests.holds_of, platform.take_held, requests.keep_held, requests.is_deal, requests.is_open,
  requests.is_held, requests.kept_until, requests.standing, platform.erase_requests, platform.erase_old_requests,
  platform.requests_of_person, platform.find_person, platform.export_person from public;
grant execute on function platform.erase_requests, platform.erase_old_requests, platform.requests_of_person,
  platform.find_person, platform.export_person to bureau_writer;
