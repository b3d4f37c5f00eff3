import { statement } from '#server/platform/db/statement.ts';

/** The user to whom the person is linked, else those who have the person's address; those who are active come first. */
export const findVouched = statement(
  'access.provider.find',
  { srno: 'int4', active: 'bool', enabled: 'bool', is_linked: 'bool', has_link: 'bool', is_held: 'bool' },
  `with linked as (
     select account from access.provider_identity where issuer = $1 and subject = $2
   ), candidate as (
     select account as srno, true as is_linked from linked
     union all
     select srno, false from access.account
     where email <> '' and lower(email) = lower($3) and not exists (select from linked)
   )
   select a.srno, a.active and e.active as active, a.enabled, c.is_linked,
     exists (select from access.provider_identity i where i.account = a.srno) as has_link,
     access.mail_held_until(a.srno, a.email) is not null as is_held
   from candidate c join access.account a on a.srno = c.srno join masters.entity_ref e on e.srno = a.entity
   order by 2 desc, a.srno limit 3`,
);

/**
 * Links the user $3 to a person if everything is still as it was found: the address $4 is that of one active user, who
 * has no link, and the address was not changed shortly before. The user is told by mail.
 */
export const linkIdentity = statement(
  'access.provider.link',
  { account: 'int4', job: 'text?' },
  `with target as materialized (
     select a.srno, a.home_branch, a.email from access.account a
     where a.srno = $3 and lower(a.email) = lower($4) and a.active and a.enabled
       and access.mail_held_until(a.srno, a.email) is null
       and not exists (select from access.account o join masters.entity_ref e on e.srno = o.entity
         where o.email <> '' and lower(o.email) = lower($4) and o.srno <> a.srno and o.active and e.active)
     for share of a
   ), linked as (
     insert into access.provider_identity (account, issuer, subject) select srno, $1, $2 from target
     on conflict do nothing returning account
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, after)
     select 'link identity provider', 'account', t.srno::text, t.home_branch,
       jsonb_build_object('issuer', $1::text, 'subject', $2::text)
     from linked l join target t on t.srno = l.account
   )
   select l.account, platform.add_job('access:notice', json_build_object('account', l.account, 'notice', 'linked',
     'by', '', 'detail', $1::text, 'at', now()))::text as job
   from linked l`,
);

/** Removes the link of a user, if there is one, and ends the sessions that came by it. */
export const unlinkIdentity = statement(
  'access.provider.unlink',
  { ended: 'int4' },
  `with removed as (
     delete from access.provider_identity where account = $1 returning account, issuer, subject
   ), ended as (
     update access.session s set ended_at = now(), ended_why = 'identity provider unlinked' from removed r
     where s.account = r.account and s.ended_at is null and s.signed_in_by <> 'password' returning s.account
   ), spent as (
     update access.provider_sign_in p set used_at = now() from removed r
     where p.account = r.account and p.used_at is null
   ), trailed as (
     insert into platform.trail (action, record, record_id, branch, before)
     select 'unlink identity provider', 'account', a.srno::text, a.home_branch,
       jsonb_build_object('issuer', r.issuer, 'subject', r.subject)
     from access.account a left join removed r on r.account = a.srno where a.srno = $1
   )
   select count(*)::integer as ended from ended`,
);

/** Stores the ticket of a visit to the provider. Returns nothing if this state was presented before. */
export const makeTicket = statement(
  'access.provider.make_ticket',
  { account: 'int4' },
  `insert into access.provider_sign_in (state_hash, ticket_hash, account, has_second_factor, purpose)
   values ($1, $2, $3, $4, $5)
   on conflict (state_hash) do nothing returning account`,
);

/** Uses the ticket of a sign-in. Of two calls at the same moment one gets the account. */
export const spendTicket = statement(
  'access.provider.spend_ticket',
  { account: 'int4', has_second_factor: 'bool' },
  `update access.provider_sign_in set used_at = now()
   where ticket_hash = $1 and purpose = 'sign in' and used_at is null and made_at > now() - make_interval(secs => $2)
   returning account, has_second_factor`,
);

/**
 * Uses the ticket $3 of a user who was asked again, and confirms the session $2 of the same user $1. A second factor
 * that the provider asked for counts as the settings say.
 */
export const confirmByTicket = statement(
  'access.provider.confirm',
  { account: 'int4' },
  `with spent as (
     update access.provider_sign_in set used_at = now()
     where ticket_hash = $3 and purpose = 'confirm' and account = $1 and used_at is null
       and made_at > now() - make_interval(secs => $4)
     returning account, has_second_factor
   ), confirmed as (
     update access.session s set reauthenticated_at = now(),
       step_up_at = case when spent.has_second_factor then now() else s.step_up_at end
     from spent where s.id_hash = $2 and s.account = spent.account and s.ended_at is null
     returning s.account, spent.has_second_factor
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'confirm by identity provider', 'account', account::text,
       jsonb_build_object('second_factor', has_second_factor)
     from confirmed
   )
   select account from confirmed`,
);

/** The messages that users see for constraint violations. */
export const PROVIDER_CONSTRAINTS = {
  provider_identity_subject_unique: 'This person of the identity provider is another user already.',
} as const;
