-- oldest program: 0037
-- How long each kind of record is kept, what the nightly job has removed, holds that stop it, and the erasure of a person.

-- What can be kept and removed. `done_by` says who removes it: the nightly job, a command of an operator, or nobody.
create table platform.retention_subject (
  subject text primary key check (subject ~ '^[a-z_]{1,40}$'),
  position integer not null unique,
  title text not null check (length(title) between 1 and 100),
  done_by text not null check (done_by in ('job', 'command', 'nobody')),
  -- No rule may keep it for less.
  least_days integer not null check (least_days >= 0)
);
grant select on platform.retention_subject to bureau_reader, bureau_writer;

-- The rules. The one in force is the newest that has begun. A rule is never changed: another day gets another rule.
create table platform.retention (
  subject text not null references platform.retention_subject,
  since date not null,
  days integer not null check (days between 0 and 36525),
  basis text not null check (length(basis) between 1 and 300),
  decided_by integer,
  decided_by_name text not null default '',
  decided_at timestamptz not null default now(),
  constraint retention_once primary key (subject, since)
);
create function platform.check_retention() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.days < (select s.least_days from platform.retention_subject s where s.subject = new.subject) then
    raise exception using errcode = 'check_violation', constraint = 'retention_least',
      message = 'the rule keeps less than the law demands';
  end if;
  return new;
end $$;
revoke all on function platform.check_retention from public;
create trigger retention_least before insert on platform.retention
  for each row execute function platform.check_retention();
grant select on platform.retention to bureau_reader;
grant select, insert on platform.retention to bureau_writer;

create view platform.retention_in_force with (security_invoker = true) as
  select distinct on (r.subject) r.subject, r.since, r.days, r.basis, r.decided_by_name
  from platform.retention r where r.since <= (now() at time zone 'Asia/Kolkata')::date
  order by r.subject, r.since desc;
grant select on platform.retention_in_force to bureau_reader, bureau_writer;

insert into platform.retention_subject (subject, position, title, done_by, least_days) values
  ('deals', 1, 'Customers'' data in requests with money', 'job', 1826),
  ('drafts', 2, 'Drafts of requests that nobody has touched', 'job', 1),
  ('withdrawn', 3, 'Withdrawn requests without money', 'job', 1),
  ('removed_documents', 4, 'Documents that were removed from a request', 'job', 1),
  ('entity_documents', 5, 'Documents that were removed from an entity', 'job', 30),
  ('lrs_rows', 6, 'Uploaded LRS transactions', 'job', 1826),
  ('upload_sheets', 7, 'Uploaded sheets as files', 'job', 1826),
  ('wrong_cells', 8, 'Wrong cells of refused sheets', 'job', 1),
  ('webhooks', 9, 'Signed notifications of the payment gateway', 'job', 180),
  ('forgeries', 10, 'Samples of forged notifications', 'job', 1),
  ('failed_jobs', 11, 'Failed jobs, such as mails', 'job', 1),
  ('sessions', 12, 'Sessions that have ended', 'job', 1),
  ('password_links', 13, 'Password links that have ended', 'job', 1),
  ('email_changes', 14, 'Changes of users'' e-mail addresses', 'job', 2),
  ('sign_in_attempts', 15, 'Counts of failed sign-ins', 'job', 1),
  ('known_addresses', 16, 'Addresses from which users signed in', 'job', 1),
  ('known_devices', 17, 'Devices with which users signed in', 'job', 1),
  ('idempotency_keys', 18, 'Keys of repeated saves', 'job', 1),
  ('day_counts', 19, 'Counts of uploads by user and day', 'job', 1),
  ('unfinished_uploads', 20, 'Files of uploads that ended in the middle', 'job', 1),
  ('trail', 21, 'The trail', 'command', 1826),
  ('audits', 22, 'Audits with their registers and papers', 'nobody', 1826),
  ('provider_tickets', 23, 'Finished sign-ins by the identity provider', 'job', 1);

