-- oldest program: 0042
-- A document of an entity that was refused, and that a newer one of the same kind has replaced, is removed after a year.

insert into platform.retention_subject (subject, position, title, done_by, least_days) values
  ('refused_documents', 25, 'Documents of an entity that were refused and sent again', 'job', 30);
insert into platform.retention (subject, since, days, basis, decided_by_name) values
  ('refused_documents', '2026-01-01', 365, 'To look into a refusal; a newer document has taken its place.', 'As installed');

drop policy document_delete on masters.entity_document;
create policy document_delete on masters.entity_document as restrictive for delete to bureau_writer
  using (removed_at < now() - interval '30 days' or status = 'R' and uploaded_at < now() - interval '30 days');
create index entity_document_refused on masters.entity_document (uploaded_at) where status = 'R' and removed_at is null;
