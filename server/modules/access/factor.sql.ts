import { statement } from '#server/platform/db/statement.ts';

const found = { account: 'int4' } as const;

export const findFactors = statement(
  'access.factor.state',
  { totp: 'bool', codes: 'int4', passkeys: 'json' },
  `select exists (select from access.totp where account = $1 and confirmed_at is not null) as totp,
     (select count(*)::integer from access.recovery_code where account = $1 and used_at is null) as codes,
     (select coalesce(json_agg(json_build_object('srno', srno, 'name', name, 'added', added_at, 'used', used_at)
       order by srno), '[]') from access.passkey where account = $1) as passkeys`,
);

export const findTotp = statement(
  'access.totp.find',
  { secret: 'text?', pending: 'text?' },
  `select secret, case when pending_at > now() - make_interval(mins => $2) then pending end as pending
   from access.totp where account = $1`,
);

export const beginTotpStatement = statement(
  'access.totp.begin',
  found,
  `with begun as (
     insert into access.totp (account, pending, pending_at) values ($1, $2, now())
     on conflict (account) do update set pending = excluded.pending, pending_at = excluded.pending_at
     returning account
   ), trailed as (
     insert into platform.trail (action, record, record_id)
     select 'begin authenticator app', 'account', account::text from begun
   )
   select account from begun`,
);

/**
 * The session $2 of the account of `proof` has confirmed a second factor, unless it has ended. The first confirmation
 * belongs to the sign-in and lets the session pass; each later one confirms what the user does.
 */
export const confirmedSession = `confirmed as (
     update access.session s set second_factor_at = now(),
       step_up_at = case when s.second_factor_at is null then null else now() end
     from proof
     where s.id_hash = $2 and s.account = proof.account and s.ended_at is null returning s.account
   )`;
/**
 * The factor of `proof` was added in the session $2, by the confirmation that it had. The confirmation is spent, so that
 * each factor needs one of its own, and the other sessions of the user end.
 */
export const enrolledSession = `enrolled as (
     update access.session s set reauthenticated_at = null, step_up_at = null from proof
     where s.id_hash = $2 and s.account = proof.account and s.ended_at is null
       and (s.reauthenticated_at is not null or s.step_up_at is not null)
     returning s.account
   ), ended as (
     update access.session s set ended_at = now(), ended_why = 'second factor added' from enrolled
     where s.account = enrolled.account and s.id_hash <> $2 and s.ended_at is null
   )`;
export const trailedConfirmation = (kind: string) => `trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'confirm second factor', 'account', account::text, '{"ok": true, "by": "${kind}"}' from confirmed
   )`;

/** Takes the pending secret $3 into use by a code of step $4. */
export const finishTotpStatement = statement(
  'access.totp.finish',
  found,
  `with proof as (
     update access.totp set secret = pending, confirmed_at = now(), last_step = $4, pending = null, pending_at = null,
       added_in = $2
     where account = $1 and pending = $3 returning account
   ), ${enrolledSession}, trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add second factor', 'account', account::text, '{"kind": "authenticator app"}' from enrolled
   )
   select account from enrolled`,
);

/**
 * Uses the code of step $4. Only one of several concurrent uses moves the last step forward, so a code works once. The
 * secret $3 must be the one that was checked, and not one that was added in this session.
 */
export const spendTotp = statement(
  'access.totp.spend',
  found,
  `with proof as (
     update access.totp set last_step = $4
     where account = $1 and secret = $3 and last_step < $4 and added_in is distinct from $2 returning account
   ), ${confirmedSession}, ${trailedConfirmation('authenticator app')}
   select account from confirmed`,
);

/** Uses a recovery code that was not made in this session; only one of several concurrent uses does. */
export const spendRecoveryCode = statement(
  'access.recovery_code.spend',
  found,
  `with proof as (
     update access.recovery_code set used_at = now()
     where account = $1 and code_hash = $3 and used_at is null and made_in is distinct from $2 returning account
   ), ${confirmedSession}, ${trailedConfirmation('recovery code')}
   select account from confirmed`,
);

