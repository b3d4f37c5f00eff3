-- oldest program: 0026
-- What a user adds to the library on a day, and the text inside its files, which the search finds.

-- What a user has added on a day in India. The limits keep anybody from filling the disk. The same limits are in
-- domain/library/texts.ts.
create table library.day_use (
  account integer not null,
  day date not null,
  documents integer not null default 0 constraint library_documents_a_day check (documents <= 200),
  files integer not null default 0 constraint library_files_a_day check (files <= 200),
  bytes bigint not null default 0 constraint library_bytes_a_day check (bytes <= 500 * 1024 * 1024),
  primary key (account, day)
);
create index day_use_by_day on library.day_use (day);
grant select on library.day_use to bureau_reader;
grant select, insert, update, delete on library.day_use to bureau_writer;

-- The counts of what lapses are read from an index alone if the rows are known to be visible to everybody, which a vacuum notes.
alter table library.document set (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 500, autovacuum_vacuum_insert_scale_factor = 0);

-- Adds jobs that run one after the other, and after the jobs of other tasks: work that nobody waits for.
create function platform.add_jobs_in_turn(task text, payloads json[], max_attempts integer default null)
  returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, payload, task, null, max_attempts::smallint, null, 10::smallint, null)::graphile_worker.job_spec
    from unnest(payloads) as payload));
end $$;
revoke all on function platform.add_jobs_in_turn from public;
grant execute on function platform.add_jobs_in_turn to bureau_writer;

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

-- The files that are there already; a job that runs every minute adds theirs.
insert into library.file_text (document, number, state)
select f.document, f.number, case when library.has_text(f.extension) then 'waiting' else 'none' end
from library.document d join library.file f on f.document = d.srno and f.number = d.files;

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
