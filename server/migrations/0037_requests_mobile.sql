-- oldest program: 0033
-- One mobile number has several spellings. Requests, holds and searches of a person meet by any of them, because a request that was
-- saved again may have another than before.

-- An Indian mobile number as its ten digits; any other number as it is.
create function requests.plain_mobile(mobile text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(substring(regexp_replace(mobile, '[\s.-]', '', 'g') from '^(?:\+91|0)?([6-9]\d{9})$'), mobile)
$$;

-- The spellings under which a mobile number may be stored, each once.
create function requests.mobile_spellings(mobile text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select array_remove(case when n.plain ~ '^[6-9]\d{9}$' then array[
      n.plain, '0' || n.plain, '+91' || n.plain, '+91 ' || n.plain, '+91-' || n.plain,
      n.head || ' ' || n.tail, n.head || '-' || n.tail, '0' || n.head || ' ' || n.tail, '0' || n.head || '-' || n.tail,
      '+91 ' || n.head || ' ' || n.tail, '+91-' || n.head || '-' || n.tail
    ] end, mobile) || mobile
  from (select plain, left(plain, 5), right(plain, 5) from requests.plain_mobile(mobile) as plain) as n (plain, head, tail)
$$;
grant execute on function requests.plain_mobile, requests.mobile_spellings to bureau_reader, bureau_writer;

create or replace function platform.requests_of_person(kind text, value text) returns setof requests.request
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.* from requests.request r where kind = 'pan' and r.pan = value and r.pan <> ''
  union all
  select r.* from requests.request r
    where kind = 'idnumber' and lower(r.id_number) = value and r.id_number <> '' and r.id_type not in ('7', '8')
  union all
  select r.* from requests.request r
    where kind = 'mobile' and r.mobile = any (requests.mobile_spellings(value)) and r.mobile <> ''
  union all
  select r.* from requests.request r where kind = 'email' and lower(r.email) = value and r.email <> ''
$$;

create or replace function requests.holds_of(r requests.request) returns setof integer
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select h.srno from platform.hold h
  where h.ended_at is null
    and ((h.kind, h.value) in (('pan', r.pan), ('idnumber', lower(r.id_number)), ('email', lower(r.email)))
      or (h.kind = 'mobile' and h.value = any (requests.mobile_spellings(r.mobile))))
$$;
