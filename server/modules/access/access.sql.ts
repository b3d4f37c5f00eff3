import { keysetList } from '#server/platform/db/list.ts';
import { statement } from '#server/platform/db/statement.ts';

const FACTORS = {
  has_factor: 'bool',
  has_new_factor: 'bool',
  needs_factor: 'bool',
  signed_in_by: 'text',
} as const;
const hasFactor = (where: (factor: string) => string) =>
  `(exists (select from access.totp t where t.account = a.srno and t.confirmed_at is not null and ${where('t')})
       or exists (select from access.passkey p where p.account = a.srno and ${where('p')}))`;
/**
 * Whether the user of `a` has a second factor that counts in the session `s`, or one that was added in it; whether the
 * right group `rg` requires one, and how the session was opened.
 */
const FACTOR_COLUMNS = `${hasFactor((of) => `${of}.added_in is distinct from s.id_hash`)} as has_factor,
     ${hasFactor((of) => `${of}.added_in = s.id_hash`)} as has_new_factor,
     rg.needs_second_factor as needs_factor, s.signed_in_by`;

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
    second_factor_at: 'timestamptz?',
    step_up_at: 'timestamptz?',
    reauthenticated_at: 'timestamptz?',
    ...FACTORS,
  },
  `select a.srno as account, a.user_id, a.name, a.employee_code,
     a.must_change_password and s.signed_in_by = 'password' as must_change_password, e.srno as entity, e.id as entity_id, e.type as entity_type, e.name as entity_name, a.right_group,
     coalesce((select jsonb_object_agg(g.right_key,
         jsonb_build_object('query', g.may_query, 'add', g.may_add, 'edit', g.may_edit))
       from access.group_right g where g.right_group = a.right_group), '{}') as rights,
     array(select b.branch from access.account_branch b join masters.entity_ref eb on eb.srno = b.branch
       where b.account = a.srno and b.allowed and eb.type = 'B' and eb.active order by b.branch) as branches,
     s.last_used_at, s.expires_at, s.second_factor_at, s.step_up_at, s.reauthenticated_at, ${FACTOR_COLUMNS}
   from access.session s
   join access.account a on a.srno = s.account
   join access.right_group rg on rg.srno = a.right_group
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

const SIGNING_IN = {
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
} as const;
const SIGNING_IN_COLUMNS = `a.srno, a.user_id, a.name, a.active and e.active as active, a.enabled, a.must_change_password,
     a.employee_code, e.id as entity_id, e.type as entity_type, e.name as entity_name`;

export const findForSignIn = statement(
  'access.account.sign_in',
  { ...SIGNING_IN, hash: 'text' },
  `select ${SIGNING_IN_COLUMNS}, p.hash
   from access.account a join access.password p on p.account = a.srno join masters.entity_ref e on e.srno = a.entity
   where lower(a.user_id) = lower($1)`,
);

export const findVouchedFor = statement(
  'access.account.vouched_for',
  SIGNING_IN,
  `select ${SIGNING_IN_COLUMNS} from access.account a join masters.entity_ref e on e.srno = a.entity where a.srno = $1`,
);

/**
 * Opens a session only if the user may still sign in and the password is still the one that was checked ($3), unless
 * the identity provider has vouched for the user ($3 is null).
 */
export const openSession = statement(
  'access.session.open',
  { account: 'int4', ...FACTORS },
  `with opened as (
     insert into access.session (id_hash, account, expires_at, address, agent, signed_in_by, second_factor_at)
     select $1, a.srno, now() + make_interval(hours => $4), $5::inet, $6, $7,
       case when $7 = 'provider with second factor' then now() end
     from access.account a join access.password p on p.account = a.srno
     where a.srno = $2 and ($3::text is null or p.hash = $3) and a.active and a.enabled
     returning id_hash, account, signed_in_by
   ), signed_in as (
     update access.account a set last_sign_in_at = now() from opened where a.srno = opened.account returning a.entity
   ), trailed as (
     insert into platform.trail (branch, action, record, record_id, after)
     select entity, 'sign-in', 'account', account::text, jsonb_build_object('ok', true) || case
       when signed_in_by = 'password' then '{}' else jsonb_build_object('by', signed_in_by) end
     from opened, signed_in
   )
   select s.account, ${FACTOR_COLUMNS} from opened s join access.account a on a.srno = s.account
   join access.right_group rg on rg.srno = a.right_group`,
);

/**
 * A failure for an unknown user name also writes an entry, so that it costs the same. The entry does not contain the
 * name, because people type their password there by mistake.
 */
export const trailFailedSignIn = statement(
  'access.account.sign_in_failed',
  {},
  `insert into platform.trail (branch, action, record, record_id, after)
   select a.entity, 'sign-in', 'account', coalesce(a.srno::text, ''), jsonb_build_object('ok', false, 'why', $2::text)
   from (select $1::integer as srno) tried left join access.account a on a.srno = tried.srno`,
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

/** Sets a password if the old one is still the one that was checked, ends the user's other sessions and writes a trail
 * entry. */
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
     insert into platform.trail (branch, action, record, record_id)
     select entity, $5, 'account', account::text from replaced, freed
   )
   select account from replaced`,
);

