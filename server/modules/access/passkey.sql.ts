import { statement } from '#server/platform/db/statement.ts';
import { FACTOR_TEXTS } from '#domain/access/factors.ts';
import { confirmedSession, enrolledSession, trailedConfirmation } from './factor.sql.ts';

/** The passkeys of a user, as the authenticator needs them, and whether they count in the session $2. */
export const findPasskeys = statement(
  'access.passkey.find',
  { credential_id: 'text', public_key: 'bytea', counter: 'int8', transports: 'text[]', counts: 'bool' },
  `select credential_id, public_key, counter, transports, added_in is distinct from $2 as counts
   from access.passkey where account = $1 order by srno`,
);

/** Stores the challenge of a session in the place of an earlier one. */
export const storeChallenge = statement(
  'access.passkey_challenge.store',
  {},
  `insert into access.passkey_challenge (session, purpose, challenge, expires_at)
   values ($1, $2, $3, now() + make_interval(mins => $4))
   on conflict (session) do update set purpose = excluded.purpose, challenge = excluded.challenge,
     expires_at = excluded.expires_at`,
);

/** Takes the challenge of a session. Only one of several concurrent answers gets it. */
export const takeChallenge = statement(
  'access.passkey_challenge.take',
  { challenge: 'text', is_valid: 'bool' },
  `delete from access.passkey_challenge where session = $1 and purpose = $2
   returning challenge, expires_at > now() as is_valid`,
);

/** Adds a passkey in the session $2, whose challenge it has signed. */
export const insertPasskey = statement(
  'access.passkey.insert',
  { account: 'int4' },
  `with proof as (
     insert into access.passkey (account, credential_id, public_key, counter, transports, name, added_in)
     values ($1, $3, $4, $5, $6, $7, $2) returning account, name
   ), ${enrolledSession}, trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'add second factor', 'account', enrolled.account::text, jsonb_build_object('kind', 'passkey', 'name', $7::text)
     from enrolled
   )
   select account from enrolled`,
);

/** Uses a passkey, if its counter has gone on since. A counter that stays at 0 is not kept by the authenticator. */
export const usePasskey = statement(
  'access.passkey.use',
  { account: 'int4' },
  `with proof as (
     update access.passkey set counter = $4, used_at = now()
     where account = $1 and credential_id = $3 and (counter < $4 or (counter = 0 and $4 = 0))
       and added_in is distinct from $2
     returning account
   ), ${confirmedSession}, ${trailedConfirmation('passkey')}
   select account from confirmed`,
);

export const renamePasskeyStatement = statement(
  'access.passkey.rename',
  { account: 'int4' },
  `with before as (
     select srno, name from access.passkey where account = $1 and srno = $2
   ), renamed as (
     update access.passkey p set name = $3 from before where p.srno = before.srno returning p.account, before.name
   ), trailed as (
     insert into platform.trail (action, record, record_id, before, after)
     select 'rename passkey', 'account', account::text, jsonb_build_object('name', name), jsonb_build_object('name', $3::text)
     from renamed
   )
   select account from renamed`,
);

export const isOwnPasskey = statement(
  'access.passkey.is_own',
  { is_own: 'bool' },
  `select exists (select from access.passkey where account = $1 and srno = $2) as is_own`,
);

export const removePasskeyStatement = statement(
  'access.passkey.remove',
  { name: 'text' },
  `with removed as (
     delete from access.passkey where account = $1 and srno = $2 returning account, name
   ), trailed as (
     insert into platform.trail (action, record, record_id, after)
     select 'remove second factor', 'account', account::text, jsonb_build_object('kind', 'passkey', 'name', name)
     from removed
   )
   select name from removed`,
);

/** The messages that users see for constraint violations. */
export const PASSKEY_CONSTRAINTS = { passkey_credential_unique: FACTOR_TEXTS.passkeyKnown } as const;
