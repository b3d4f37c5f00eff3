-- oldest program: 0043
-- The report of a closed audit as the file that was made of it, by the hash of its bytes in the object store. It is made once, by the
-- first one who asks for it, and never changed.

create table audit.report_file (
  audit integer primary key,
  branch integer not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  made_at timestamptz not null default now(),
  foreign key (audit, branch) references audit.audit (srno, branch)
);
create index report_file_by_hash on audit.report_file (hash);

create table flash.report_file (
  audit integer primary key,
  branch integer not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  made_at timestamptz not null default now(),
  foreign key (audit, branch) references flash.audit (srno, branch)
);
create index report_file_by_hash on flash.report_file (hash);

select platform.protect_rows(target, 'platform.in_scope(branch)')
  from unnest('{audit.report_file, flash.report_file}'::regclass[]) as target;
grant select on audit.report_file, flash.report_file to bureau_reader, bureau_writer;
grant insert (audit, branch, hash, bytes) on audit.report_file, flash.report_file to bureau_writer;
