-- oldest program: 0037
-- Erasing what is stored about the customer of a request, by age or because the person asks for it.

-- When the customer's data was erased. The row stays, because ledgers, sums and series of papers count it.
alter table requests.request add column erased_at timestamptz;
create index request_to_erase on requests.request (made_on, srno) where erased_at is null;
create index request_withdrawn on requests.request (withdrawn_at) where withdrawn_at is not null and erased_at is null;
create index request_by_email on requests.request (lower(email), srno) where email <> '';

-- Whether money or notes have moved, or an approval or a paper says that they may have. A draft that was never submitted only says
-- how the customer means to pay.
create function requests.is_deal(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
  return (r.submitted_at is not null and r.received > 0) or r.bm_by is not null or r.is_out or r.is_in
    or exists (select from requests.paper p where p.request = r.srno)
    or exists (select from payments.payment p where p.request = r.srno and p.outcome is not null)
    or exists (select from notes.movement m where m.request = r.srno);

-- Whether somebody still works on it: it is submitted, or a payment link may still be paid.
create function requests.is_open(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
  return r.submitted or exists (select from payments.link_order o
    where o.request = r.srno and (o.state in ('new', 'open', 'replaced') or o.ask_until is not null));

create function requests.is_held(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
  return exists (select from platform.hold h where h.ended_at is null and h.value = case h.kind
    when 'pan' then r.pan when 'idnumber' then lower(r.id_number) when 'mobile' then r.mobile else lower(r.email) end);

-- The same by number, for documents.
create function platform.is_held(of_request integer) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select requests.is_held(r) from requests.request r where r.srno = of_request
$$;
revoke all on function platform.is_held from public;
grant execute on function platform.is_held to bureau_writer;

-- The first day on which the data of a deal may go.
create function requests.kept_until(r requests.request) returns date
  language sql stable set search_path = pg_catalog, pg_temp
  return ((r.changed_at at time zone 'Asia/Kolkata')::date
    + (select f.days from platform.retention_in_force f where f.subject = 'deals'));

-- Why the data of a request stays: `erased` already, `held`, a `deal` that is not old enough, `open`; or `free` to go.
create function requests.standing(r requests.request) returns text
  language sql stable set search_path = pg_catalog, pg_temp
  return case when r.erased_at is not null then 'erased' when requests.is_held(r) then 'held'
    when requests.is_deal(r) then
      case when requests.kept_until(r) <= (now() at time zone 'Asia/Kolkata')::date then 'free' else 'deal' end
    when requests.is_open(r) then 'open' else 'free' end;

-- The trail cannot be changed, so it holds the data of a request's customer encrypted, with a key for each request. When the data is
-- erased, the key is deleted. Nobody has a grant on this table: only the functions below read it.
create extension if not exists pgcrypto;
create table platform.person_key (
  request integer primary key,
  key bytea not null default public.gen_random_bytes(32) check (length(key) = 32)
);

-- The values of a customer in a trail entry, encrypted one by one. The same value under the same key gives the same text, so that two
-- entries can still be compared.
create function platform.seal_person(content jsonb, of_request integer) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  request_key bytea;
  sealed jsonb := '{}';
  field record;
  initial bytea;
begin
  for field in
    select f.key, f.value from jsonb_each(content) f
    where f.key = any ('{ref_no,entity_name,traveller_name,id_number,kyc_address,delivery_address,mobile,email,other_details,pan,
        nationality,destination,travel_date,date_of_birth,latitude,longitude,account_number,ifsc,sent_back_reason,reason,
        payments,file,remark,reference,note,why}'::text[])
      and f.value not in ('""', 'null', '[]')
  loop
    if request_key is null then
      insert into platform.person_key (request) values (of_request) on conflict do nothing;
      select k.key into request_key from platform.person_key k where k.request = of_request;
    end if;
    initial := substr(public.hmac(convert_to(field.key || ' ' || field.value::text, 'UTF8'), request_key, 'sha256'), 1, 16);
    sealed := sealed || jsonb_build_object(field.key, jsonb_build_object('of', of_request, 'sealed', encode(
      initial || public.encrypt_iv(convert_to(field.value::text, 'UTF8'), request_key, initial, 'aes-cbc'), 'base64')));
  end loop;
  return content || sealed;
end $$;

-- A trail entry in clear. A value whose key has been deleted says so.
create function platform.open_person(content jsonb) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if jsonb_typeof(content) <> 'object' or not jsonb_path_exists(content, '$.*.sealed') then
    return content;
  end if;
  return content || (
    select coalesce(jsonb_object_agg(f.key, coalesce(
      convert_from(public.decrypt_iv(substr(f.bytes, 17), k.key, substr(f.bytes, 1, 16), 'aes-cbc'), 'UTF8')::jsonb,
      '"Erased"')), '{}')
    from (
      select e.key, (e.value ->> 'of')::integer as request, decode(e.value ->> 'sealed', 'base64') as bytes
      from jsonb_each(content) e where jsonb_typeof(e.value) = 'object' and e.value ? 'sealed'
    ) as f left join platform.person_key k on k.request = f.request);
end $$;

-- As before, and the customer of a request is encrypted.
create or replace function platform.mask_trail() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key platform.trail_key;
  of_request integer;
begin
  select * into key from platform.trail_key;
  new.before := platform.mask_record(new.before, key);
  new.after := platform.mask_record(new.after, key);
  of_request := case
    when new.record = 'request' and new.record_id ~ '^[0-9]{1,9}$' then new.record_id::integer
    when new.record in ('request document', 'payment') then (coalesce(new.after, new.before) ->> 'request')::integer end;
  if of_request is not null then
    new.before := case when jsonb_typeof(new.before) = 'object' then platform.seal_person(new.before, of_request) else new.before end;
    new.after := case when jsonb_typeof(new.after) = 'object' then platform.seal_person(new.after, of_request) else new.after end;
  end if;
  return new;
end $$;
revoke all on function platform.seal_person, platform.open_person from public;
grant execute on function platform.open_person to bureau_reader, bureau_writer;

-- Erases the customers' data of those requests that are free to go, and returns them. The rows of ledgers stay without it.
create function platform.erase_requests(srnos integer[]) returns table (srno integer, branch integer, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  chosen integer[];
begin
  perform from requests.request r where r.srno = any (srnos) order by r.srno for update;
  chosen := array(select r.srno from requests.request r where r.srno = any (srnos) and requests.standing(r) = 'free');
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
      where r.made_on < cut::date and r.erased_at is null and r.changed_at < cut and requests.is_deal(r)
        and requests.standing(r) = 'free' order by r.made_on, r.srno limit most)
    when 'drafts' then array(select r.srno from requests.request r
      where not r.submitted and r.withdrawn_at is null and r.changed_at < cut and not requests.is_deal(r)
        and requests.standing(r) = 'free' order by r.srno limit most)
    when 'withdrawn' then array(select r.srno from requests.request r
      where r.withdrawn_at < cut and r.erased_at is null and not requests.is_deal(r)
        and requests.standing(r) = 'free' order by r.withdrawn_at limit most)
    end) e;
end $$;

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

revoke all on function requests.is_deal, requests.is_open, requests.is_held, requests.kept_until, requests.standing,
  platform.erase_requests, platform.erase_old_requests, platform.requests_of_person, platform.find_person,
  platform.export_person from public;
grant execute on function platform.erase_requests, platform.erase_old_requests, platform.requests_of_person,
  platform.find_person, platform.export_person to bureau_writer;