export const trailFailedFactor = statement(
  'access.factor.failed',
  {},
  `insert into platform.trail (action, record, record_id, after)
   values ('confirm second factor', 'account', $1::integer::text, '{"ok": false}')`,
);

/** The password of the session was confirmed, if it is still the one that was checked. */
export const confirmSessionPassword = statement(
  'access.session.confirm_password',
  found,
  `with confirmed as (
     update access.session s set reauthenticated_at = now() from access.password p
     where s.id_hash = $2 and s.account = $1 and s.ended_at is null and p.account = s.account and p.hash = $3
     returning s.account
   ), trailed as (
     insert into platform.trail (action, record, record_id)
     select 'confirm password', 'account', account::text from confirmed
   )
   select account from confirmed`,
);

/** Locks the user, so that two removals at once cannot leave a user without the factor that the group requires. */
export const lockFactors = statement(
  'access.factor.lock',
  { is_required: 'bool', factors: 'int4' },
  `with locked as materialized (
     select srno, right_group from access.account where srno = $1 for update
   )
   select rg.needs_second_factor as is_required,
     (select count(*)::integer from access.totp where account = $1 and confirmed_at is not null)
       + (select count(*)::integer from access.passkey where account = $1) as factors
   from locked join access.right_group rg on rg.srno = locked.right_group`,
);

export const removeTotpStatement = statement(
  'access.totp.remove',
  found,
  `with removed as (
     delete from access.totp where account = $1 and confirmed_at is not null returning account
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'remove second factor', 'account', account::text, '{"kind": "authenticator app"}' from removed
   )
   select account from removed`,
);

/** Recovery codes are of no use without a factor. */
export const forgetIdleCodes = statement(
  'access.recovery_code.forget_idle',
  {},
  `delete from access.recovery_code where account = $1`,
);

/** Replaces the recovery codes in the session $4. With $3 it does so only if the user has none left. */
export const replaceCodes = statement(
  'access.recovery_code.replace',
  { made: 'int4' },
  `with wanted as (
     select not $3::boolean or not exists (
       select from access.recovery_code where account = $1 and used_at is null) as is_wanted
   ), removed as (
     delete from access.recovery_code c using wanted where c.account = $1 and is_wanted
   ), made as (
     insert into access.recovery_code (account, code_hash, made_in)
     select $1, code_hash, $4 from unnest($2::bytea[]) as c (code_hash), wanted where is_wanted returning account
   ), trailed as (
     insert into platform.trail (action, record, record_id)
     select distinct 'make recovery codes', 'account', account::text from made
   )
   select count(*)::integer as made from made`,
);

/** Removes every second factor of a user and ends their sessions. */
export const resetFactorsStatement = statement(
  'access.factor.reset',
  { ended: 'int4' },
  `with totp as (
     delete from access.totp where account = $1 returning confirmed_at
   ), passkeys as (
     delete from access.passkey where account = $1 returning account
   ), codes as (
     delete from access.recovery_code where account = $1 returning used_at
   ), ended as (
     update access.session set ended_at = now(), ended_why = 'second factor reset'
     where account = $1 and ended_at is null returning account
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before, after)
     select 'reset second factor', 'account', srno::text, home_branch,
       jsonb_build_object('authenticator_app', exists (select from totp where confirmed_at is not null),
         'passkeys', (select count(*) from passkeys), 'recovery_codes', (select count(*) from codes where used_at is null)),
       '{"authenticator_app": false, "passkeys": 0, "recovery_codes": 0}'
     from access.account where srno = $1
   )
   select count(*)::integer as ended from ended`,
);

/** Mails a user what has changed about their sign-in, if they have an address. */
export const askNotice = statement(
  'access.notice.ask',
  { job: 'text?' },
  `select platform.add_job('access:notice', json_build_object('account', srno, 'notice', $2::text, 'by', $3::text,
     'detail', $4::text, 'at', now()))::text as job
   from access.account where srno = $1 and email <> ''`,
);
