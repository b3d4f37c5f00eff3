-- The trail is searched by user, record, action and branch, newest first, and never by reading it through: each of these
-- leads an index that ends in (at, id), the order in which pages follow each other.

-- Replaced by indexes in the order of the pages.
drop index platform.trail_record;
drop index platform.trail_actor;
create index trail_record on platform.trail (record, record_id, at, id);
create index trail_kind on platform.trail (record, at, id);
create index trail_actor on platform.trail (actor, at, id);
create index trail_action on platform.trail (action, at, id);
create index trail_branch on platform.trail (branch, at, id);

-- An entry belongs to the branch of its record; where the record has none, to the branch of whoever acted.
alter table platform.trail alter column branch
  set default nullif(current_setting('bureau.branch', true), '')::integer;
