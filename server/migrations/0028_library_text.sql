-- oldest program: none
-- The text inside the files of the library, which the search finds.

-- Text whose words are apart. PostgreSQL takes KYC/AML, an address or know-your-customer for one word.
create function library.apart(written text) returns text
  language sql immutable parallel safe
  return translate(written, '/\.,:;@_-–—+=&?#~''"', repeat(' ', 19));

-- The text of the newest file of each document. A row waits until a job has read the file; a new file takes the text of the old one
-- away. Long values are stored apart from the rows, so that a search that finds many documents reads few blocks.
create table library.file_text (
  document integer primary key references library.document,
  -- The number of the file.
  number integer not null,
  -- 'none' means that the file has no text that can be read: a picture, a damaged or a protected file.
  state text not null default 'waiting' check (state in ('waiting', 'read', 'none')),
  -- Whether a job for the file was added.
  is_queued boolean not null default false,
  -- The same limit is in server/platform/limits.ts.
  content text not null default '' check (octet_length(content) <= 200000),
  words tsvector not null generated always as (to_tsvector('simple', library.apart(content))) stored,
  foreign key (document, number) references library.file (document, number),
  check (state = 'read' or content = '')
) with (toast_tuple_target = 128);
create index file_text_words on library.file_text using gin (words) with (fastupdate = off);
create index file_text_unqueued on library.file_text (document) where state = 'waiting' and not is_queued;
select platform.protect_rows('library.file_text', 'exists (select from library.document d where d.srno = document)', 'select');
create policy file_text_insert on library.file_text for insert to bureau_writer with check (
  exists (select from library.document d where d.srno = document and library.is_changeable(d.visible, d.branch)));
create policy file_text_update on library.file_text for update to bureau_writer using (
  exists (select from library.document d where d.srno = document and library.is_changeable(d.visible, d.branch)));
grant select on library.file_text to bureau_reader;
grant select, insert, update on library.file_text to bureau_writer;

-- The kinds of files whose text is read (server/platform/document-text).
create function library.has_text(extension text) returns boolean
  language sql immutable parallel safe
  return extension in ('pdf', 'docx', 'xlsx', 'xls');

-- The text of a new file is read by a job.
create function library.await_text() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  jobs json[];
begin
  insert into library.file_text (document, number, state, is_queued)
  select distinct on (document) document, number, case when library.has_text(extension) then 'waiting' else 'none' end, true
  from added order by document, number desc
  on conflict (document) do update
    set number = excluded.number, state = excluded.state, is_queued = excluded.is_queued, content = '';
  jobs := array(select json_build_object('document', t.document) from library.file_text t
    where t.state = 'waiting' and t.document in (select a.document from added a));
  if cardinality(jobs) > 0 then
    perform platform.add_jobs_in_turn('library:text', jobs, 10);
  end if;
  return null;
end $$;
revoke all on function library.await_text from public;
create trigger file_await_text after insert on library.file
  referencing new table as added for each statement execute function library.await_text();

-- What a search looks for: every word, and the beginning of every longer one.
create function library.text_query(written text) returns tsquery
  language sql immutable parallel safe
  return regexp_replace(plainto_tsquery('simple', library.apart(written))::text, '''([[:alpha:]]{4,})''', '''\1'':*', 'g')::tsquery;

-- A pattern of the beginnings of the words of a search.
create function library.text_pattern(written text) returns text
  language sql immutable parallel safe
  return (select '\m(?:' || string_agg(word, '|') || ')' from unnest(tsvector_to_array(to_tsvector('simple', library.apart(written)))) as word
    where word ~ '^[[:alnum:]]+$');

-- Some words of a text around the first place where a pattern is found; the beginning of the text if it is nowhere.
create function library.snippet(content text, pattern text) returns text
  language sql immutable parallel safe
  return (select case when start > 1 then '… ' || regexp_replace(piece, '^\S*\s', '') else piece end || rest
    from (
      select start, case when is_cut then regexp_replace(piece, '\s\S*$', '') else piece end as piece,
        case when is_cut then ' …' else '' end as rest
      from (
        select start, substr(content, start, 160) as piece, length(content) >= start + 160 as is_cut
        from (select greatest(1, regexp_instr(content, pattern, 1, 1, 0, 'i') - 40) as start) as found
      ) as whole
    ) as cut);
