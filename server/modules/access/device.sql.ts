import { statement } from '#server/platform/db/statement.ts';

/**
 * Remembers the device $2 at the network $3 and mails the user if it is new. The first device of a user is expected, so
 * nothing is said about it. Of several sign-ins at the same moment one inserts the row, and only that one mails.
 */
export const rememberDevice = statement(
  'access.known_device.remember',
  { job: 'text?' },
  `with earlier as materialized (
     select exists (select from access.known_device where account = $1) as has_some
   ), seen as (
     insert into access.known_device (account, device, network) values ($1, $2, $3::cidr)
     on conflict (account, device, network) do update set signed_in_at = now()
     returning xmax = 0 as is_new
   )
   select platform.add_job('access:notice', json_build_object('account', a.srno, 'notice', 'device', 'by', '',
     'detail', $2::text || ', ' || host($3::cidr), 'at', now()))::text as job
   from seen, earlier, access.account a
   where seen.is_new and earlier.has_some and a.srno = $1 and a.email <> ''`,
);
