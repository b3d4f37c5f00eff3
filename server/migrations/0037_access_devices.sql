-- oldest program: 0032
-- The devices and places from which a user has signed in, so that a sign-in from another one can be told by mail.

create table access.known_device (
  account integer not null references access.account,
  -- Browser and system without their versions, such as Chrome on Windows.
  device text not null check (length(device) <= 100),
  network cidr not null,
  signed_in_at timestamptz not null default now(),
  primary key (account, device, network)
);
create index known_device_by_age on access.known_device (signed_in_at);

grant select, insert, update, delete on access.known_device to bureau_writer;
