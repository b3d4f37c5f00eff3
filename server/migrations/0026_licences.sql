-- oldest program: 0021
-- Franchise licences: the documents that are required of an entity, the decisions about them, and the links by which an
-- entity sends them without a session. The masters module keeps the documents, the licences module the links.

create schema licences;
grant usage on schema licences to bureau_reader, bureau_writer;

alter table masters.entity_document
  add column via text not null default 'staff' check (via in ('page', 'staff')),
  add column expires_on date,
  add column decided_at timestamptz,
  add column decided_by integer,
  add column decided_by_name text not null default '',
  add column version integer not null default 1;
-- However many uploads of one document arrive at once, one waits for a decision.
create unique index entity_document_one_from_page on masters.entity_document (entity, kind)
  where via = 'page' and status = 'P' and removed_at is null;
-- The order of the list: pending, then rejected, then approved documents, the oldest first.
create index entity_document_queue
  on masters.entity_document ((case status when 'P' then 0 when 'R' then 1 else 2 end), srno) where removed_at is null;

-- Whoever has a link must not use up the documents that an entity can have: the rest are for staff. The trigger
-- entity_document_limit fires first and locks the entity, so the count is taken after the lock.
create function masters.limit_page_documents() returns trigger
  language plpgsql security definer set search_path = masters, pg_temp as $$
begin
  if (select count(*) from masters.entity_document where entity = new.entity and via = 'page') >= 300 then
    raise exception using errcode = 'check_violation', constraint = 'entity_documents_from_page',
      message = 'too many documents came by the renewal page';
  end if;
  return new;
end $$;
revoke all on function masters.limit_page_documents from public;
create trigger entity_document_page_limit before insert on masters.entity_document
  for each row when (new.via = 'page') execute function masters.limit_page_documents();

create function masters.tell_licence_waiting() returns trigger language plpgsql as $$
begin
  perform platform.note_waiting('licences:' || coalesce(e.controlling_branch, e.srno))
  from masters.entity e where e.srno = new.entity;
  return null;
end $$;
create trigger entity_document_waits after insert on masters.entity_document
  for each row execute function masters.tell_licence_waiting();
create trigger entity_document_waiting_changed after update on masters.entity_document
  for each row when (old.status <> new.status or (old.removed_at is null) <> (new.removed_at is null))
  execute function masters.tell_licence_waiting();
revoke all on function masters.tell_licence_waiting from public;

-- The documents that every entity of a type must have, and what is different for one entity.
create table masters.required_document (
  entity_type text not null check (entity_type in ('B', 'F', 'S')),
  kind integer not null references masters.document_kind,
  primary key (entity_type, kind)
);
insert into masters.required_document (entity_type, kind) select 'F', id from masters.document_kind where id <= 6;
create index required_document_by_kind on masters.required_document (kind);
grant select on masters.required_document to bureau_reader, bureau_writer;

create table masters.entity_required (
  entity integer not null references masters.entity,
  kind integer not null constraint entity_required_kind references masters.document_kind,
  required boolean not null,
  primary key (entity, kind)
);
create index entity_required_by_kind on masters.entity_required (kind);
select platform.protect_rows('masters.entity_required', 'exists (select from masters.entity e where e.srno = entity)');
grant select on masters.entity_required to bureau_reader;
grant select, insert, update on masters.entity_required to bureau_writer;

-- What the licences module reads: the documents in sight, and for each entity and kind whether a document is required and how
-- the newest one stands. A document is sent anew if it was rejected, or if it was approved and ends within 60 days.
create view masters.licence_document with (security_invoker = true) as
  select d.srno, d.entity, d.kind, k.name as kind_name, d.file_name, d.extension, d.bytes, d.status,
    case d.status when 'P' then 0 when 'R' then 1 else 2 end as rank, d.rejection_reason, d.via, d.uploaded_at, d.expires_on,
    d.decided_at, d.decided_by_name, d.version, e.id as entity_id, e.name as entity_name
  from masters.entity_document d join masters.entity e on e.srno = d.entity join masters.document_kind k on k.id = d.kind
  where d.removed_at is null;
create view masters.requirement with (security_invoker = true) as
  select e.srno as entity, k.id as kind, k.name, k.position, coalesce(o.required, t.kind is not null) as required,
    d.srno as document, d.status, d.via, d.rejection_reason, d.expires_on,
    d.srno is null or d.status = 'R'
      or (d.status = 'A' and d.expires_on is not null and d.expires_on <= (now() at time zone 'Asia/Kolkata')::date + 60)
      as may_upload
  from masters.entity e cross join masters.document_kind k
  left join masters.required_document t on t.entity_type = e.type and t.kind = k.id
  left join masters.entity_required o on o.entity = e.srno and o.kind = k.id
  left join lateral (
    select newest.* from masters.entity_document newest
    where newest.entity = e.srno and newest.kind = k.id and newest.removed_at is null order by newest.srno desc limit 1
  ) as d on true
  where k.active;
grant select on masters.licence_document, masters.requirement to bureau_reader, bureau_writer;

-- A link to the renewal page of an entity. The key exists only in the mail: here is its hash, from when the mail is written.
-- One link of an entity lives at a time.
create table licences.renewal_key (
  srno integer primary key generated always as identity,
  entity integer not null references masters.entity,
  hash bytea unique check (length(hash) = 32),
  made_at timestamptz not null default now(),
  made_by integer,
  made_by_name text not null default '',
  -- The reminder that brought it: so many days before the licence ends. Null if a user sent it.
  days_before integer,
  expires_at timestamptz not null,
  mailed_at timestamptz,
  revoked_at timestamptz
);
create unique index renewal_key_live on licences.renewal_key (entity) where revoked_at is null;
create index renewal_key_of_entity on licences.renewal_key (entity, made_at);
select platform.protect_rows('licences.renewal_key', 'exists (select from masters.entity_ref e where e.srno = entity)');
grant select on licences.renewal_key to bureau_reader;
grant select, insert, update (hash, mailed_at, revoked_at) on licences.renewal_key to bureau_writer;

-- What a link was used for on a day in India.
create table licences.key_use (
  renewal_key integer not null references licences.renewal_key,
  day date not null,
  uploads integer not null default 0 check (uploads >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  primary key (renewal_key, day)
);
select platform.protect_rows('licences.key_use', 'exists (select from licences.renewal_key k where k.srno = renewal_key)');
grant select on licences.key_use to bureau_reader;
grant select, insert, update on licences.key_use to bureau_writer;

-- The reminders that have gone out: once for each number of days before a licence ends.
create table licences.reminded (
  entity integer not null references masters.entity,
  licence_to date not null,
  days integer not null,
  at timestamptz not null default now(),
  primary key (entity, licence_to, days)
);
select platform.protect_rows('licences.reminded', 'exists (select from masters.entity_ref e where e.srno = entity)');
grant select on licences.reminded to bureau_reader;
grant select, insert on licences.reminded to bureau_writer;
