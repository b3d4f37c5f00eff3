-- oldest program: 0043
-- How far the import of a master is. A user has one row for each master, which the next import takes over, so the table stays
-- small. It is written beside the transaction of the import.

create table platform.import_progress (
  account integer not null,
  record text not null check (length(record) between 1 and 40),
  phase text not null check (phase in ('reading', 'checking', 'storing')),
  rows integer not null check (rows >= 0),
  done_rows integer not null check (done_rows >= 0),
  heard_at timestamptz not null,
  primary key (account, record)
);
grant select on platform.import_progress to bureau_reader;
grant select, insert, update, delete on platform.import_progress to bureau_writer;
