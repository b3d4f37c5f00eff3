-- oldest program: 0033
-- One mobile number has several spellings: with +91, with a leading 0, in groups. A number with a leading 0 can also be the landline of
-- somebody else, such as 080 and eight digits. Customers are found and requests are held by any spelling, because to show or keep too much
-- does no harm. What is given out or erased for a person is found by the spellings of the same number only.

-- A number without its groups, and without +91 or 0 if it then is an Indian mobile number.
create function requests.plain_mobile(mobile text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(substring(n.digits from '^(?:\+91|0)?([6-9]\d{9})$'), substring(n.digits from '^\+?\d{8,15}$'), mobile)
  from regexp_replace(mobile, '[\s.-]', '', 'g') as n (digits)
$$;

-- The usual spellings under which a number may be stored, and the one that was given.
create function requests.mobile_spellings(mobile text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select array_remove(case when n.plain ~ '^[6-9]\d{9}$' then array[
      n.plain, '0' || n.plain, '+91' || n.plain, '+91 ' || n.plain, '+91-' || n.plain,
      n.head || ' ' || n.tail, n.head || '-' || n.tail, '0' || n.head || ' ' || n.tail, '0' || n.head || '-' || n.tail,
      '+91 ' || n.head || ' ' || n.tail, '+91-' || n.head || '-' || n.tail
    ] end, mobile) || mobile
  from (select plain, left(plain, 5), right(plain, 5) from requests.plain_mobile(mobile) as plain) as n (plain, head, tail)
$$;

-- All spellings of at most 15 characters in two groups, with the 0 or without it as it was given.
create function requests.exact_mobile_spellings(mobile text) returns text[]
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select array(
    select p.prefix || b.body
    from (select substring(n.digits from '^(0)\d{10}$'), substring(n.digits from '^(?:0|(?:\+91)?(?=[6-9]))(\d{10})$')
        from regexp_replace(mobile, '[\s.-]', '', 'g') as n (digits)) as n (zero, digits)
      cross join unnest(case when n.zero is null then array['', '+91', '+91 ', '+91-'] else array['0'] end) as p (prefix)
      cross join lateral (
        select n.digits
        union all
        select left(n.digits, at) || mark || substr(n.digits, at + 1)
        from generate_series(2, 6) as at, unnest(array[' ', '-', '.']) as mark
      ) as b (body)
    where length(p.prefix || b.body) <= 15
    union
    select mobile)
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
    where kind = 'mobile' and r.mobile = any (requests.exact_mobile_spellings(value)) and r.mobile <> ''
  union all
  select r.* from requests.request r where kind = 'email' and lower(r.email) = value and r.email <> ''
$$;

create or replace function requests.holds_of(r requests.request) returns setof integer
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select h.srno from platform.hold h
  where h.ended_at is null
    and ((h.kind, h.value) in (('pan', r.pan), ('idnumber', lower(r.id_number)), ('email', lower(r.email)))
      or (h.kind = 'mobile' and requests.plain_mobile(h.value) = requests.plain_mobile(r.mobile)))
$$;
