-- oldest program: 0043
-- Bounds for what users can add without end: changes that wait for a second person, and discrepancies of an audit.

-- Proposals are rare, so they wait for each other. The lock is held until the proposal is committed, and the count after it sees
-- those before it.
create function platform.limit_proposals() returns trigger
  language plpgsql security definer set search_path = platform, pg_temp as $$
declare
  own integer;
  waiting integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('proposals that wait', 0));
  select count(*) filter (where made_by = new.made_by), count(*) into own, waiting
    from platform.proposal where decision is null;
  if own >= 100 then
    raise exception using errcode = 'check_violation', constraint = 'proposals_of_maker',
      message = 'too many proposals of this user wait';
  end if;
  if waiting >= 1000 then
    raise exception using errcode = 'check_violation', constraint = 'proposals_waiting', message = 'too many proposals wait';
  end if;
  return new;
end $$;
revoke all on function platform.limit_proposals from public;
create trigger proposal_limited before insert on platform.proposal
  for each row when (new.decision is null) execute function platform.limit_proposals();

-- Whoever marks a transaction shares the lock of the audit, so the count has a lock of its own: a stronger one on the audit would let
-- two who mark at once wait for each other for ever. It counts once for each statement. A flash audit has its bound since 0023.
create index discrepancy_all_of_audit on audit.discrepancy (audit);
create function audit.limit_discrepancies() returns trigger
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  named integer;
begin
  for named in select distinct audit from added order by audit loop
    perform pg_advisory_xact_lock(hashtext('discrepancies of an audit'), named);
    if (select count(*) from (select from audit.discrepancy d where d.audit = named limit 10001) as found) > 10000 then
      raise exception using errcode = 'check_violation', constraint = 'audit_discrepancies', message = 'too many discrepancies';
    end if;
  end loop;
  return null;
end $$;
revoke all on function audit.limit_discrepancies from public;
create trigger discrepancy_limited after insert on audit.discrepancy referencing new table as added
  for each statement execute function audit.limit_discrepancies();
