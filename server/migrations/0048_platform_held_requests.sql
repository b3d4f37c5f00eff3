-- oldest program: 0043
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
revoke all on function requests.holds_of, platform.take_held, requests.keep_held from public;

insert into platform.held_request (hold, request)
  select h.srno, r.srno from platform.hold h cross join lateral platform.requests_of_person(h.kind, h.value) r
  where h.ended_at is null;

-- A request is held by a hold that has matched it and has not ended, or that matches it now.
create or replace function requests.is_held(r requests.request) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
  return exists (select from platform.held_request k join platform.hold h on h.srno = k.hold
      where k.request = r.srno and h.ended_at is null)
    or exists (select from requests.holds_of(r));
