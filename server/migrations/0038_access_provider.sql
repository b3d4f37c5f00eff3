-- oldest program: 0032
-- Sign-in by an identity provider: which person there is which user here, and sign-ins that are under way.

-- The subject is the provider's own name for a person. It never changes and is never given to another person.
create table access.provider_identity (
  account integer primary key references access.account,
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null default now()
);
create unique index provider_identity_subject_unique on access.provider_identity (issuer, subject);

-- A sign-in for which the provider has vouched. The browser exchanges its ticket for a session. The row stays until its
-- state can no longer be presented, so that nothing works twice.
create table access.provider_sign_in (
  state_hash bytea primary key check (length(state_hash) = 32),
  ticket_hash bytea not null check (length(ticket_hash) = 32),
  account integer not null references access.account,
  has_second_factor boolean not null,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create unique index provider_sign_in_by_ticket on access.provider_sign_in (ticket_hash);
create index provider_sign_in_by_age on access.provider_sign_in (made_at);

grant select, insert, update, delete on access.provider_identity, access.provider_sign_in to bureau_writer;
grant select (account, linked_at) on access.provider_identity to bureau_reader;

create index account_by_email on access.account (lower(email)) where email <> '';

alter table access.session
  add column signed_in_by text not null default 'password'
    check (signed_in_by in ('password', 'provider', 'provider with second factor'));
