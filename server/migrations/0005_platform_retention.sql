-- oldest program: none
-- How long each kind of record is kept, what the law demands, what the nightly job has removed, and holds that stop it.

-- What can be kept and removed. `done_by` says who removes it: the nightly job, a command of an operator, or nobody. `least_days` is
-- what the program itself needs, such as the 180 days in which a payment can be disputed.
create table platform.retention_subject (
  subject text primary key check (subject ~ '^[a-z_]{1,40}$'),
  position integer not null unique,
  title text not null check (length(title) between 1 and 100),
  done_by text not null check (done_by in ('job', 'command', 'nobody')),
  -- No rule may keep it for less.
  least_days integer not null check (least_days >= 0)
);
grant select on platform.retention_subject to bureau_reader, bureau_writer;
insert into platform.retention_subject (subject, position, title, done_by, least_days) values
  ('deals', 1, 'Customers'' data in requests with money', 'job', 1),
  ('drafts', 2, 'Drafts of requests that nobody has touched', 'job', 1),
  ('withdrawn', 3, 'Withdrawn requests without money', 'job', 1),
  ('removed_documents', 4, 'Documents that were removed from a request', 'job', 1),
  ('entity_documents', 5, 'Documents that were removed from an entity', 'job', 30),
  ('lrs_rows', 6, 'Uploaded LRS transactions', 'job', 1),
  ('upload_sheets', 7, 'Uploaded sheets as files', 'job', 1),
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
  ('trail', 21, 'The trail', 'command', 1),
  ('audits', 22, 'Audits with their registers and papers', 'nobody', 1),
  ('provider_tickets', 23, 'Finished sign-ins by the identity provider', 'job', 1),
  ('proposals', 24, 'Proposed changes that were decided', 'job', 30),
  ('refused_documents', 25, 'Documents of an entity that were refused and sent again', 'job', 30);

-- What the law demands, as dated rows with their sources. The newest row that has begun binds every rule of the subject, also one
-- that was decided before.
create table platform.retention_law (
  subject text not null references platform.retention_subject,
  since date not null,
  days integer not null check (days between 1 and 36525),
  source text not null check (length(source) between 1 and 300),
  primary key (subject, since)
);
grant select on platform.retention_law to bureau_reader, bureau_writer;
insert into platform.retention_law (subject, since, days, source)
select subject, '2013-02-15', 1826, source from (values
  ('deals', 'Records of transactions, five years: section 12(3) of the Prevention of Money Laundering Act as amended in 2012.'),
  ('lrs_rows', 'Records of transactions, five years: section 12(3) of the Prevention of Money Laundering Act as amended in 2012.'),
  ('upload_sheets', 'Records of transactions, five years: section 12(3) of the Prevention of Money Laundering Act as amended in 2012.'),
  ('webhooks', 'Records of transactions, five years: section 12(3) of the Prevention of Money Laundering Act as amended in 2012.'),
  ('trail', 'Records of transactions, five years: section 12(3) of the Prevention of Money Laundering Act as amended in 2012.'),
  ('audits', 'Records of transactions, five years: section 12(3) of the Prevention of Money Laundering Act as amended in 2012.'),
  ('entity_documents', 'Records of identity, five years after the relationship: section 12(4) of the Prevention of Money Laundering Act as amended in 2012.')
) as law (subject, source);

-- The day in India, and the least number of days that the law and the program demand of a subject on a day.
create function platform.today() returns date
  language sql stable return (now() at time zone 'Asia/Kolkata')::date;
create function platform.least_days(of_subject text, on_day date) returns integer
  language sql stable
  return greatest((select s.least_days from platform.retention_subject s where s.subject = of_subject),
    (select l.days from platform.retention_law l where l.subject = of_subject and l.since <= on_day order by l.since desc limit 1));
-- The first day of a rule that is decided today and keeps less than the one before it. Until then it can be prevented.
create function platform.shorter_from() returns date
  language sql stable return platform.today() + 7;
revoke all on function platform.today, platform.least_days, platform.shorter_from from public;
grant execute on function platform.today, platform.least_days, platform.shorter_from to bureau_reader, bureau_writer;

-- The rules. The one in force is the newest that has begun. A rule is never changed: another day gets another rule. Of two rules of
-- one day the longer one counts, so that a shorter rule that has not begun can be prevented.
create table platform.retention (
  subject text not null references platform.retention_subject,
  since date not null,
  days integer not null check (days between 0 and 36525),
  basis text not null check (length(basis) between 1 and 300),
  decided_by integer,
  decided_by_name text not null default '',
  decided_at timestamptz not null default now(),
  constraint retention_once primary key (subject, since, days)
);
grant select on platform.retention to bureau_reader;
grant select, insert on platform.retention to bureau_writer;

-- A rule keeps at least what the law demands, and one that is shorter than the rule before it begins after seven days. Two decisions
-- about one subject wait for each other, so that each is compared with the one before it.
create function platform.check_retention() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from platform.retention_subject s where s.subject = new.subject for no key update;
  if new.days < (select r.days from platform.retention r where r.subject = new.subject and r.since <= new.since
      order by r.since desc, r.days desc limit 1) then
    new.since := greatest(new.since, platform.shorter_from());
  end if;
  if new.days < platform.least_days(new.subject, new.since) then
    raise exception using errcode = 'check_violation', constraint = 'retention_least',
      message = 'the rule keeps less than the law demands';
  end if;
  if exists (select from platform.retention r where r.subject = new.subject and r.since = new.since and r.days >= new.days) then
    raise exception using errcode = 'unique_violation', constraint = 'retention_once',
      message = 'a rule of the same day keeps as long';
  end if;
  return new;
end $$;
revoke all on function platform.check_retention from public;
create trigger retention_least before insert on platform.retention
  for each row execute function platform.check_retention();

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
  ('provider_tickets', 1, 'Much longer than a sign-in takes, so that none works twice.'),
  ('proposals', 365, 'To look into a decision; the trail keeps what was changed and by whom.'),
  ('refused_documents', 365, 'To look into a refusal; a newer document has taken its place.')
) as rule (subject, days, basis);

-- The rule in force of each subject.
create view platform.retention_in_force with (security_invoker = true) as
  select distinct on (r.subject) r.subject, r.since, greatest(r.days, platform.least_days(r.subject, platform.today())) as days,
    r.basis, r.decided_by_name
  from platform.retention r where r.since <= platform.today()
  order by r.subject, r.since desc, r.days desc;
grant select on platform.retention_in_force to bureau_reader, bureau_writer;

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
