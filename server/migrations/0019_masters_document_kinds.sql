-- oldest program: 0018
-- What other modules may read of the kinds of documents that an entity has.

create view masters.document_kind_ref with (security_invoker = true) as
  select id, name, position, active from masters.document_kind;
grant select on masters.document_kind_ref to bureau_reader, bureau_writer;
