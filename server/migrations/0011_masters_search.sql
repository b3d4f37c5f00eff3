-- What entities are found by, in full: branches in the drop-downs of every screen, the entity of a user, and the employees
-- of a branch by its name. The index of active branches alone is no longer needed beside these.
create index entity_name_search on masters.entity using gin (name gin_trgm_ops) with (fastupdate = off);
create index entity_ref_search on masters.entity using gin ((id || ' ' || name) gin_trgm_ops) with (fastupdate = off);
drop index masters.entity_branch_search;
