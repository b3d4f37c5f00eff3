-- oldest program: 0043
-- A request that was a deal once stays one, whatever becomes of it. The trail tells the amounts, types and days of payments for good, and
-- the erasing function checks the scope and writes the trail itself.

-- When money was first received after the request was submitted, or it was first approved. It is never taken back: an unlock and a save
-- as a draft remove approvals and payments from the row, and not from the world.
alter table requests.request add column dealt_at timestamptz;

-- The row before the change counts as well. So a request that was a deal before this migration gets its mark when it changes, and the
-- migration need not write every row again.
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

-- Drafts and withdrawn requests that were deals: the activity tells the approvals, and the trail also the money. Their lines may be gone.
update requests.request r set dealt_at = coalesce(r.submitted_at, r.changed_at)
where r.submitted_at is not null and r.received = 0 and r.bm_by is null and r.erased_at is null
  and (exists (select from requests.activity a where a.request = r.srno and a.remark like 'Approved as %')
    or exists (select from platform.trail t where t.record = 'request' and t.record_id = r.srno::text
      and (t.action = 'approve'
        or t.before @> '{"submitted": true}' and t.before -> 'received' > '0'
        or t.after @> '{"submitted": true}' and t.after -> 'received' > '0')));

create or replace function requests.is_deal(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
  return r.dealt_at is not null or (r.submitted_at is not null and r.received > 0) or r.bm_by is not null or r.is_out or r.is_in
    or exists (select from requests.paper p where p.request = r.srno)
    or exists (select from payments.payment p where p.request = r.srno and p.outcome is not null)
    or exists (select from notes.movement m where m.request = r.srno);

-- As before, but of a payment line only the reference and the note are encrypted: the amount, the type and the day are the books.
create or replace function platform.seal_person(content jsonb, of_request integer) returns jsonb
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
        file,remark,reference,note,settled_note,why}'::text[])
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
  if jsonb_typeof(content -> 'payments') = 'array' then
    sealed := sealed || jsonb_build_object('payments', (
      select coalesce(jsonb_agg(platform.seal_person(l.line, of_request) order by l.n), '[]')
      from jsonb_array_elements(content -> 'payments') with ordinality as l (line, n)));
  end if;
  return content || sealed;
end $$;

-- As before, and the lines of payments. An older entry holds all lines as one encrypted value.
create or replace function platform.open_person(content jsonb) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened jsonb := '{}';
begin
  if jsonb_typeof(content) <> 'object' then
    return content;
  end if;
  if jsonb_path_exists(content, '$.*.sealed') then
    opened := (
      select coalesce(jsonb_object_agg(f.key, coalesce(
        convert_from(public.decrypt_iv(substr(f.bytes, 17), k.key, substr(f.bytes, 1, 16), 'aes-cbc'), 'UTF8')::jsonb,
        '"Erased"')), '{}')
      from (
        select e.key, (e.value ->> 'of')::integer as request, decode(e.value ->> 'sealed', 'base64') as bytes
        from jsonb_each(content) e where jsonb_typeof(e.value) = 'object' and e.value ? 'sealed'
      ) as f left join platform.person_key k on k.request = f.request);
  end if;
  if jsonb_path_exists(content, '$.payments.*.sealed') and jsonb_typeof(content -> 'payments') = 'array' then
    opened := opened || jsonb_build_object('payments', (
      select jsonb_agg(platform.open_person(l.line) order by l.n)
      from jsonb_array_elements(content -> 'payments') with ordinality as l (line, n)));
  end if;
  return content || opened;
end $$;

-- What older trail entries tell of the payments of a request only under its key: amounts, types and days, each once.
create function platform.sealed_payments(of_request integer) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_agg(distinct jsonb_build_object('type', l.line ->> 'type', 'amount', l.line ->> 'amount', 'paid_on', l.line ->> 'paid_on'))
  from platform.trail t
    cross join lateral (values (t.before -> 'payments'), (t.after -> 'payments')) as p (sealed)
    cross join lateral (select platform.open_person(jsonb_build_object('payments', p.sealed)) -> 'payments' as lines) as o
    cross join lateral jsonb_array_elements(case when jsonb_typeof(o.lines) = 'array' then o.lines else '[]' end) as l (line)
  where t.record = 'request' and t.record_id = of_request::text and p.sealed ? 'sealed'
$$;
revoke all on function platform.sealed_payments from public;

-- Erases the customers' data of those requests that are free to go and in the scope of the transaction, and returns them. The rows of
-- ledgers stay without it. It leaves a trail entry for each request, so that no caller can forget it.
create or replace function platform.erase_requests(srnos integer[]) returns table (srno integer, branch integer, at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  chosen integer[];
begin
  perform from requests.request r where r.srno = any (srnos) and platform.in_scope(r.branch) order by r.srno for update;
  chosen := array(select r.srno from requests.request r
    where r.srno = any (srnos) and platform.in_scope(r.branch) and requests.standing(r) = 'free');
  insert into platform.trail (action, record, record_id, branch, after)
    select 'erase', 'request', r.srno::text, r.branch, case when p.payments is not null then jsonb_build_object('payments', p.payments) end
    from requests.request r cross join lateral (select platform.sealed_payments(r.srno) as payments) as p
    where r.srno = any (chosen) order by r.srno;
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
