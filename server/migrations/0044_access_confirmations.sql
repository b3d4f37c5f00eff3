-- oldest program: 0043
-- A sign-in counts as no confirmation of anything: what a session has confirmed since, and which factors are too new for it.

-- The program before this one takes the sign-in itself for a confirmation, by password_at and second_factor_at. From now on
-- second_factor_at only says that the session has passed its second factor, and password_at is not read.
alter table access.session
  -- When the user last proved again who they are, after the sign-in: by the password, or by the identity provider.
  add column reauthenticated_at timestamptz,
  -- When the user last confirmed a second factor in a session that had passed its own already.
  add column step_up_at timestamptz;

drop trigger session_ended on access.session;
create trigger session_ended after update of ended_at, expires_at, account, password_at, second_factor_at,
    reauthenticated_at, step_up_at or delete
  on access.session for each row execute function access.tell_changed();

-- The hash of the session in which a factor was added, or the codes were made. There they confirm nothing. A session never
-- comes back, so these may outlive it.
alter table access.totp add column added_in bytea check (length(added_in) = 32);
alter table access.passkey add column added_in bytea check (length(added_in) = 32);
alter table access.recovery_code add column made_in bytea check (length(made_in) = 32);
grant select (added_in) on access.totp, access.passkey to bureau_reader;

-- A visit to the identity provider opens a session, or confirms one that is open. The one is of no use as the other.
alter table access.provider_sign_in
  add column purpose text not null default 'sign in' check (purpose in ('sign in', 'confirm'));
