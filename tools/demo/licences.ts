import type pg from 'pg';
import { hashOfKey } from '#server/modules/licences/index.ts';
import { DEMO_RENEWAL_KEY } from './business.ts';
import { DEMO_LICENCES } from './documents.ts';

/** What is wrong with the rejected document of Goa. */
const REASON = 'The second page is missing and the stamp cannot be read.';

const DOCUMENTS = `insert into masters.entity_document (entity, kind, via, file_name, extension, hash, bytes, status, rejection_reason,
    uploaded_at, uploaded_by_name, approved_at, decided_at, decided_by, decided_by_name, expires_on, version)
  select e.srno, d.kind, case when d.page then 'page' else 'staff' end, d.name, d.extension, d.hash, d.bytes, d.status,
    case d.status when 'R' then $2 else '' end, now() + make_interval(days => d.day),
    case when d.page then 'Renewal page' else 'Asha Rao' end, case d.status when 'A' then decided.at end,
    decided.at, case when decided.at is not null then a.srno end, case when decided.at is null then '' else a.name end,
    case when d.status = 'A' and d.kind = 5 then (now() at time zone 'Asia/Kolkata')::date + 300 end,
    case when decided.at is null then 1 else 2 end
  from jsonb_to_recordset($1) as d (entity text, kind integer, name text, extension text, hash text, bytes integer, status text,
    page boolean, day integer)
  join masters.entity e on e.id = d.entity join access.account a on a.user_id = 'cm.ho'
  cross join lateral (select case when d.status <> 'P' then now() + make_interval(days => d.day + 1) end as at) as decided
  order by d.day`;

/** A link for an entity; without a key nobody has it any more. Its days count from today. */
const LINK = `insert into licences.renewal_key (entity, hash, made_at, made_by, made_by_name, expires_at, mailed_at)
  select e.srno, $2, now() + make_interval(days => $3), a.srno, a.name, now() + make_interval(days => $4),
    now() + make_interval(days => $3)
  from masters.entity e join access.account a on a.user_id = 'cm.ho' where e.id = $1`;

/**
 * The licences of the demo: Goa renews in 40 days and has a link, Jaipur has sent everything and is reminded, the licence of
 * Kochi has lapsed and its link has expired.
 */
export async function loadLicences(client: pg.Client): Promise<void> {
  await client.query(
    `update masters.entity e set licence_to = (now() at time zone 'Asia/Kolkata')::date + d.days
     from (values ('GOA', 40), ('KOC', -20)) as d (id, days) where e.id = d.id`,
  );
  await client.query(
    `update masters.entity_document d set removed_at = now() from masters.entity e where e.srno = d.entity and e.id = 'KOC'`,
  );
  await client.query(
    `update masters.entity_document d set status = 'A', approved_at = now(), rejection_reason = '' from masters.entity e
     where e.srno = d.entity and e.id = 'JAI' and d.status <> 'A'`,
  );
  await client.query(
    `update masters.entity_document set status = 'P', approved_at = null where file_name = 'premises-goa.tif'`,
  );
  const documents = DEMO_LICENCES.map((document) => ({ ...document, bytes: document.bytes.length }));
  await client.query(DOCUMENTS, [JSON.stringify(documents), REASON]);
  await client.query(LINK, ['GOA', hashOfKey(DEMO_RENEWAL_KEY), -5, 85]);
  await client.query(LINK, ['KOC', null, -100, -10]);
  await client.query(
    `insert into licences.reminded (entity, licence_to, days) select srno, licence_to, 60 from masters.entity where id = 'GOA'`,
  );
  // The reminder of Jaipur and the rejection go out when the demo starts.
  await client.query(`select platform.add_job('licences:remind', '{}')`);
  await client.query(
    `select platform.add_job('licences:decision', json_build_object('document', srno, 'version', version))
     from masters.licence_document where status = 'R' and via = 'page'`,
  );
}
