-- oldest program: 0043
-- The renewal page counted every document that ever came by it, so that a franchisee of some years could send no more. It now
-- counts those of the last 90 days. Older ones no longer count for staff either: otherwise the page could use up what an entity can
-- have in its life, three months at a time.

create or replace function masters.limit_page_documents() returns trigger
  language plpgsql security definer set search_path = masters, pg_temp as $$
begin
  if (select count(*) from masters.entity_document
      where entity = new.entity and via = 'page' and uploaded_at > now() - interval '90 days') >= 300 then
    raise exception using errcode = 'check_violation', constraint = 'entity_documents_from_page',
      message = 'too many documents came by the renewal page';
  end if;
  return new;
end $$;

-- As platform.limit_documents, with its numbers for entities (domain/files.ts).
create function masters.limit_entity_documents() returns trigger
  language plpgsql security definer set search_path = masters, pg_temp as $$
declare
  shown integer;
  kept integer;
begin
  perform from masters.entity where srno = new.entity for no key update;
  select count(*) filter (where removed_at is null),
    count(*) filter (where via = 'staff' or uploaded_at > now() - interval '90 days')
    into shown, kept from masters.entity_document where entity = new.entity;
  if shown >= 100 then
    raise exception using errcode = 'check_violation', constraint = 'entity_documents_shown',
      message = 'the entity has as many documents as it may have';
  end if;
  if kept >= 500 then
    raise exception using errcode = 'check_violation', constraint = 'entity_documents_kept',
      message = 'too many documents were added to the entity';
  end if;
  return new;
end $$;
revoke all on function masters.limit_entity_documents from public;
drop trigger entity_document_limit on masters.entity_document;
create trigger entity_document_limit before insert on masters.entity_document
  for each row execute function masters.limit_entity_documents();