insert into platform.retention (subject, since, days, basis, decided_by_name)
select subject, '2026-01-01', days, basis, 'As installed' from (values
  ('deals', 1826, 'Five years: section 12 of the Prevention of Money Laundering Act and rule 6 of its record rules.'),
  ('drafts', 180, 'No transaction took place; the purpose has ended (section 8(7), DPDP Act).'),
  ('withdrawn', 180, 'No transaction took place; the purpose has ended (section 8(7), DPDP Act).'),
  ('removed_documents', 30, 'Added by mistake and removed before the request was final.'),
  ('entity_documents', 1826, 'Five years, as for records of partners'' identity.'),
  ('lrs_rows', 1826, 'Five years, as for records of transactions.'),
  ('upload_sheets', 1826, 'Five years, as for records of transactions.'),
  ('wrong_cells', 90, 'Until the sheet is corrected.'),
  ('webhooks', 1830, 'Five years, as for records of transactions; a payment can be disputed for 180 days.'),
  ('forgeries', 7, 'To look into an attack.'),
  ('failed_jobs', 30, 'Until an administrator has tried them again.'),
  ('sessions', 30, 'To look into misuse of an account.'),
  ('password_links', 30, 'To look into misuse of an account.'),
  ('email_changes', 30, 'To look into misuse of an account.'),
  ('sign_in_attempts', 1, 'Only needed while an attempt is counted.'),
  ('known_addresses', 30, 'To tell a user''s own address from a stranger''s.'),
  ('known_devices', 180, 'To tell a user of a new device.'),
  ('idempotency_keys', 7, 'Longer than any client repeats a save.'),
  ('day_counts', 7, 'Only those of today are needed.'),
  ('unfinished_uploads', 1, 'Longer than any upload takes.'),
  ('trail', 1826, 'Five years; rule 3(1) of the Companies (Accounts) Rules demands an edit log that cannot be changed.'),
  ('audits', 1826, 'Five years; an inspection reads them as a whole.'),
  ('provider_tickets', 1, 'Much longer than a sign-in takes, so that none works twice.')
) as rule (subject, days, basis);

-- What the job has removed, by subject and day. A job that died in the middle continues the same row.
create table platform.retention_run (
  subject text not null references platform.retention_subject,
  day date not null,
  days integer not null,
  removed integer not null,
  -- The moments of the oldest and the newest thing that was removed.
  oldest timestamptz,
  newest timestamptz,
  began_at timestamptz not null default now(),
  -- Empty while something is left to remove.
  ended_at timestamptz,
  primary key (subject, day)
);
create index retention_run_by_day on platform.retention_run (day, subject);
grant select on platform.retention_run to bureau_reader;
grant select, insert, update on platform.retention_run to bureau_writer;

-- A hold keeps what is stored about a person, for an investigation or a dispute, until somebody ends it. The value is removed then.
create table platform.hold (
  srno integer primary key generated by default as identity,
  kind text not null check (kind in ('pan', 'idnumber', 'mobile', 'email')),
  value text not null check (length(value) <= 100),
  reason text not null check (length(reason) between 1 and 300),
  made_at timestamptz not null default now(),
  made_by integer,
  made_by_name text not null default '',
  ended_at timestamptz,
  ended_by_name text not null default '',
  check ((ended_at is null) = (value <> ''))
);
create unique index hold_once on platform.hold (kind, value) where ended_at is null;
grant select on platform.hold to bureau_reader;
grant select, insert, update on platform.hold to bureau_writer;

-- Bytes that a removed row has named. The job removes them from the store if no other row names them.
create table platform.unwanted_object (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  at timestamptz not null default now()
);
grant select, insert, delete on platform.unwanted_object to bureau_writer;
create function platform.note_unwanted() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into platform.unwanted_object (hash) select distinct g.hash from gone g on conflict do nothing;
  return null;
end $$;
revoke all on function platform.note_unwanted from public;
create trigger document_unwanted after delete on requests.document
  referencing old table as gone for each statement execute function platform.note_unwanted();
create trigger document_unwanted after delete on masters.entity_document
  referencing old table as gone for each statement execute function platform.note_unwanted();

-- A document that was removed can be deleted, and no other.
grant delete on requests.document, masters.entity_document to bureau_writer;
create policy document_delete on requests.document as restrictive for delete to bureau_writer
  using (removed_at < now() - interval '1 day');
create policy document_delete on masters.entity_document as restrictive for delete to bureau_writer
  using (removed_at < now() - interval '30 days');
create index document_removed on requests.document (removed_at) where removed_at is not null;
create index entity_document_removed on masters.entity_document (removed_at) where removed_at is not null;
create index lrs_by_day on uploads.lrs_row (on_day);

create index paper_by_logo on requests.paper ((data -> 'letterhead' ->> 'logo'));

-- As before, and a printed paper names the logo that it was printed with.
create or replace function platform.object_is_named(wanted text) returns boolean
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

-- The right to see the rules (query), to hold and to decide (add), and to export or erase a person (edit). Whoever may see jobs gets
-- the same flags here.
insert into access.right_key (key, description, parent, level, position) values ('RETENTION', 'Retention', 'MASTER', 2, 51);
insert into access.group_right (right_group, right_key, may_query, may_add, may_edit)
  select right_group, 'RETENTION', may_query, may_add, may_edit from access.group_right where right_key = 'JOBS';
