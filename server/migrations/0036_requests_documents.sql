-- oldest program: 0033
-- What other modules may read of the documents of a request: for the audit, whose right opens them.
create view requests.document_ref with (security_invoker = true) as
  select d.srno, d.request, k.name as kind, d.file_name, d.extension, d.hash
  from requests.document d join requests.document_kind k on k.id = d.kind where d.removed_at is null;
grant select on requests.document_ref to bureau_reader, bureau_writer;
