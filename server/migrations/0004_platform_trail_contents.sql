-- oldest program: none
-- What the trail contains of a person. Numbers that identify a person are masked. The trail cannot be changed, so it holds the data
-- of a request's customer encrypted, and loses it when the key is deleted.

-- The pads of HMAC-SHA-256 (RFC 2104). Nobody has a grant on this table: only the trigger below, which runs as the owner,
-- reads it. The key is here and not in a setting of the server, because the server would have to send it with every
-- transaction, where logs and pg_stat_activity would show it.
create table platform.trail_key (
  only_row boolean primary key default true check (only_row),
  inner_pad bytea not null check (length(inner_pad) = 64),
  outer_pad bytea not null check (length(outer_pad) = 64)
);
do $$
declare
  -- Two random UUIDs hold 244 random bits.
  key bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
    || decode(repeat('00', 32), 'hex');
  inner_pad bytea := key;
  outer_pad bytea := key;
begin
  for n in 0..63 loop
    inner_pad := set_byte(inner_pad, n, get_byte(key, n) # 54);
    outer_pad := set_byte(outer_pad, n, get_byte(key, n) # 92);
  end loop;
  insert into platform.trail_key (inner_pad, outer_pad) values (inner_pad, outer_pad);
end $$;

-- A record as the trail stores it. A number keeps its last four characters, or fewer if it is short, and a hash that proves
-- equality. Numbers are masked by the names of their columns. A PAN is also masked inside any other text, such as a remark or
-- the name of a file.
create function platform.mask_record(record jsonb, key platform.trail_key) returns jsonb language plpgsql stable as $$
declare
  pan constant text := '[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]([0-9]{3}[A-Z])';
  name text;
  number text;
  masks jsonb := '{}';
  as_text text;
begin
  foreach name in array '{pan,id_number,account_number,gstin}'::text[] loop
    number := record ->> name;
    if number <> '' then
      masks := masks || jsonb_build_object(name, jsonb_build_object(
        'ends', right(number, least(4, length(number) / 2)),
        'hmac', encode(sha256(key.outer_pad || sha256(key.inner_pad || convert_to(number, 'UTF8'))), 'hex')));
    end if;
  end loop;
  if masks <> '{}' then
    record := record || masks;
  end if;
  as_text := record::text;
  return case when as_text ~ pan then regexp_replace(as_text, pan, 'XXXXXX\1', 'g')::jsonb else record end;
end $$;
revoke all on function platform.mask_record from public;

-- Each request has a key for the data of its customer. When the data is erased, the key is deleted. Nobody has a grant on this
-- table: only the functions below read it.
create extension if not exists pgcrypto;
create table platform.person_key (
  request integer primary key,
  key bytea not null default public.gen_random_bytes(32) check (length(key) = 32)
);

-- The values of a customer in a trail entry, encrypted one by one. The same value under the same key gives the same text, so that two
-- entries can still be compared. Of a payment line only the reference and the note are encrypted: the amount, the type and the day
-- are the books.
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

-- A trail entry in clear, with its lines of payments. A value whose key has been deleted says so.
create function platform.open_person(content jsonb) returns jsonb
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
revoke all on function platform.seal_person, platform.open_person from public;
grant execute on function platform.open_person to bureau_reader, bureau_writer;

-- Masks and encrypts whatever a statement writes, so that no statement can forget to do so.
create function platform.mask_trail() returns trigger
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
revoke all on function platform.mask_trail from public;
create trigger trail_mask before insert on platform.trail for each row execute function platform.mask_trail();
