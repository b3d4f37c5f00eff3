-- oldest program: 0043
-- What the law demands of the rules of retention, each as a dated row with its source; a shorter rule begins after seven days; and a
-- change of a rule can need a second person.

-- The newest row that has begun binds every rule of the subject, also one that was decided before.
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

-- What is left in `least_days` is what the program itself needs, such as the 180 days in which a payment can be disputed.
update platform.retention_subject set least_days = 1 where least_days = 1826;

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

-- Of two rules of one day the longer one counts, so that a shorter rule that has not begun can be prevented.
alter table platform.retention drop constraint retention_once;
alter table platform.retention add constraint retention_once primary key (subject, since, days);
create or replace view platform.retention_in_force with (security_invoker = true) as
  select distinct on (r.subject) r.subject, r.since, greatest(r.days, platform.least_days(r.subject, platform.today())) as days,
    r.basis, r.decided_by_name
  from platform.retention r where r.since <= platform.today()
  order by r.subject, r.since desc, r.days desc;

-- Two decisions about one subject wait for each other, so that each is compared with the one before it.
create or replace function platform.check_retention() returns trigger
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

-- The program can delete nothing that the law keeps, whatever it is told.
drop policy document_delete on masters.entity_document;
create policy document_delete on masters.entity_document as restrictive for delete to bureau_writer
  using (removed_at < now() - make_interval(days => (select platform.least_days('entity_documents', platform.today())))
    or status = 'R' and removed_at is null
      and uploaded_at < now() - make_interval(days => (select platform.least_days('refused_documents', platform.today()))));
drop policy event_delete on payments.event;
create policy event_delete on payments.event as restrictive for delete to bureau_writer
  using (at < now() - make_interval(days => (select platform.least_days('webhooks', platform.today()))));

alter table platform.proposal drop constraint proposal_kind_check;
alter table platform.proposal add constraint proposal_kind_check check (kind in ('users', 'rights', 'stock', 'retention'));
