-- oldest program: 0026
-- A draft that waits on a device for its connection is encrypted. The key of each user is made from this secret.

create table access.draft_secret (
  only_row boolean primary key default true check (only_row),
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
insert into access.draft_secret default values;
grant select on access.draft_secret to bureau_reader;
