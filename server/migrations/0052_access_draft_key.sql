-- oldest program: none
-- The reading role makes the key of a user's drafts by a function and no longer reads the secret of all keys. An older program
-- reads the secret itself, in the call with which every page begins.

create function access.draft_key(account integer) returns text
  language sql stable strict security definer set search_path = pg_catalog, pg_temp
  -- The outer hash keeps the secret from being extended.
  return (select encode(sha256(secret || sha256(secret || int4send(account))), 'base64') from access.draft_secret);
revoke execute on function access.draft_key(integer) from public;
grant execute on function access.draft_key(integer) to bureau_reader;

revoke select on access.draft_secret from bureau_reader;
