-- oldest program: 0041
-- Decided proposals are removed after a year: they hold data of users in clear, and the trail has the change and both persons.

insert into platform.retention_subject (subject, position, title, done_by, least_days) values
  ('proposals', 24, 'Proposed changes that were decided', 'job', 30);
insert into platform.retention (subject, since, days, basis, decided_by_name) values
  ('proposals', '2026-01-01', 365, 'To look into a decision; the trail keeps what was changed and by whom.', 'As installed');

grant delete on platform.proposal to bureau_writer;
create policy proposal_delete on platform.proposal as restrictive for delete to bureau_writer
  using (decided_at < now() - interval '30 days');
create index proposal_decided on platform.proposal (decided_at) where decided_at is not null;
