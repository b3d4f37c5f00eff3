-- oldest program: none
-- The bytes of documents in the object store: which are on their way there, which no record names any more, and whether one does.

-- Bytes of uploads that are in the object store, or on their way there, while no record names them yet. An upload that is refused
-- after all removes its bytes, unless a record or another upload has the same. While they are leaving, no other upload brings them.
create table platform.incoming_object (
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  upload uuid not null,
  is_leaving boolean not null default false,
  at timestamptz not null default now(),
  primary key (hash, upload)
);
create index incoming_object_at on platform.incoming_object (at);
grant select, insert, update, delete on platform.incoming_object to bureau_writer;

-- Bytes that a removed row has named. The job removes them from the store if no other row names them.
create table platform.unwanted_object (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null default now()
);
grant select, insert, delete on platform.unwanted_object to bureau_writer;

-- A trigger after the deletion of rows that name bytes in a column `hash`.
create function platform.note_unwanted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.unwanted_object (hash) select distinct g.hash from gone g on conflict do nothing;
  return null;
end $$;
revoke all on function platform.note_unwanted from public;

-- Whether a record names these bytes. Records name them in a text column `hash` or `..._hash`, whichever module has it. The report
-- of a closed audit and a printed paper name the logo that they were made with.
create function platform.object_is_named(wanted text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  place record;
  is_named boolean;
begin
  for place in
    select c.oid::regclass as relation, a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'text'::regtype and not a.attisdropped
      and (a.attname = 'hash' or a.attname like '%\_hash')
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'platform', 'access')
  loop
    execute format('select exists (select from %s where %I = $1)', place.relation, place.name) into is_named using wanted;
    if is_named then
      return true;
    end if;
  end loop;
  return exists (select from audit.audit a where a.report is not null and a.report -> 'letterhead' ->> 'logo' = wanted)
    or exists (select from requests.paper p where p.data -> 'letterhead' ->> 'logo' = wanted);
end $$;
revoke all on function platform.object_is_named from public;
grant execute on function platform.object_is_named to bureau_writer;
