-- oldest program: 0032
-- Second factors: codes of an authenticator app, recovery codes, and when a session has passed which check.

alter table access.right_group add column needs_second_factor boolean not null default false;
alter table access.session
  -- When the password, and when a second factor, was last confirmed in this session.
  add column password_at timestamptz not null default now(),
  add column second_factor_at timestamptz;

-- The secret is encrypted with a key from the settings. A secret that waits for its first code is in `pending`, so that a
-- device can be replaced without a moment in which the user has none.
create table access.totp (
  account integer primary key references access.account,
  secret text,
  confirmed_at timestamptz,
  -- The last time step whose code was accepted. No code of this step or an earlier one is accepted again.
  last_step bigint not null default 0,
  pending text,
  pending_at timestamptz,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending is null) = (pending_at is null))
);

-- A recovery code has 80 random bits, so a fast hash is enough.
create table access.recovery_code (
  account integer not null references access.account,
  code_hash bytea not null check (length(code_hash) = 32),
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (account, code_hash)
);

grant select, insert, update, delete on access.totp, access.recovery_code to bureau_writer;
-- The reading role sees that there is a factor, and no secret.
grant select (account, confirmed_at) on access.totp to bureau_reader;
grant select (account, used_at) on access.recovery_code to bureau_reader;

create or replace function access.tell_changed() returns trigger language plpgsql as $$
declare
  changed record := coalesce(new, old);
begin
  perform pg_notify('access_changed', case tg_table_name
    when 'session' then 'session:' || encode((to_jsonb(changed) ->> 'id_hash')::bytea, 'hex')
    when 'account' then 'account:' || (to_jsonb(changed) ->> 'srno')
    when 'account_branch' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'password' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'totp' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'passkey' then 'account:' || (to_jsonb(changed) ->> 'account')
    when 'group_right' then 'group:' || (to_jsonb(changed) ->> 'right_group')
    when 'right_group' then 'group:' || (to_jsonb(changed) ->> 'srno')
    else 'everything' end);
  return null;
end $$;

drop trigger session_ended on access.session;
create trigger session_ended after update of ended_at, expires_at, account, password_at, second_factor_at or delete
  on access.session for each row execute function access.tell_changed();
create trigger totp_changed after insert or update of secret or delete on access.totp
  for each row execute function access.tell_changed();
create trigger right_group_factor_changed after update of needs_second_factor on access.right_group
  for each row when (old.needs_second_factor <> new.needs_second_factor) execute function access.tell_changed();
