-- oldest program: none
-- Franchise licences: the links by which an entity sends its documents without a session, and the reminders before a licence ends. The
-- documents themselves are in the masters module.

create schema licences;
grant usage on schema licences to bureau_reader, bureau_writer;

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
