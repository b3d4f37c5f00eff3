import { statement } from '#server/platform/db/statement.ts';

/** Sessions that can still be used. $2 is the session that asks, which has just been used. */
export const findOwnSessions = statement(
  'access.session.own',
  { id: 'text', agent: 'text', address: 'text', started: 'timestamptz', used: 'timestamptz', is_own: 'bool' },
  `select encode(substring(id_hash for 8), 'hex') as id, coalesce(agent, '') as agent, coalesce(host(address), '') as address,
     started_at as started, case when id_hash = $2 then now() else last_used_at end as used, id_hash = $2 as is_own
   from access.session
   where account = $1 and ended_at is null and expires_at > now()
     and (last_used_at > now() - make_interval(mins => $3::integer) or id_hash = $2)
   order by id_hash = $2 desc, last_used_at desc, id_hash limit 50`,
);

/** Ends the session that $3 names, or all, but never $2. */
export const endOthers = statement(
  'access.session.end_others',
  { ended: 'int4' },
  `with ended as (
     update access.session set ended_at = now(), ended_why = 'ended by the user'
     where account = $1 and ended_at is null and id_hash <> $2 and ($3::bytea is null or substring(id_hash for 8) = $3)
     returning id_hash
   ), counted as (
     select count(*)::integer as ended from ended
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'end own sessions', 'account', $1::text, jsonb_build_object('sessions', ended) from counted where ended > 0
   )
   select ended from counted`,
);