export const findForReset = statement(
  'access.account.reset',
  { srno: 'int4', email: 'text', held_until: 'timestamptz?' },
  `select srno, email, access.mail_held_until(srno, email) as held_until from access.account
   where lower(user_id) = lower($1) and lower(email) = lower($2) and email <> '' and active and enabled`,
);

export const askReset = statement(
  'access.reset.ask',
  { job: 'text?' },
  `with trailed as (
     insert into platform.trail (branch, action, record, record_id)
     select entity, 'ask reset', 'account', srno::text from access.account where srno = $1
   )
   select platform.add_job('access:reset', json_build_object('account', $1::integer, 'email', $2::text))::text as job`,
);

/**
 * Creates a reset link; earlier links of the same user become invalid. No link is created if the user's e-mail address
 * is no longer the one for which the mail was requested ($4). A job without an address comes from an earlier release.
 * The row is locked, so that a concurrent change of the address either finds the link and ends it, or is seen here.
 */
export const makeReset = statement(
  'access.reset.make',
  { email: 'text', name: 'text', user_id: 'text' },
  `with target as materialized (
     select srno from access.account where srno = $2
       and case when $4::text is null then access.mail_held_until(srno, email) is null else email = $4 end
     for share
   ), spent as (
     update access.password_reset p set used_at = now() from target where p.account = target.srno and p.used_at is null
   ), made as (
     insert into access.password_reset (token_hash, account, expires_at)
     select $1, srno, now() + make_interval(mins => $3) from target returning account
   ), trailed as (
     insert into platform.trail (branch, action, record, record_id)
     select a.entity, 'make reset link', 'account', a.srno::text from access.account a join made on made.account = a.srno
   )
   select a.email, a.name, a.user_id from access.account a join made on made.account = a.srno`,
);

export const userOfAccount = statement(
  'access.account.user',
  { name: 'text', user_id: 'text', email: 'text' },
  'select name, user_id, email from access.account where srno = $1',
);

/** The account of a valid link. It is checked before a password is hashed. */
export const findReset = statement(
  'access.reset.find',
  { account: 'int4' },
  `select r.account from access.password_reset r join access.account a on a.srno = r.account
   where r.token_hash = $1 and r.used_at is null and r.expires_at > now() and a.active and a.enabled`,
);

/**
 * Uses a token. If two calls use it at the same moment, only one gets the account. The rest of the transaction runs in
 * the name of the token's user, because the trail takes its actor from this setting.
 */
export const spendReset = statement(
  'access.reset.spend',
  { account: 'int4', actor: 'text' },
  `with spent as (
     update access.password_reset r set used_at = now() from access.account a
     where r.token_hash = $1 and r.used_at is null and r.expires_at > now()
       and a.srno = r.account and a.active and a.enabled
     returning r.account
   )
   select account, set_config('bureau.actor', account::text, true) as actor from spent`,
);

export const branchOptions = statement(
  'access.branch.options',
  { body: 'text' },
  `select coalesce(json_agg(json_build_object('value', id, 'name', name) order by name, srno), '[]')::text as body
   from (select srno, id, name from masters.entity_ref
     where type = 'B' and active and ($1::integer[] is null or srno = any ($1)) order by name, srno limit 2000) b`,
);

/** How many of them there are, and the first. */
export const branchSummary = statement(
  'access.branch.summary',
  { count: 'int4', value: 'text?', name: 'text?' },
  `select count(*)::integer as count, (array_agg(id order by name, srno))[1] as value,
     (array_agg(name order by name, srno))[1] as name
   from masters.entity_ref where type = 'B' and active and ($1::integer[] is null or srno = any ($1))`,
);

/** The key by which the user's unsent drafts are encrypted on a device. */
export const draftKey = statement('access.draft.key', { key: 'text' }, `select access.draft_key($1) as key`);

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
