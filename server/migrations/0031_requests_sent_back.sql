-- oldest program: 0026
-- A request that an approver has sent back tells its maker why, the warnings of a request are known without its log, and a request
-- is found by the end of a number.

-- Set by an unlock with a reason, and removed when the request is submitted again. The program before this one does not remove it,
-- so it counts only while the request is not submitted.
alter table requests.request
  add column sent_back_at timestamptz,
  add column sent_back_by_name text,
  add column sent_back_reason text check (length(sent_back_reason) between 1 and 250),
  add constraint request_sent_back_whole check (num_nulls(sent_back_at, sent_back_by_name, sent_back_reason) in (0, 3)),
  -- The warnings of the current content. The log keeps those of earlier contents.
  add column warnings text[] not null default '{}';

-- Only requests that still wait for an approval need their warnings. Until now each save wrote them into the log, after its own
-- entry and one in each line.
update requests.request r set warnings = found.warnings
from (
  select r.srno, array(select substr(line, 10) from regexp_split_to_table(newest.remark, '\n') as line where line like 'Warning: %')
    as warnings
  from requests.request r cross join lateral (
    select a.remark from requests.activity a
    where a.request = r.srno and (a.remark like 'Warning: %' or a.remark in ('The request is submitted.', 'The draft is saved.'))
    order by a.id desc limit 1
  ) as newest
  where r.submitted and (r.cm_by is null or r.fm_by is null)
) as found
where r.srno = found.srno and found.warnings <> '{}';

-- A number is often known without its first letters. These find a request by the end of an ID number or of its reference.
create index request_by_id_end on requests.request (reverse(lower(id_number)) collate "C", srno)
  where id_number <> '' and id_type not in ('7', '8');
create index request_by_ref_end on requests.request (reverse(lower(ref_no)) collate "C", srno);

-- The proof of a delivery is a document of its request. Only the delivery adds it, so no drop-down offers it.
insert into requests.document_kind (id, name, position, active) values (15, 'Proof of delivery', 15, false);
