import { keysetList } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';

/** All SQL of the access room. */

export const loadCaller = statement(
  'access.session.load',
  {
    account: 'int4',
    user_id: 'text',
    name: 'text',
    employee_code: 'text',
    must_change_password: 'bool',
    entity: 'int4',
    entity_id: 'text',
    entity_type: 'text',
    entity_name: 'text',
    right_group: 'int4',
    rights: 'jsonb',
    branches: 'int4[]',
    last_used_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  `select a.srno as account, a.user_id, a.name, a.employee_code, a.must_change_password,
     e.srno as entity, e.id as entity_id, e.type as entity_type, e.name as entity_name, a.right_group,
     coalesce((select jsonb_object_agg(g.right_key,
         jsonb_build_object('query', g.may_query, 'add', g.may_add, 'edit', g.may_edit))
       from access.group_right g where g.right_group = a.right_group), '{}') as rights,
     array(select b.branch from access.account_branch b join masters.entity_ref eb on eb.srno = b.branch
       where b.account = a.srno and b.allowed and eb.type = 'B' and eb.active order by b.branch) as branches,
     s.last_used_at, s.expires_at
   from access.session s
   join access.account a on a.srno = s.account
   join masters.entity_ref e on e.srno = a.entity
   where s.id_hash = $1 and s.ended_at is null and s.expires_at > now()
     and s.last_used_at > now() - make_interval(secs => $2) and a.active and a.enabled and e.active`,
);

export const touchSessions = statement(
  'access.session.touch',
  {},
  `update access.session s set last_used_at = greatest(s.last_used_at, used.at)
   from unnest($1::bytea[], $2::timestamptz[]) as used (id_hash, at)
   where s.id_hash = used.id_hash and s.ended_at is null`,
);

export const findForSignIn = statement(
  'access.account.sign_in',
  {
    srno: 'int4',
    user_id: 'text',
    name: 'text',
    active: 'bool',
    enabled: 'bool',
    must_change_password: 'bool',
    employee_code: 'text',
    entity_id: 'text',
    entity_type: 'text',
    entity_name: 'text',
    hash: 'text',
  },
  `select a.srno, a.user_id, a.name, a.active and e.active as active, a.enabled, a.must_change_password, a.employee_code,
     e.id as entity_id, e.type as entity_type, e.name as entity_name, p.hash
   from access.account a join access.password p on p.account = a.srno join masters.entity_ref e on e.srno = a.entity
   where lower(a.user_id) = lower($1)`,
);

/** Opens a session only if the password is still the one that was checked and the user may still come in. */
export const openSession = statement(
  'access.session.open',
  { account: 'int4' },
  `with opened as (
     insert into access.session (id_hash, account, expires_at, address, agent)
     select $1, a.srno, now() + make_interval(hours => $4), $5::inet, $6
     from access.account a join access.password p on p.account = a.srno
     where a.srno = $2 and p.hash = $3 and a.active and a.enabled
     returning account
   ), signed_in as (
     update access.account a set last_sign_in_at = now() from opened where a.srno = opened.account returning a.entity
   ), trailed as (
     insert into platform.trail (actor, branch, action, record, record_id, after)
     select account, entity, 'sign-in', 'account', account::text, '{"ok": true}' from opened, signed_in
   )
   select account from opened`,
);

export const trailFailedSignIn = statement(
  'access.account.sign_in_failed',
  {},
  `insert into platform.trail (branch, action, record, record_id, after)
   select entity, 'sign-in', 'account', srno::text, jsonb_build_object('ok', false, 'why', $2::text)
   from access.account where srno = $1`,
);

export const endSession = statement(
  'access.session.end',
  {},
  `with ended as (
     update access.session set ended_at = now(), ended_why = 'signed out'
     where id_hash = $1 and ended_at is null returning account
   )
   insert into platform.trail (action, record, record_id) select 'sign-out', 'account', account::text from ended`,
);

export const passwordOf = statement(
  'access.password.of',
  { hash: 'text', past: 'text[]' },
  `select p.hash, array(select old.hash from access.password_past old where old.account = p.account
     order by old.id desc limit 5) as past
   from access.password p where p.account = $1`,
);

/** Sets a password if it is still the one that was checked, ends the user's other sessions and leaves a trail. */
export const replacePassword = statement(
  'access.password.replace',
  { account: 'int4' },
  `with old as (
     select account, hash from access.password where account = $1 and ($3::text is null or hash = $3) for update
   ), kept as (
     insert into access.password_past (account, hash) select account, hash from old
   ), replaced as (
     update access.password p set hash = $2, set_at = now() from old where p.account = old.account returning p.account
   ), freed as (
     update access.account a set must_change_password = false, version = version + 1, changed_at = now(),
       changed_by = replaced.account from replaced where a.srno = replaced.account returning a.entity
   ), ended as (
     update access.session s set ended_at = now(), ended_why = 'password changed'
     from replaced where s.account = replaced.account and s.ended_at is null and s.id_hash is distinct from $4::bytea
   ), trailed as (
     insert into platform.trail (actor, branch, action, record, record_id)
     select account, entity, $5, 'account', account::text from replaced, freed
   )
   select account from replaced`,
);

export const findForReset = statement(
  'access.account.reset',
  { srno: 'int4' },
  `select srno from access.account
   where lower(user_id) = lower($1) and lower(email) = lower($2) and email <> '' and active and enabled`,
);

export const askReset = statement(
  'access.reset.ask',
  { job: 'text?' },
  `with trailed as (
     insert into platform.trail (branch, action, record, record_id)
     select entity, 'ask reset', 'account', srno::text from access.account where srno = $1
   )
   select platform.add_job('access:reset', json_build_object('account', $1::integer))::text as job`,
);

/** Makes a link of the worker's own; earlier ones of the same user stop working. */
export const makeReset = statement(
  'access.reset.make',
  { email: 'text', name: 'text', user_id: 'text' },
  `with spent as (
     update access.password_reset set used_at = now() where account = $2 and used_at is null
   ), made as (
     insert into access.password_reset (token_hash, account, expires_at)
     values ($1, $2, now() + make_interval(mins => $3)) returning account
   ), trailed as (
     insert into platform.trail (branch, action, record, record_id)
     select a.entity, 'make reset link', 'account', a.srno::text from access.account a join made on made.account = a.srno
   )
   select a.email, a.name, a.user_id from access.account a join made on made.account = a.srno`,
);

/** Spends a token: of two at the same moment one gets the account. */
export const spendReset = statement(
  'access.reset.spend',
  { account: 'int4' },
  `update access.password_reset r set used_at = now() from access.account a
   where r.token_hash = $1 and r.used_at is null and r.expires_at > now()
     and a.srno = r.account and a.active and a.enabled
   returning r.account`,
);

export const throttleLeft = statement(
  'access.throttle.left',
  { bucket: 'text', count: 'int4', seconds: 'int4' },
  `select bucket, count, ceil(extract(epoch from window_ends_at - now()))::integer as seconds
   from access.throttle where bucket = any ($1::text[]) and window_ends_at > now()`,
);

export const throttleCount = statement(
  'access.throttle.count',
  {},
  `insert into access.throttle as t (bucket, count, window_ends_at)
   select bucket, 1, now() + make_interval(secs => $2) from unnest($1::text[]) as bucket order by bucket
   on conflict (bucket) do update set
     count = case when t.window_ends_at > now() then t.count + 1 else 1 end,
     window_ends_at = case when t.window_ends_at > now() then t.window_ends_at else excluded.window_ends_at end`,
);

export const throttleClear = statement(
  'access.throttle.clear',
  {},
  `delete from access.throttle where bucket = any ($1::text[])`,
);

export const branchOptions = statement(
  'access.branch.options',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', id, 'name', name) order by name, srno), '[]')::text as body
   from (select srno, id, name from masters.entity_ref
     where type = 'B' and active and ($1::integer[] is null or srno = any ($1)) order by name, srno limit 2000) b`,
);

/** The same page by page, searched and narrowed to those in reach. */
export const branchPages = keysetList({
  name: 'access.branch.pages',
  from: 'masters.entity_ref b',
  wire: { value: 'b.id', name: 'b.name' },
  key: 'b.srno',
  sorts: { name: { column: 'b.name', type: 'text' } },
  search: "(b.id || ' ' || b.name)",
  where: "b.type = 'B' and b.active",
  narrow: { scope: (scope) => `b.srno = any (${scope}::integer[])` },
});

export const branchOption = statement(
  'access.branch.option',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', id, 'name', name)), '[]')::text as body
   from masters.entity_ref where id = $2 and type = 'B' and ($1::integer[] is null or srno = any ($1))`,
);

export const forgetOldSessions = statement(
  'access.session.forget',
  {},
  `delete from access.session where expires_at < now() - make_interval(days => $1)`,
);

export const forgetOldResets = statement(
  'access.reset.forget',
  {},
  `delete from access.password_reset where expires_at < now() - make_interval(days => $1)`,
);

export const forgetOldThrottles = statement(
  'access.throttle.forget',
  {},
  `delete from access.throttle where window_ends_at < now()`,
);
