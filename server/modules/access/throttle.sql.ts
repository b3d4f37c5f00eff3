import { statement } from '#server/platform/db/statement.ts';

/**
 * Counts one attempt in every bucket for this user and address before the attempt is evaluated. A full bucket accepts
 * no attempt: `not exists` detects a bucket that is already full, and the condition of `do update` one that a concurrent
 * attempt fills. The caller rolls back if a bucket is full, so an attempt counts in all of its buckets or in none. The
 * rows are locked in the order of their names, so that two attempts cannot deadlock.
 *
 * $1 user id, $2 network, $3 days for which an address stays known; then for each bucket: name, limit, length of its
 * window in seconds, and whether it is for known addresses (true), for others (false) or for both (null).
 */
export const throttleReserve = statement(
  'access.throttle.reserve',
  { bucket: 'text', is_known: 'bool', is_taken: 'bool', seconds: 'int4' },
  `with address as materialized (
     select exists (select from access.known_address k join access.account a on a.srno = k.account
       where lower(a.user_id) = lower($1) and k.network = $2::cidr
         and k.signed_in_at > now() - make_interval(days => $3)) as is_known
   ), asked as materialized (
     select b.bucket, b.most, b.seconds, address.is_known
     from address, unnest($4::text[], $5::integer[], $6::integer[], $7::boolean[]) as b (bucket, most, seconds, for_known)
     where b.for_known is null or b.for_known = address.is_known
   ), filled as materialized (
     select t.bucket, ceil(extract(epoch from t.window_ends_at - now()))::integer as seconds
     from asked join access.throttle t on t.bucket = asked.bucket
     where t.window_ends_at > now() and t.count >= asked.most
   ), taken as (
     insert into access.throttle as t (bucket, count, window_ends_at)
     select bucket, 1, now() + make_interval(secs => seconds) from asked
     where not exists (select from filled) order by bucket
     on conflict (bucket) do update set
       count = case when t.window_ends_at > now() then t.count + 1 else 1 end,
       window_ends_at = case when t.window_ends_at > now() then t.window_ends_at else excluded.window_ends_at end
     where t.window_ends_at <= now() or t.count < (select asked.most from asked where asked.bucket = t.bucket)
     returning t.bucket
   )
   select asked.bucket, asked.is_known, taken.bucket is not null as is_taken,
     coalesce(filled.seconds, case when exists (select from filled) then 0 else asked.seconds end) as seconds
   from asked left join taken on taken.bucket = asked.bucket left join filled on filled.bucket = asked.bucket`,
);

/** Removes one attempt from each of the buckets $1, and all attempts from those of $2. */
export const throttleGiveBack = statement(
  'access.throttle.give_back',
  {},
  `with locked as materialized (
     select bucket from access.throttle where bucket = any ($1::text[]) order by bucket for update
   )
   update access.throttle t set count = case when t.bucket = any ($2::text[]) then 0 else greatest(t.count - 1, 0) end
   from locked where t.bucket = locked.bucket`,
);

/** Stores that user $1 has signed in from $2, and keeps the newest $3 addresses. */
export const rememberAddress = statement(
  'access.known_address.remember',
  {},
  `with remembered as (
     insert into access.known_address (account, network) values ($1, $2::cidr)
     on conflict (account, network) do update set signed_in_at = now()
   )
   delete from access.known_address where account = $1 and network <> $2::cidr and network not in (
     select network from access.known_address where account = $1 and network <> $2::cidr
     order by signed_in_at desc limit $3::integer - 1)`,
);

export const forgetAddresses = statement(
  'access.known_address.forget',
  {},
  `delete from access.known_address where account = $1`,
);
