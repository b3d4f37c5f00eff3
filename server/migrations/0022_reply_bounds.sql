-- oldest program: 0021
-- The maximum number of replies to a discrepancy, and of files among them, so that nobody fills the disk.

-- For a trigger before each reply that says words. The arguments: the table of the discrepancy, its key, the column of
-- the reply that names it, the most replies and the most files. The discrepancy is locked while its replies are counted.
create function platform.limit_replies() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  named constant integer := (to_jsonb(new) ->> tg_argv[2])::integer;
  replies integer;
  files integer;
begin
  execute format('select from %s where %I = $1 for no key update', tg_argv[0]::regclass, tg_argv[1]) using named;
  execute format('select count(*) filter (where words <> %L), count(hash) from %s where %I = $1',
    '', tg_relid::regclass, tg_argv[2]) into replies, files using named;
  if replies >= tg_argv[3]::integer then
    raise exception using errcode = 'check_violation', constraint = 'replies_kept', message = 'too many replies';
  end if;
  if new.hash is not null and files >= tg_argv[4]::integer then
    raise exception using errcode = 'check_violation', constraint = 'proofs_kept', message = 'too many files';
  end if;
  return new;
end $$;
revoke all on function platform.limit_replies from public;

create trigger reply_limited before insert on audit.reply
  for each row when (new.words <> '')
  execute function platform.limit_replies('audit.discrepancy', 'line_no', 'discrepancy', 100, 20);
